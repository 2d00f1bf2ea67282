"""Spades in robots and terminals: the plain and the random robot, the drawings and commands at a terminal."""
