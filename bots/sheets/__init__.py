"""The contract of the sheets that show a game at a terminal."""
