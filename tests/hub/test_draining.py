"""A hub that stops hands its tables over, those of a match or set of boards to one hub."""

from __future__ import annotations

from server.hub.contact import DEAD_MS
from server.hub.draining import TOGETHER, units
from server.hub.hub import BEAT_MS, NOTE_EVERY
from tests.evenings import Evening
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House
from tests.virtual import passes, virtual


@virtual
async def test_the_tables_of_a_set_of_boards_keep_one_owner() -> None:
    async with houses(3) as every:
        leaving = every[0]
        alone = await leaving.table()
        evening = await Evening.opened(leaving, count=2)
        tables, board_set = evening.tables, evening.id
        assert sorted(len(unit.rooms) for unit in units(leaving.hub)) == [1, 3]
        await leaving.hub.drain()
        await passes(DEAD_MS)
        homes = [{table for table in (*tables, alone) if each.hub.live(table)} for each in every]
        assert homes[0] == set() and set(tables) in (homes[1] - {alone}, homes[2] - {alone})
        (home,) = [each for each in every if each.hub.live(tables[0])]
        assert (await home.hub.sets.room(board_set)).id == board_set


@virtual
async def test_a_lone_hub_keeps_its_tables_for_the_next_start() -> None:
    async with houses(1) as (only,):
        table = await only.table()
        await only.hub.drain()
        assert only.hub.live(table) is not None and only.hub.draining
        await only.hub.stop()
        async with House(only.store, exclusive=False) as after:
            assert await after.hub.handle(table) is not None, "the retired owner need not be waited for"


@virtual
async def test_more_tables_than_change_hands_at_once_all_arrive() -> None:
    async with houses(2) as (leaving, staying):
        tables = [await leaving.table() for _ in range(TOGETHER + 5)]
        await leaving.hub.drain()
        await passes(1_000)
        assert all(staying.hub.live(table) is not None for table in tables)


@virtual
async def test_a_hub_that_stops_takes_over_no_table_of_a_dead_hub() -> None:
    async with houses(3) as (dying, leaving, staying):
        tables = [await dying.table() for _ in range(20)]
        await passes(NOTE_EVERY * BEAT_MS)
        dying.kill()
        await leaving.hub.drain()
        await passes(DEAD_MS + 1_000)
        assert [leaving.hub.others.heir(table) for table in tables] == [staying.hub.id] * 20
        assert all(staying.hub.live(table) is not None for table in tables)
