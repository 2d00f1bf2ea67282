"""The state of a table after each entry of a log, computed in steps of a few entries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from server.table import events
from server.table.log_fold import LogFold
from server.table.table import Table

STEP = 16
"""The number of log entries that are applied to a table in one turn of the event loop."""


async def prefixes(log: LogFold, packed: tuple[bytes, ...]) -> AsyncIterator[Table]:
    """Add the entries in `packed` to `log`, and yield the table after each entry.

    Raises StoreError, IllegalAction or errors of msgspec if the bytes in `packed` are not a valid log.
    """
    for number, entry in enumerate(packed, 1):
        yield log.add(events.decode(entry))
        if number % STEP == 0:
            await asyncio.sleep(0)
