"""The rule of the character Follower, by which plays at Hanabi fail."""

from __future__ import annotations

from protocol.rules.hanabi.piles import Pile

FOLLOWER = 31
"""The id of the character that can play a card only if two cards of the same rank are on the piles."""


def follows(piles: tuple[Pile, ...], rank: int) -> bool:
    """Return True if a Follower may play a card of this rank: two piles already have a card of the rank."""
    return sum(rank in pile for pile in piles) >= 2
