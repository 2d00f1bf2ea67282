"""The tail of a table's log in memory, with which the owner repairs a store that has lost the last entries.

A Redis that fails over to a replica goes on with what the replica had. The entries that did not arrive there
are still in the memory of the table's owner, as those of the present deal and of the deal before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from msgspec import Struct

from server.store.table_logs import Append, DealLog, Outcome, Stored, TableLogs


class Missing(Struct, frozen=True):
    """Entries of one deal's log that the store has lost; `index` is the position of the first, from 1."""

    deal: int
    index: int
    entries: tuple[bytes, ...]


class Tail:
    """The stored entries of a table's present deal and of the deal before it, the oldest first.

    `deal` is the present deal when the tail is made, and `entries` are the entries of its log.
    """

    def __init__(self, deal: int, entries: Iterable[bytes]) -> None:
        self._deal = deal
        self._entries = list(entries)
        self._earlier: list[bytes] = []

    def add(self, deal: int, entry: bytes) -> None:
        """Add an entry that the store has now."""
        if deal != self._deal:
            self._deal, self._earlier, self._entries = deal, self._entries, []
        self._entries.append(entry)

    def missing(self, stored: Stored) -> tuple[Missing, ...] | None:
        """Return what a stored table lacks, or None if its log is not the beginning of the log in memory."""
        kept = self._entries if stored.deal == self._deal else self._earlier
        count = len(stored.entries)
        if self._deal - stored.deal not in (0, 1) or tuple(kept[:count]) != stored.entries:
            return None
        found = [Missing(stored.deal, count + 1, tuple(kept[count:]))]
        if stored.deal != self._deal:
            found.append(Missing(self._deal, 1, tuple(self._entries)))
        return tuple(each for each in found if each.entries)


async def repair(
    logs: TableLogs, tail: Tail, stored: Stored, table: str, token: str, status: str
) -> int | None:
    """Store again what the store has lost of a table's log, and return the number of entries.

    `stored` is the table as the store has it, `token` the token of its owner, and `status` its status.
    Returns None if the store has another owner or another log, which counts then.
    """
    missing = tail.missing(stored) if stored.owner == token else None
    if missing is None:
        return None
    for each in missing:
        changed = status if status != stored.meta.status and each is missing[-1] else None
        first, *more = each.entries
        log = DealLog(table, each.deal, token)
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        logs.append(Append(log, each.index, first, changed, tuple(more)), outcome.set_result)
        if await outcome is not Outcome.DONE:
            return None
    return sum(len(each.entries) for each in missing)
