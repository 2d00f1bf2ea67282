"""The state of a table after each entry of a log, computed in steps of a few entries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from server.errors import StoreError
from server.games.base import AnyGame
from server.table import events
from server.table.events import Base, Entry
from server.table.table import Table, begin, fold

STEP = 16
"""The number of entries that are folded in one turn of the event loop."""


async def prefixes(table: str, game: AnyGame, deal: int, packed: tuple[bytes, ...]) -> AsyncIterator[Table]:
    """Yield the state of the table after each entry of a deal's log.

    Raises StoreError, IllegalAction or msgspec's errors for bytes that are not a valid log.
    """
    folded: Table | None = None
    for number, entry in enumerate(packed, 1):
        folded = _after(folded, table, game, deal, events.decode(entry))
        yield folded
        if number % STEP == 0:
            await asyncio.sleep(0)


def _after(folded: Table | None, table: str, game: AnyGame, deal: int, entry: Entry) -> Table:
    if folded is not None:
        return fold(folded, entry)
    if not isinstance(entry, Base):
        found = type(entry).__name__
        raise StoreError(f"expected the log of deal {deal} to begin with a base entry, got {found}")
    return begin(table, game, deal, entry)
