"""The services that all rooms share: time, timers, randomness, the logs of tables and the metrics."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from server.games.base import Rng, Search
from server.hub.action_trace import ActionTrace
from server.metrics import Meter
from server.store.archive.archive import Archive
from server.store.table_logs import TableLogs
from server.tasks import Tasks

Cancel = Callable[[], None]
Think = Callable[[Search, Callable[[object], None]], Cancel]
"""A function that runs a search outside the event loop.

Unless the search is cancelled, the function that runs it calls back once: with the result, or with None if
the search finds none.
"""


class Timers(Protocol):
    """Timers of the event loop: `at` calls back at a given time, `later` in a later turn of the loop."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel: ...

    def later(self, callback: Callable[[], None]) -> None: ...


class Alarm:
    """One timer that can be set again and again; it calls `ring` once at each time that was set."""

    def __init__(self, timers: Timers, ring: Callable[[], None]) -> None:
        self._timers = timers
        self._ring = ring
        self._cancel: Cancel | None = None
        self._set_ms = 0

    def set(self, when_ms: int | None) -> None:
        """Set the time of the alarm; `when_ms` None stops the alarm.

        If the alarm is already set for an earlier time, that time stays, because an early ring costs less
        than a new timer.
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


class _AheadTimers:
    """Timers that follow a clock which is `ahead_ms` ahead of the server's clock."""

    def __init__(self, timers: Timers, ahead_ms: int) -> None:
        self._timers = timers
        self._ahead_ms = ahead_ms

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        return self._timers.at(when_ms - self._ahead_ms, callback)

    def later(self, callback: Callable[[], None]) -> None:
        self._timers.later(callback)


def _find_nothing(search: Search, found: Callable[[object], None]) -> Cancel:
    return lambda: None


@dataclass(frozen=True)
class Services:
    """The services that all rooms of one server share, such as its clock and the logs of its tables.

    `logs` are the logs of tables, also those that have left the store for the `archive`. `now_ms` returns the
    server's time in ms since 1970: it never jumps, and it includes the suspension of the machine. `timers`
    follow the clock of `now_ms`. `nonce` returns a new random string, and `secret` returns 32 random bytes.
    `think` runs long searches; the default finds nothing. `probe` is called at two points for crash tests: at
    `appended`, a log entry has been stored but the table has not changed yet, and at `committed`, the table
    has changed but no client knows yet. If `compares_views` is True, rooms do not use the changes that a game
    lists for an ordinary move, but compare whole views. `trace` writes lines about each action into the
    server's log; it is None if these lines are not wanted. A table may have services of its own, with a clock
    that is `ahead_ms` ahead of the server's clock. `tasks` runs what uses the store; the hub ends all of it
    when it stops.
    """

    logs: TableLogs
    archive: Archive
    now_ms: Callable[[], int]
    timers: Timers
    rng: Rng
    nonce: Callable[[], str]
    meter: Meter
    secret: Callable[[], bytes] = secrets.token_bytes
    think: Think = _find_nothing
    probe: Callable[[str], None] | None = None
    compares_views: bool = False
    trace: ActionTrace | None = None
    ahead_ms: int = 0
    tasks: Tasks = field(default_factory=Tasks)

    def after(self, logged_ms: int, away_ms: int) -> Services:
        """Return these services with a clock that is never behind the last entry of a table's log.

        That entry was made at `logged_ms`. `away_ms` is the time for which no live hub owned the table. If
        the clock of this server is behind the log, because the last owner had another clock, the table's
        clock starts at the log's time plus `away_ms`: the table goes on at once, and does not wait until this
        server's clock has caught up.
        """
        now_ms, ahead_ms = self.now_ms, logged_ms - self.now_ms()
        if ahead_ms <= 0:
            return self
        ahead_ms += away_ms
        return replace(
            self,
            now_ms=lambda: now_ms() + ahead_ms,
            timers=_AheadTimers(self.timers, ahead_ms),
            ahead_ms=self.ahead_ms + ahead_ms,
        )
