"""The prefixes of a deal's log: the table after each entry, without a long turn of the event loop."""

from __future__ import annotations

import asyncio

import pytest

from server.errors import StoreError
from server.games.hanabi.rules import HANABI
from server.hub.log_prefixes import STEP, prefixes
from server.table.log_fold import LogFold
from server.table.table import Table
from tests.hub.hanabi.four import four
from tests.rooms import House
from tests.virtual import virtual


async def played_log(house: House) -> tuple[Table, tuple[bytes, ...]]:
    """Return a live game of Hanabi with more entries than two steps fold, and its log."""
    game = await four(house)
    for _ in range(2 * STEP):
        await game.discards()
    live = house.room(game.table).table
    log = await house.store.load_deal(game.table, live.deal)
    assert len(log) > 2 * STEP
    return live, log


async def folded(live: Table, log: tuple[bytes, ...]) -> list[Table]:
    """Return the table after each entry of the log."""
    return [each async for each in prefixes(LogFold(live.id, HANABI, live.deal), log)]


@virtual
async def test_there_is_one_table_for_each_entry_and_the_last_is_the_live_table() -> None:
    async with House() as house:
        live, log = await played_log(house)
        tables = await folded(live, log)
        assert [table.index for table in tables] == list(range(1, len(log) + 1))
        assert tables[-1].state == live.state and tables[-1].chairs == live.chairs
        assert tables[-1].counters == live.counters and tables[-1].time_ms == live.time_ms


@virtual
async def test_a_prefix_does_not_depend_on_later_entries() -> None:
    async with House() as house:
        live, log = await played_log(house)
        whole = await folded(live, log)
        assert [table.state for table in await folded(live, log[:20])] == [t.state for t in whole[:20]]


@virtual
async def test_other_tasks_run_after_each_step_of_entries() -> None:
    async with House() as house:
        live, log = await played_log(house)
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(count_turns())
        at_entry = [turns async for _ in prefixes(LogFold(live.id, HANABI, live.deal), log)]
        other.cancel()
        assert at_entry == [number // STEP for number in range(len(log))]


@virtual
async def test_a_log_that_does_not_begin_with_a_base_entry_is_an_error() -> None:
    async with House() as house:
        live, log = await played_log(house)
        with pytest.raises(StoreError, match=f"the log of deal {live.deal} to begin with the table's state"):
            await folded(live, log[1:])


@virtual
async def test_an_empty_log_has_no_prefix() -> None:
    async with House() as house:
        live, _ = await played_log(house)
        assert await folded(live, ()) == []
