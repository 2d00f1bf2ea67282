"""Hanabi for clients: its types, the plain robot, the terminal."""
