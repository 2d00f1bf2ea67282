"""The Spades API, from an older server: an HTTP API and websocket for the same tables as protocol v1."""
