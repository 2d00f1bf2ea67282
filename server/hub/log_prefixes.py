"""The log of one deal, folded a few entries at a time so that the event loop may do something else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from server.errors import StoreError
from server.games.base import AnyGame
from server.table import events
from server.table.events import Base, Entry
from server.table.table import Table, begin, fold

STEP = 16
"""How many entries are folded before the loop may do something else."""


async def prefixes(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...]) -> AsyncIterator[Table]:
    """Yield the table after each entry of the log of a deal.

    Raises StoreError, IllegalAction or what decoding raises for bytes that are no log.
    """
    folded: Table | None = None
    for place, entry in enumerate(packed, 1):
        folded = _after(folded, table, game, deal, events.decode(entry))
        yield folded
        if place % STEP == 0:
            await asyncio.sleep(0)


def _after(folded: Table | None, table: str, game: AnyGame, deal: int, entry: Entry) -> Table:
    if folded is not None:
        return fold(folded, entry)
    if not isinstance(entry, Base):
        raise StoreError(f"expected the log of deal {deal} to begin with a base")
    return begin(table, game, deal, entry)
