"""Nim, a game outside the product: the tests register it as a further game of the clients."""
