"""The piles where all suits go up from the 1 to the 5, and sets of cards as numbers.

In a set of cards, as in `pub.possible`, bit `8 * suit + rank` is there for each card in it. The number of
that bit is called the card's kind.
"""

from __future__ import annotations

from functools import cache

from protocol.v1.hanabi import Card

COPIES = (0, 3, 2, 2, 2, 1)
"""How many cards of each rank a suit has."""
TOP = 5


def kind_of(card: Card) -> int:
    return 8 * card.suit + card.rank


@cache
def kinds(cards: int) -> tuple[int, ...]:
    """The kinds in a set of cards.

    >>> kinds(1 << 9 | 1 << 2)
    (2, 9)
    """
    return tuple(kind for kind in range(cards.bit_length()) if cards >> kind & 1)


class Piles:
    """What lies on the piles, and of each kind how many cards are `left`, neither played nor discarded.

    Sets of cards: the `playable` fit now, the `dead` never will, and the `critical` will, but only one of
    their kind is left.
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
        """How many cards must be played before one of this kind."""
        return (kind & 7) - self.heights[kind >> 3] - 1

    def carries(self, kind: int) -> int:
        """How many points are lost with the last card of a kind: it, and what would come after it."""
        suit = kind | 7
        return sum(not self.dead >> higher & 1 for higher in range(kind, suit) if higher & 7 <= TOP)

    def chance(self, cards: int, of: int) -> float:
        """How likely a card that is one of `cards` is one of these, too, by what has left the hands."""
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
