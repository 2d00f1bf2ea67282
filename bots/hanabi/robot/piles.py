"""The piles of variants with suits that go up from 1 to 5, and sets of cards as bit sets.

In a set of cards, as in `pub.possible`, the bit `8 * suit + rank` stands for one card. The number of that bit
is the kind of the card.
"""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi import Card

COPIES = (0, 3, 2, 2, 2, 1)
"""The number of copies of each rank in a suit."""
TOP = 5


def kind_of(card: Card) -> int:
    """Return the kind of a card."""
    return 8 * card.suit + card.rank


@cache
def kinds(cards: int) -> tuple[int, ...]:
    """Return the kinds in a set of cards.

    >>> kinds(1 << 9 | 1 << 2)
    (2, 9)
    """
    return tuple(kind for kind in range(cards.bit_length()) if cards >> kind & 1)


class Piles:
    """The piles, and the number of copies of each kind that are `left`, neither played nor discarded.

    `playable`, `dead` and `critical` are sets of cards. A playable card fits now. A dead card will never fit.
    A critical card can still fit, and only one copy of it is left.
    """

    def __init__(self, suits: int) -> None:
        self.heights = [0] * suits
        self.left = {8 * suit + rank: COPIES[rank] for suit in range(suits) for rank in range(1, TOP + 1)}
        self._sort()

    def play(self, kind: int) -> None:
        self.heights[kind >> 3] = kind & 7
        self.discard(kind)

    def discard(self, kind: int) -> None:
        self.left[kind] -= 1
        self._sort()

    def away(self, kind: int) -> int:
        """Return the number of cards that must be played before a card of this kind fits."""
        return (kind & 7) - self.heights[kind >> 3] - 1

    def carries(self, kind: int) -> int:
        """Return the number of points lost with the last card of a kind: for it and for all higher cards."""
        suit = kind | 7
        return sum(not self.dead >> higher & 1 for higher in range(kind, suit) if higher & 7 <= TOP)

    def chance(self, cards: int, of: int) -> float:
        """Return the probability that a card of the set `cards` is in the set `of`, too."""
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
