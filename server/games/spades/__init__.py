"""Spades: for two to six, in pairs or each alone, by every house rule."""
