"""The numbers of clue tokens, strikes and votes that Hanabi's rules set."""

from __future__ import annotations

MOST_CLUES = 8
"""The number of clue tokens at the start of a game, which is also the maximum."""
MAX_STRIKES = 3
"""The number of strikes at which the game is lost."""


def votes_needed(players: int) -> int:
    """Return the number of votes that end a game early: half of the players, and at least two."""
    return max(2, (players + 1) // 2)
