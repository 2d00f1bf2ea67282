"""The repair of a table's stored log from the memory of the table's owner.

When a Redis fails over to a replica that was behind, the newest entries of a log are missing, and perhaps the
claim of the owner, too. The owner still has the newest entries in memory: if the stored log is a beginning of
its own, it appends the others again, byte for byte. Otherwise the log in the store counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from server.hub.contact import DEAD_MS
from server.store.ownership import Ownership, hub_of
from server.store.table_logs import Append, DealLog, Outcome, Stored, TableLogs

KEPT = 64
"""The number of newest log entries that a room keeps; a replica is rarely behind by more than a few."""


def missing(kept: Sequence[Append], stored: Stored) -> tuple[Append, ...] | None:
    """Return the newest entries that the stored log lacks, None if it is no beginning of the owner's log.

    `kept` are the owner's newest entries, in their order, one in each append. They have to reach back to the
    end of the stored log: how the two go together before that cannot be told.
    """
    end = stored.deal, len(stored.entries)
    same = [each for each in kept if each.log.deal == stored.deal and each.index <= end[1]]
    if not same or _place(same[-1]) != end:
        return None
    if any(stored.entries[each.index - 1] != each.entry for each in same):
        return None
    return tuple(each for each in kept if _place(each) > end)


def _place(append: Append) -> tuple[int, int]:
    return append.log.deal, append.index


def _appends(table: str, token: str, lost: Iterable[Append]) -> Iterator[Append]:
    """Return the appends of lost entries, one for each deal."""
    for deal, group in groupby(lost, key=lambda each: each.log.deal):
        first, *more = group
        status = next((each.status for each in (*reversed(more), first) if each.status is not None), None)
        log = DealLog(table, deal, token)
        yield Append(log, first.index, first.entry, status, tuple(each.entry for each in more))


async def repair(
    table: str,
    token: str,
    kept: Sequence[Append],
    logs: TableLogs,
    ownership: Ownership,
) -> bool:
    """Make the stored log of a table equal to the owner's log; return False if that is not possible.

    A table that another hub which runs owns has been taken over in order, and is left to it. Raises OSError
    if the store does not answer.
    """
    stored = await logs.load(table)
    if stored is None:
        return False
    owner = hub_of(stored.owner)
    if owner != hub_of(token):
        age_ms = await ownership.beat_age_ms(owner)
        if age_ms is not None and age_ms < DEAD_MS:
            return False
    lost = missing(kept, stored)
    if lost is None:
        return False
    if stored.owner != token and not await ownership.claim(table, stored.owner, token):
        return False
    for append in _appends(table, token, lost):
        answered: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        logs.append(append, answered.set_result)
        if await answered is not Outcome.DONE:
            return False
    return True
