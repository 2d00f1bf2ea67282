"""The piles of Hanabi variants with plain suits, which go up from 1 to 5 and have no special rules."""

from __future__ import annotations

from functools import cache

from bots.hanabi.robot.suits import copies
from protocol.v1.hanabi import Suit, Variant

TOP = 5


@cache
def plain_variant(suits: int) -> Variant:
    """Return a variant of this number of plain suits, each with a colour of its own."""
    colors = tuple(f"colour {number}" for number in range(suits))
    return Variant(0, "", tuple(Suit(color, (color,)) for color in colors), colors)


@cache
def kinds(cards: int) -> tuple[int, ...]:
    """Return the numbers of the cards in a set of cards.

    >>> kinds(1 << 9 | 1 << 2)
    (2, 9)
    """
    return tuple(kind for kind in range(cards.bit_length()) if cards >> kind & 1)


class Piles:
    """The piles, and in `left` the number of copies of each card that are neither played nor discarded.

    `playable`, `dead` and `critical` are sets of cards. A playable card can be played now. A dead card can
    never be played. A critical card can still be played, and only one copy of it is left.
    """

    def __init__(self, suits: int) -> None:
        self.heights = [0] * suits
        self.left = dict(copies(plain_variant(suits)))
        self._sort()

    def play(self, kind: int) -> None:
        self.heights[kind >> 3] = kind & 7
        self.discard(kind)

    def discard(self, kind: int) -> None:
        self.left[kind] -= 1
        self._sort()

    def away(self, kind: int) -> int:
        """Return the number of cards that must be played before a card of this suit and rank is playable."""
        return (kind & 7) - self.heights[kind >> 3] - 1

    def carries(self, kind: int) -> int:
        """Return how many points are lost if the last copy of the card `kind` is discarded.

        The loss is one point for the card itself and one for each higher card of the suit that is not dead.
        """
        suit = kind | 7
        return sum(not self.dead >> higher & 1 for higher in range(kind, suit) if higher & 7 <= TOP)

    def chance(self, cards: int, of: int) -> float:
        """Return the probability that a card is one of the set `of`, if it is known to be one of `cards`."""
        whole = sum(self.left[kind] for kind in kinds(cards))
        return sum(self.left[kind] for kind in kinds(cards & of)) / whole if whole else 0.0

    def _sort(self) -> None:
        self.playable = self.dead = self.critical = 0
        for suit, height in enumerate(self.heights):
            reachable = True
            for rank in range(1, TOP + 1):
                kind = 8 * suit + rank
                reachable = reachable and (rank <= height or self.left[kind] > 0)
                if rank <= height or not reachable:
                    self.dead |= 1 << kind
                    continue
                self.playable |= (rank == height + 1) << kind
                self.critical |= (self.left[kind] == 1) << kind
