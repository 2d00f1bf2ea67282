"""The websocket of the seed's API, with events of tables, of the lobby, and for single players."""
