"""The records of high card: a heading, and a line for each deal."""
