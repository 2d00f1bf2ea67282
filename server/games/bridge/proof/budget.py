"""The limit on the time of a search for a proof of a claim."""

from __future__ import annotations

from collections.abc import Callable

_CHECK_EVERY = 64


class OutOfTime(Exception):
    """The exception that ends a search without a proof, because its time has run out."""


class Budget:
    """A counter of search steps; at every 64th step it checks if the time of the search has run out."""

    def __init__(self, expired: Callable[[], bool]) -> None:
        self._expired = expired
        self._spent = 0

    def spend(self) -> None:
        """Count one step of the search. Raise OutOfTime if the time of the search has run out."""
        self._spent += 1
        if self._spent % _CHECK_EVERY == 0 and self._expired():
            raise OutOfTime
