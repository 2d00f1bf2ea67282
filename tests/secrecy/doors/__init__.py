"""The doors of the server: each could show a hand, a result or a board to a second guest of one person."""
