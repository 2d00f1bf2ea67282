"""The services that all rooms share: time, timers, randomness, the store and the metrics."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from server.games.base import Rng, Search
from server.metrics import Meter
from server.store.interface import Store

Cancel = Callable[[], None]
Think = Callable[[Search, Callable[[object], None]], Cancel]
"""A function that runs a search outside the event loop.

Unless the search is cancelled, the function calls back once: with the result, or with None if the search
finds none.
"""


class Timers(Protocol):
    """Timers of the event loop: `at` calls back at a given time, `later` in a later turn of the loop."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel: ...

    def later(self, callback: Callable[[], None]) -> None: ...


class Alarm:
    """One timer that is set many times; it calls `ring` once at each time that was set."""

    def __init__(self, timers: Timers, ring: Callable[[], None]) -> None:
        self._timers = timers
        self._ring = ring
        self._cancel: Cancel | None = None
        self._set_ms = 0

    def set(self, when_ms: int | None) -> None:
        """Set the time of the alarm; `when_ms` None stops the alarm.

        If an earlier time is already set, that time stays, because an early ring costs less than a new timer.
        """
        if self._cancel is not None:
            if when_ms is not None and when_ms >= self._set_ms:
                return
            self.stop()
        if when_ms is not None:
            self._set_ms = when_ms
            self._cancel = self._timers.at(when_ms, self._on_time)

    def rings_by(self, when_ms: int) -> bool:
        """Return True if the alarm is set for `when_ms` or an earlier time."""
        return self._cancel is not None and self._set_ms <= when_ms

    def stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _on_time(self) -> None:
        self._cancel = None
        self._ring()


def _find_nothing(search: Search, found: Callable[[object], None]) -> Cancel:
    return lambda: None


def _no_probe(point: str) -> None:
    return None


@dataclass(frozen=True)
class Services:
    """The services of one server.

    `now_ms` returns wall time in ms since 1970. `boot_ms` returns a time that never jumps and includes
    suspension of the machine. `nonce` returns a new random string, `secret` 32 random bytes. `think` runs
    long searches; by default it finds nothing. `probe` is called at two points for crash tests: `appended`,
    after an entry is stored and before it becomes the state, and `committed`, before the first client learns
    of it. If `compares_views` is True, no room uses the changes that a game lists for an ordinary move.
    """

    store: Store
    now_ms: Callable[[], int]
    boot_ms: Callable[[], int]
    timers: Timers
    rng: Rng
    nonce: Callable[[], str]
    meter: Meter
    secret: Callable[[], bytes] = secrets.token_bytes
    think: Think = _find_nothing
    probe: Callable[[str], None] = _no_probe
    compares_views: bool = False
