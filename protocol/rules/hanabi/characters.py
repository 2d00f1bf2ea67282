"""Facts of Hanabi's detrimental characters: what is drawn for them, and the rule of the Follower."""

from __future__ import annotations

from typing import Literal

from protocol.rules.hanabi.piles import Pile

Drawn = Literal["color", "rank", "suit"]
"""The type of the value that is drawn for a character, which a view has in `Character.metadata`."""

DRAWN: dict[int, Drawn] = {0: "color", 1: "rank", 2: "suit", 3: "rank"}
"""The type of the value that is drawn for a character, by the character's id; for others none is drawn."""
FOLLOWER = 31
"""The id of the character that can play a card only if two cards of the same rank are on the piles."""


def follows(piles: tuple[Pile, ...], rank: int) -> bool:
    """Return True if a Follower may play a card of this rank: two piles already have a card of the rank."""
    return sum(rank in pile for pile in piles) >= 2
