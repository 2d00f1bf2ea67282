"""When a search stops: its caller's time is over, or it has looked at enough."""

from __future__ import annotations

from collections.abc import Callable

_ASK_EVERY = 64


class OutOfTime(Exception):
    """The caller's time is over; nothing is proven."""


class Enough(Exception):
    """This search has looked at as many positions as it may."""


class Patience:
    """Counts what a search looks at, asks `expired` at every 64th, and stops after `most`."""

    def __init__(self, expired: Callable[[], bool], most: int | None = None) -> None:
        self._expired = expired
        self._most = most
        self._spent = 0

    def spend(self) -> None:
        """Raise OutOfTime or Enough when it is time to stop."""
        self._spent += 1
        if self._spent % _ASK_EVERY == 0 and self._expired():
            raise OutOfTime
        if self._spent == self._most:
            raise Enough
