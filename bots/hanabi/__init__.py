"""Hanabi for robots and terminals: the robots that play it, its drawings and its typed commands."""
