"""What is searched for beside the rooms: a table's proof, for as long as its decision is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from server.games.base import Search
from server.hub.services import Cancel, Think
from server.table.table import Table

THINK_MS = 200
"""How long a search may take."""


class TableSearch:
    """The search that is on for one table: one a decision, and only what it finds for that is told.

    `proven` is called with the decision and the ruling that was found.
    """

    def __init__(self, think: Think, proven: Callable[[str, object], None]) -> None:
        self._think = think
        self._proven = proven
        self._decision: str | None = None
        self._cancel: Cancel | None = None

    def look(self, table: Table) -> None:
        """See whether there is anything to be proven now; what was before is thought of no more."""
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
        """Stop the search, and begin anew with the next look."""
        self._decision = None
        if self._cancel is not None:
            self._cancel()
            self._cancel = None


def think_here(later: Callable[[Callable[[], None]], None], clock_ms: Callable[[], float]) -> Think:
    """Searches in this very thread, for tests and for servers that nobody waits for.

    `later` runs a callback soon, `clock_ms` measures the time that they take.
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
