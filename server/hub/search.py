"""The search for a proof of a table's claim, which is cancelled when the table's decision changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from server.games.base import Search
from server.hub.services import Cancel, Think
from server.table.table import Table

THINK_MS = 200
"""The longest time of a search (ms)."""


class TableSearch:
    """The search of one table for a proof of a claim, at most one for each decision.

    `proven` is called with the decision and the ruling if the search finds a ruling while the decision is the
    same.
    """

    def __init__(self, think: Think, proven: Callable[[str, object], None]) -> None:
        self._think = think
        self._proven = proven
        self._decision: str | None = None
        self._cancel: Cancel | None = None

    @property
    def idle(self) -> bool:
        """Return True if no search was started for the table's last decision."""
        return self._decision is None

    def start(self, table: Table) -> None:
        """Start the search for the table's present decision if the decision needs a search.

        Any older search is cancelled.
        """
        search = None if table.paused or table.closed else table.game.prove(table.state)
        if search is None:
            self.forget()
        elif table.decision != self._decision:
            self.forget()
            self._decision = table.decision
            self._cancel = self._think(search, partial(self._found, table.decision))

    def _found(self, decision: str, ruling: object) -> None:
        self._cancel = None
        if ruling is not None and decision == self._decision:
            self._proven(decision, ruling)

    def forget(self) -> None:
        """Cancel the search. The next call of `start` begins the search again."""
        self._decision = None
        if self._cancel is not None:
            self._cancel()
            self._cancel = None


def search_in_this_thread(
    later: Callable[[Callable[[], None]], None], clock_ms: Callable[[], float]
) -> Think:
    """Return a `Think` that searches in this thread, for tests and for servers without live players.

    `later` runs a callback in a later turn of the event loop. `clock_ms` returns the time with which the
    length of a search is measured.
    """

    def think(search: Search, found: Callable[[object], None]) -> Cancel:
        cancelled = False

        def run() -> None:
            if not cancelled:
                end_ms = clock_ms() + THINK_MS
                found(search(lambda: clock_ms() >= end_ms))

        def cancel() -> None:
            nonlocal cancelled
            cancelled = True

        later(run)
        return cancel

    return think
