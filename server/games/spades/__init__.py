"""The game of Spades for two to six players, in pairs or solo, with many house rules."""
