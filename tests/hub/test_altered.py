"""A table with an altered log is quarantined alone and logged, and no record is made of that log."""

from __future__ import annotations

import logging

import pytest

from protocol.v1.updates import Done, Refused
from server.table import events
from server.table.events import Sat
from tests.hub.archive.asking import Asking, pass_out
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, virtual

NAME = "North"
UNREADABLE = ("internal", "the log of this game cannot be read")


async def alter_name(store: LaterStore, table: str, deal: int) -> int:
    """Overwrite the name of a seated player with zero bytes, and return the index of the entry.

    Such an entry still decodes and folds.
    """
    log = await store.load_deal(table, deal)
    index, entry = next(
        (index, entry) for index, entry in enumerate(log, 1) if isinstance(events.decode(entry), Sat)
    )
    altered = entry.replace(NAME.encode(), bytes(len(NAME)))
    assert altered != entry and isinstance(events.decode(altered), Sat)
    store.alter(table, deal, index, altered)
    return index


def test_a_table_with_an_altered_entry_is_set_aside_alone_and_named(caplog: pytest.LogCaptureFixture) -> None:
    @virtual
    async def run() -> None:
        store = LaterStore(now_ms)
        async with House(store) as before:
            sick, _ = await before.dealt()
            sound = await before.table()
        index = await alter_name(store, sick, 0)
        owner = store._tables[sick].owner
        async with House(store) as after:
            eve = after.person("Eve")
            for _ in range(2):
                answer = await eve.sit(sick, 0)
                assert isinstance(answer, Refused) and answer.code == "internal" and answer.retry_ms is None
            assert isinstance(await eve.sit(sound, 0), Done)
            metric = after.services.meter.registry.get_sample_value("kibitz_quarantined")
            assert metric == 1
            assert f"table {sick}, deal 0, entry {index}" in caplog.text
            assert await Asking(after).refused("North", sick) == UNREADABLE
        assert store._tables[sick].owner == owner, "expected the table not to be claimed"

    with caplog.at_level(logging.ERROR):
        run()
    assert "Traceback" not in caplog.text and NAME not in caplog.text


def test_a_finished_board_with_an_altered_log_is_refused_and_the_other_boards_are_exported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            await pass_out(house, table, players, 3)
            await alter_name(house.store, table, 0)
            asking = Asking(house)
            assert await asking.refused("North", f"{table}.1") == UNREADABLE
            assert await asking.refused("North", table) == UNREADABLE
            assert await asking.boards("North", f"{table}.2") == [2]
            assert await asking.boards("North", f"{table}.3") == [3]
            assert f"table {table}, deal 0, entry" in caplog.text

    with caplog.at_level(logging.ERROR):
        run()


def test_after_an_outage_only_the_table_with_the_altered_log_is_set_aside(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            sick, _ = await house.dealt()
            sound, _ = await house.dealt()
            index = await alter_name(house.store, sick, 0)
            house.store.away = True
            await passes(5_000)
            assert house.hub.holding()
            house.store.come_back()
            await passes(5_000)
            assert not house.hub.holding()
            assert [room.table.id for room in house.hub.rooms] == [sound]
            assert f"table {sick}, deal 0, entry {index}" in caplog.text
            answer = await house.person("Eve").sit(sick, 0)
            assert isinstance(answer, Refused) and answer.code == "internal"

    with caplog.at_level(logging.ERROR):
        run()
