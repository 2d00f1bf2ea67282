"""The HTTP API and websocket of the seed's Spades server, for the same hub and tables as protocol v1."""
