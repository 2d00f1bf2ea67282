"""When a search stops: its caller's time is over."""

from __future__ import annotations

from collections.abc import Callable

_ASK_EVERY = 64


class OutOfTime(Exception):
    """The caller's time is over; nothing is proven."""


class Budget:
    """Counts what a search looks at and asks `expired` at every 64th."""

    def __init__(self, expired: Callable[[], bool]) -> None:
        self._expired = expired
        self._spent = 0

    def spend(self) -> None:
        """Raise OutOfTime when it is time to stop."""
        self._spent += 1
        if self._spent % _ASK_EVERY == 0 and self._expired():
            raise OutOfTime
