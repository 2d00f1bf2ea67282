"""The plain robot's Spades: what it bids, passes and plays, from its own view alone."""
