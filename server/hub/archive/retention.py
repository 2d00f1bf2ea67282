"""The removal of archived deals that are older than the operator wants to keep."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from server.errors import StoreError
from server.store.archive.archive import Archive
from server.table.lifetime import DAY_MS

log = logging.getLogger("kibitz.archive")

DAY_S = 86_400.0
AGAIN_S = 3_600.0
"""The time (s) after which a failed attempt is repeated."""


async def forget_old_deals(archive: Archive, days: int, now_ms: Callable[[], int]) -> None:
    """Remove, now and once a day, the deals of the archive that ended more than `days` days ago.

    If `days` is 0, return at once: all deals are kept. `now_ms` returns the time in ms since 1970.
    """
    while days:
        try:
            count = await archive.forget_before(now_ms() - days * DAY_MS)
        except (OSError, StoreError) as error:
            log.error("old deals cannot be removed from the archive now: %s", error)
            await asyncio.sleep(AGAIN_S)
            continue
        if count:
            log.info("%d deals of more than %d days ago were removed from the archive", count, days)
        await asyncio.sleep(DAY_S)
