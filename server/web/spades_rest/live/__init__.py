"""The websocket of the seed's API, which sends events of tables, of the lobby and for a player."""
