"""The seed's websocket: what happens at tables, in the lobby and to a player, as events."""
