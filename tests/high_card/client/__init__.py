"""High card as a client knows it."""
