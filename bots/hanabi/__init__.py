"""The plain robot's Hanabi: what it knows, tells and plays, from its own view alone."""
