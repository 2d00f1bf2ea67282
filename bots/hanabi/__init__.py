"""Hanabi in robots and terminals: the plain robot, and the drawings and commands at a terminal."""
