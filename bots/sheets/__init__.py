"""What a game draws, tells and reads at a terminal: the contract of its sheets, and words that they share."""
