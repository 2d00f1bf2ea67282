"""The suits of a Hanabi variant as lines of cards in the order of play."""

from __future__ import annotations

from functools import cache

from bots.hanabi.robot.suits import copies
from protocol.rules.hanabi.piles import DOWN, UP
from protocol.v1.hanabi import HanabiPub, Variant


class SuitLines:
    """The cards of a Hanabi variant in which each suit is played in one fixed order.

    `lines` has the cards of each suit in the order of play, and `place` the position of each card in its
    suit's line. `second` is the set of the second cards of all lines of suits, and `last` the set of the last
    cards.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.copies = copies(variant)
        self.anything = sum(1 << kind for kind in self.copies)
        self.lines = tuple(
            tuple(8 * number + rank for rank in (DOWN if suit.reversed else UP))
            for number, suit in enumerate(variant.suits)
        )
        self.place = {kind: place for line in self.lines for place, kind in enumerate(line)}
        self.second = sum(1 << line[1] for line in self.lines)
        self.last = sum(1 << line[-1] for line in self.lines)


@cache
def lines_of(variant: Variant) -> SuitLines:
    """Return the suits of a variant as lines of cards in the order of play."""
    return SuitLines(variant)


def has_lines(pub: HanabiPub) -> bool:
    """Return True if each suit is played in one fixed order, in open piles, by players without characters."""
    variant = pub.variant
    special = variant.up_or_down or variant.sudoku or variant.hole or variant.inverted
    return not special and not pub.characters
