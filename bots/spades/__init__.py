"""Spades for clients: its types, the plain and the random robot, the terminal."""
