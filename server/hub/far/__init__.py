"""Tables in other hubs: the messages, the handle at the edge, and the owner's end of both."""
