"""The websocket of the Spades API, with events of tables, of the lobby, and for single players."""
