"""The search for a proof that a claim of tricks is right; it is cancelled when the decision changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from server.games.base import Search
from server.hub.services import Cancel, Think
from server.table.table import Table

THINK_MS = 200
"""The longest time (ms) that a search for the proof of a claim may take."""


class TableSearch:
    """The search of one table for a proof of a claim, at most one for each decision.

    If the search finds a ruling before the table has reached another decision, `proven` is called with the
    decision and the ruling.
    """

    def __init__(self, think: Think, proven: Callable[[str, object], None]) -> None:
        self._think = think
        self._proven = proven
        self._decision: str | None = None
        self._cancel: Cancel | None = None

    @property
    def idle(self) -> bool:
        """Return True if no search for a proof was started for the table's last decision."""
        return self._decision is None

    def start(self, table: Table) -> None:
        """Start the search for a proof if the table's present decision needs one.

        A search that still runs for an earlier decision of the table is cancelled.
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
        """Cancel the search for a proof.

        After a cancelled search, the next call of `start` begins the search again.
        """
        self._decision = None
        if self._cancel is not None:
            self._cancel()
            self._cancel = None


def search_in_this_thread(
    later: Callable[[Callable[[], None]], None], clock_ms: Callable[[], float]
) -> Think:
    """Return a function that runs searches in this thread, for tests and servers without live players.

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
