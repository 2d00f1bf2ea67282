"""Tables of other hubs, played through any hub."""
