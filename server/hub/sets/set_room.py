"""A set of boards in the memory of the hub that owns it, and the only way to change the set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.board_sets.arrivals import arrivals
from server.board_sets.board_set import BoardSet, fold
from server.board_sets.entries import Entry, Over, encode
from server.board_sets.reports import Report, learned, met
from server.hub.owned_log import OwnedLog
from server.hub.services import Services
from server.hub.sets.member import stored_id
from server.store.table_logs import DealLog, Meta
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
        self.meta, self.deals, self.token = meta, deals, token
        self.reports: dict[str, Report] = {}
        self._services = services
        self._told, self._lost = told, lost
        self._log = OwnedLog[BoardSet, Entry](
            services,
            DealLog(stored_id(board_set.id), 0, token),
            board_set,
            fold=fold,
            encode=encode,
            status_of=_status_of,
            came=self._came,
            lost=self._lose,
        )

    @property
    def stored(self) -> BoardSet:
        return self._log.stored

    @property
    def ahead(self) -> BoardSet:
        return self._log.ahead

    @property
    def id(self) -> str:
        return self.stored.id

    def learn(self, facts: Report) -> None:
        """Enter into the log of the set of boards what is new about one of its tables.

        `facts` has the facts about that table.
        """
        self.reports[facts.table] = facts
        self._log.put(learned(self.ahead, facts, self._services.now_ms()))

    def meet(self, facts: Report) -> None:
        """Enter into the log of the set of boards the players that were at a table earlier in a deal.

        `facts` has the facts about that table.
        """
        self._log.put(met(self.ahead, facts, self._services.now_ms()))

    def receive(self, before: Table, after: Table) -> None:
        """Enter the players that come to a table of the set, before the table's own entry is stored.

        `before` and `after` are the table before and after that entry. Raises Refusal, and enters no player,
        if one of the players may not come now.
        """
        self._log.put(arrivals(self.ahead, before, after, self._services.now_ms()))

    def leave(self) -> None:
        """Stop the room, because this hub no longer owns the set or unloads it."""
        self._log.leave()

    def _came(self) -> None:
        self._told(self)

    def _lose(self) -> None:
        self.leave()
        self._lost(self)


def _status_of(entries: Sequence[Entry]) -> str | None:
    return "closed" if any(isinstance(entry, Over) for entry in entries) else None
