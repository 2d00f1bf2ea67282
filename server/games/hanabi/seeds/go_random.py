"""Go's classic random number generator (math/rand before Go 1.20), which Hanabi Live's seeds use.

>>> source = GoSource(1)
>>> source.int63(), source.int63(), source.int63()
(5577006791947779410, 8674665223082153551, 6129484611666145821)
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TypeVar

T = TypeVar("T")

LENGTH, TAP = 607, 273
MASK = (1 << 64) - 1
MODULUS = (1 << 31) - 1
MULTIPLIER = 48_271
UNSEEDED = 89_482_311
"""The number that Go uses in place of a seed that is 0 or a multiple of `MODULUS`."""


@cache
def _constants() -> tuple[int, ...]:
    text = resources.files("server.games.hanabi.seeds").joinpath("go_constants.txt").read_text("ascii")
    return tuple(int(line, 16) for line in text.split())


class GoSource:
    """A generator of the same random numbers as Go's `rand.New(rand.NewSource(seed))`."""

    def __init__(self, seed: int) -> None:
        self._tap, self._feed = 0, LENGTH - TAP
        number = seed % MODULUS or UNSEEDED
        for _ in range(20):
            number = number * MULTIPLIER % MODULUS
        self._numbers = []
        for constant in _constants():
            mixed = 0
            for shift in (40, 20, 0):
                number = number * MULTIPLIER % MODULUS
                mixed ^= number << shift
            self._numbers.append((mixed & MASK) ^ constant)

    def int63(self) -> int:
        """Return the next random number of 63 bits."""
        self._tap = (self._tap - 1) % LENGTH
        self._feed = (self._feed - 1) % LENGTH
        number = (self._numbers[self._feed] + self._numbers[self._tap]) & MASK
        self._numbers[self._feed] = number
        return number & (MASK >> 1)

    def below(self, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1, like Go's `Intn` for limits below 2**31."""
        if limit & (limit - 1) == 0:
            return self._int31() & (limit - 1)
        most = (1 << 31) - 1 - (1 << 31) % limit
        number = self._int31()
        while number > most:
            number = self._int31()
        return number % limit

    def _int31(self) -> int:
        return self.int63() >> 32

    def shuffled(self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in the order that Hanabi Live's shuffle gives them."""
        mixed = list(items)
        for index in range(len(mixed)):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return tuple(mixed)
