"""The log of a set of boards or of an event that this hub owns, and the only way to add entries to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

from server.hub.services import Services
from server.store.table_logs import Append, DealLog, Outcome


class Folded(Protocol):
    """A value that is computed from a log; `index` is the number of its entries."""

    @property
    def index(self) -> int: ...


S = TypeVar("S", bound=Folded)
E = TypeVar("E")


class OwnedLog(Generic[S, E]):
    """A log that this hub owns; the store accepts entries only with the token in `log`.

    `stored` is the value after the last entry that the store has, and `ahead` the value after all entries
    that are on their way to the store. `fold` returns the value after an entry, `encode` its bytes, and
    `status_of` the new status of the log after entries, or None if it stays the same. `came` is called after
    the store has more entries, and `lost` once, when the store says that another hub owns the log, or that
    the log there differs. `left` is True once this hub no longer writes to the log.
    """

    def __init__(
        self,
        services: Services,
        log: DealLog,
        state: S,
        *,
        fold: Callable[[S, E], S],
        encode: Callable[[E], bytes],
        status_of: Callable[[Sequence[E]], str | None],
        came: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.stored = self.ahead = state
        self.left = False
        self._services, self._log = services, log
        self._fold, self._encode, self._status_of = fold, encode, status_of
        self._came, self._lost = came, lost
        self._queue: list[tuple[E, bytes]] = []
        self._in_flight = False

    def put(self, entries: Sequence[E]) -> None:
        """Add entries to the log; they are stored in their order, one append at a time.

        If one of them cannot be applied or encoded, its error is raised and nothing is added.
        """
        packed, ahead = [self._encode(entry) for entry in entries], self.ahead
        for entry in entries:
            ahead = self._fold(ahead, entry)
        self.ahead = ahead
        self._queue += zip(entries, packed, strict=True)
        self._send()

    def leave(self) -> None:
        """Write no more to the log."""
        self.left = True

    def _send(self) -> None:
        if self._in_flight or self.left or not self._queue:
            return
        queue, self._queue = self._queue, []
        batch = [entry for entry, _ in queue]
        first, *more = (packed for _, packed in queue)
        self._in_flight = True
        append = Append(self._log, self.stored.index + 1, first, self._status_of(batch), tuple(more))
        self._services.logs.append(append, partial(self._appended, batch))

    def _appended(self, batch: list[E], outcome: Outcome) -> None:
        self._in_flight = False
        if outcome is Outcome.FENCED:
            self._services.meter.fenced.inc()
        if self.left:
            return
        if outcome is not Outcome.DONE:
            self._lost()
            return
        for entry in batch:
            self.stored = self._fold(self.stored, entry)
        self._send()
        self._came()
