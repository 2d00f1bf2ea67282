"""Old deals leave the archive if the operator wants so, and never otherwise."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.hub.archive.retention import AGAIN_S, DAY_S, forget_old_deals
from server.store.archive.archive import Archive
from server.store.archive.connection import ArchiveAway
from server.store.archive.memory import archive_in_memory
from server.table.lifetime import DAY_MS
from tests.store.archive.records import deal
from tests.virtual import now_ms, passes, virtual


async def filled() -> Archive:
    """Return an archive with a deal of each of the last ten days."""
    archive = archive_in_memory()
    await archive.put([deal(number=day, ended_ms=now_ms() - day * DAY_MS - 1) for day in range(10)])
    return archive


@virtual
async def test_deals_of_more_days_ago_than_are_kept_are_removed_each_day() -> None:
    archive = await filled()
    forgetting = asyncio.create_task(forget_old_deals(archive, 3, now_ms))
    await passes(100)
    assert [row.deal for row in await archive.by_time()] == [0, 1, 2]
    await passes(2 * DAY_S * 1000)
    assert [row.deal for row in await archive.by_time()] == [0]
    forgetting.cancel()


@virtual
async def test_by_default_nothing_is_removed() -> None:
    archive = await filled()
    await forget_old_deals(archive, 0, now_ms)
    assert len(await archive.by_time()) == 10


class _AwayAtFirst:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.calls = 0

    async def forget_before(self, ms: int) -> int:
        self.calls += 1
        if self.calls == 1:
            raise ArchiveAway("archive: PostgreSQL: OperationalError")
        return await self._archive.forget_before(ms)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._archive, name)


@virtual
async def test_an_archive_that_is_away_is_tried_again_within_the_day(
    caplog: pytest.LogCaptureFixture,
) -> None:
    archive = _AwayAtFirst(await filled())
    forgetting = asyncio.create_task(forget_old_deals(archive, 3, now_ms))
    await passes(AGAIN_S * 1000 + 500)
    assert "cannot be removed from the archive now" in caplog.text
    assert len(await archive.by_time()) == 3
    forgetting.cancel()
