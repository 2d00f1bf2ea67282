"""The piles of a variant whose suits all go up from the 1 to the 5, as sets of cards.

A set of cards is one number, as in `pub.possible`: bit `8 * suit + rank` is there for each card in it. That
number of a bit is called the card's kind.
"""

from __future__ import annotations

from functools import cache

COPIES = (0, 3, 2, 2, 2, 1)
"""How many cards of each rank a suit has."""


@cache
def kinds(cards: int) -> tuple[int, ...]:
    """The kinds in a set of cards.

    >>> kinds(1 << 9 | 1 << 2)
    (2, 9)
    """
    return tuple(kind for kind in range(cards.bit_length()) if cards >> kind & 1)


class Piles:
    """What lies on the piles and what is gone; `left` is how many cards of a kind are in neither place.

    `playable` fit now, `dead` never will, and of the `critical` ones only one is left.
    """

    def __init__(self, suits: int) -> None:
        self.heights = [0] * suits
        self.left = {8 * suit + rank: COPIES[rank] for suit in range(suits) for rank in range(1, 6)}
        self._sort()

    def play(self, kind: int) -> None:
        self.heights[kind >> 3] = kind & 7
        self.discard(kind)

    def discard(self, kind: int) -> None:
        self.left[kind] -= 1
        self._sort()

    @property
    def score(self) -> int:
        return sum(self.heights)

    def away(self, kind: int) -> int:
        """How many cards must be played before one of this kind."""
        return (kind & 7) - self.heights[kind >> 3] - 1

    def _sort(self) -> None:
        self.playable = self.dead = self.critical = 0
        self.best = 0
        for suit, height in enumerate(self.heights):
            alive = True
            for rank in range(1, 6):
                kind = 8 * suit + rank
                alive = alive and (rank <= height or self.left[kind] > 0)
                self.best += alive
                if rank <= height or not alive:
                    self.dead |= 1 << kind
                elif self.left[kind] == 1:
                    self.critical |= 1 << kind
            following = 1 << (8 * suit + height + 1)
            if height < 5 and not following & self.dead:
                self.playable |= following
