"""A set of boards in the memory of the hub that owns it, and the only way to change the set."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from server.board_sets.arrivals import arrivals
from server.board_sets.board_set import BoardSet, fold
from server.board_sets.entries import Entry, Over, encode
from server.board_sets.reports import Report, learned, met
from server.hub.services import Services
from server.hub.sets.member import stored_id
from server.store.table_logs import Append, DealLog, Meta, Outcome
from server.table.packed import PackedDeals
from server.table.table import Table


class SetRoom:
    """A set of boards that this hub owns; the store accepts entries only with the owner's `token`.

    `stored` is the set after the last entry that the store has, and `ahead` the set after all entries that
    are on their way to the store. `meta` are the stored data about the set, and `deals` its deals. `reports`
    has what the set knows of its tables, by id. `told` is called after the store has more entries, and `lost`
    once, when the store says that another hub owns the set, or that its log differs.
    """

    def __init__(
        self,
        services: Services,
        board_set: BoardSet,
        meta: Meta,
        deals: PackedDeals,
        token: str,
        *,
        told: Callable[[SetRoom], None],
        lost: Callable[[SetRoom], None],
    ) -> None:
        self.stored = self.ahead = board_set
        self.meta, self.deals, self.token = meta, deals, token
        self.reports: dict[str, Report] = {}
        self._services = services
        self._log = DealLog(stored_id(board_set.id), 0, token)
        self._told, self._lost = told, lost
        self._queue: list[Entry] = []
        self._in_flight = self._left = False

    @property
    def id(self) -> str:
        return self.stored.id

    def learn(self, facts: Report) -> None:
        """Enter into the log of the set of boards what is new about one of its tables.

        `facts` has the facts about that table.
        """
        self.reports[facts.table] = facts
        self._put(learned(self.ahead, facts, self._services.now_ms()))

    def meet(self, facts: Report) -> None:
        """Enter into the log of the set of boards the players that were at a table earlier in a deal.

        `facts` has the facts about that table.
        """
        self._put(met(self.ahead, facts, self._services.now_ms()))

    def receive(self, before: Table, after: Table) -> None:
        """Enter the players that come to a table of the set, before the table's own entry is stored.

        `before` and `after` are the table before and after that entry. Raises Refusal, and enters no player,
        if one of the players may not come now.
        """
        self._put(arrivals(self.ahead, before, after, self._services.now_ms()))

    def leave(self) -> None:
        """Stop the room, because this hub no longer owns the set or unloads it."""
        self._left = True

    def _put(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self.ahead = fold(self.ahead, entry)
        self._queue += entries
        self._send()

    def _send(self) -> None:
        """Send all waiting entries to the store, one append at a time."""
        if self._in_flight or self._left or not self._queue:
            return
        batch, self._queue = self._queue, []
        first, *more = map(encode, batch)
        status = "closed" if any(isinstance(entry, Over) for entry in batch) else None
        self._in_flight = True
        append = Append(self._log, self.stored.index + 1, first, status, tuple(more))
        self._services.logs.append(append, partial(self._appended, batch))

    def _appended(self, batch: list[Entry], outcome: Outcome) -> None:
        self._in_flight = False
        if outcome is Outcome.FENCED:
            self._services.meter.fenced.inc()
        if self._left:
            return
        if outcome is not Outcome.DONE:
            self.leave()
            self._lost(self)
            return
        for entry in batch:
            self.stored = fold(self.stored, entry)
        self._send()
        self._told(self)
