"""Replays at the terminal: what leaders of any game type, and how Hanabi's are shown."""
