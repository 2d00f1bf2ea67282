"""The logs of a store and those in the archive, read in one place: what is not archived is the store's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.hub.archive.logs_with_archive import LogsWithArchive
from server.store.archive.opening import open_archive
from server.store.memory import stores_in_memory
from server.store.stores import Stores
from server.store.table_logs import ArchivedLog, Noted, Outcome, Stored
from tests.store.tables import BASE, META, MINE, THEIRS, Owner, opened


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncIterator[Stores]:
    archive = await open_archive("", tmp_path)
    stores = stores_in_memory()
    yield replace(stores, logs=LogsWithArchive(stores.logs, archive))
    await archive.close()


async def test_a_table_is_made_written_listed_and_removed_in_the_store(stores: Stores) -> None:
    owner = await opened(stores)
    assert await owner.appends(b"one") is Outcome.DONE
    assert await Owner(stores, token=THEIRS).appends(b"two") is Outcome.FENCED
    assert await stores.logs.load("t1") == Stored(META, MINE, 0, (BASE, b"one"))
    assert await stores.logs.tables() == ("t1",)
    assert await stores.logs.about("t1") == (META.game, META.name)
    assert await stores.logs.remove("t1", MINE)
    assert await stores.logs.load("t1") is None


async def test_notes_of_a_deal_in_the_store_are_the_stores(stores: Stores) -> None:
    await opened(stores)
    outcomes: list[Outcome] = []
    stores.logs.note("t1", MINE, Noted(0, "ann", 3, "red"), outcomes.append)
    assert outcomes == [Outcome.DONE]
    assert await stores.logs.notes("t1", 0) == (Noted(0, "ann", 3, "red"),)


async def test_a_deal_in_neither_has_no_log_and_no_notes(stores: Stores) -> None:
    await opened(stores)
    assert await stores.logs.load_deal("t1", 1) == ()
    assert await stores.logs.notes("t1", 1) == ()


async def test_deals_leave_the_store_through_it(stores: Stores) -> None:
    owner = await opened(stores)
    await owner.deals(b"second")
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 1)]) == 1
    assert await stores.logs.deals("t1") == (1,)
    assert await stores.logs.load_deal("t1", 0) == (), "the archive does not have it either"


async def test_its_durability_is_the_stores(stores: Stores) -> None:
    assert stores.logs.durability == "none"
