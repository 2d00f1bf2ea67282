"""Nim, a game that no product file knows: the tests register it as a fourth game of the players."""
