"""A set of boards that is over leaves the store for the archive, and is found there with its tables."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host
from protocol.v1.updates import Done
from server.board_sets import entries
from server.games.registry import GAMES
from server.hub.archive.archiver import CLOSED_MS, Archiver
from server.hub.sets.archived_set import closed_set
from server.hub.sets.member import stored_id
from server.records.registry import result_line
from tests.evenings import Evening
from tests.hub.archive.asking import Asking
from tests.hub.archive.test_archiving import archiving
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, virtual


def archiver(store: LaterStore, archive: Any = None, days: float = 2) -> Archiver:
    """An archiver so many days later."""
    later_ms = int(days * CLOSED_MS)
    return Archiver(store, archive or store.archive, GAMES, lambda: now_ms() + later_ms, result_line)


async def played_and_closed(house: House, *, but: int = 0) -> Evening:
    """A set of two tables that play a board each; all tables but the last `but` are closed."""
    evening = await Evening.seated(house, tables=2)
    for number in range(2):
        await evening.plays(number, "1C")
    host = house.person("Host")
    for table in evening.tables[: 2 - but]:
        assert isinstance(await host.ask(Host(table=table, id=7, terminate=True)), Done)
    await passes(1_000)
    return evening


async def shown(house: House, evening: Evening) -> Any:
    """What the hub shows of a set: its state and its boards, without what is only in memory."""
    found = await house.hub.sets.read(evening.id)
    return found.board_set.tables, found.board_set.over, tuple(found.deals)


@virtual
async def test_a_set_that_is_over_leaves_the_store_with_its_tables_and_is_shown_as_before() -> None:
    async with House() as house:
        async with archiving(house):
            evening = await played_and_closed(house)
        before = await shown(house, evening)
        downloads = [await Asking(house).records(f"{at} N", table) for at, table in enumerate(evening.tables)]
        store = house.store
        assert before[1], "the set is over"
    work = archiver(store)
    assert [await work.retire(table) for table in evening.tables] == [True, True]
    assert [await store.load(id) for id in (stored_id(evening.id), *evening.tables)] == [None] * 3
    async with House(store) as after:
        assert await shown(after, evening) == before
        assert [
            await Asking(after).records(f"{at} N", table) for at, table in enumerate(evening.tables)
        ] == downloads
        await after.hub.handle(evening.tables[0])
        assert (await after.hub.sets.room(evening.id)).stored.over
        await passes(5_000)
        assert await shown(after, evening) == before
        assert await store.load(stored_id(evening.id)) is None, "looking at a set brings nothing back"
    rows = await store.archive.by_player("p-0 N")
    assert {row.table for row in rows} == {evening.tables[0]}, "a set is no game of its players"


@virtual
async def test_a_set_stays_while_a_table_plays_or_has_just_been_closed() -> None:
    async with House() as house:
        async with archiving(house):
            evening = await played_and_closed(house, but=1)
        assert not await archiver(house.store).retire(evening.tables[0])
        host = house.person("Host")
        async with archiving(house):
            assert isinstance(await host.ask(Host(table=evening.tables[1], id=8, terminate=True)), Done)
            await passes(1_000)
        assert not await archiver(house.store, days=0.5).retire(evening.tables[0])
        assert await house.store.load(stored_id(evening.id)) is not None
        assert await archiver(house.store).retire(evening.tables[0])


@virtual
async def test_a_repeated_request_for_an_archived_set_opens_nothing() -> None:
    async with House() as house:
        async with archiving(house):
            evening = await played_and_closed(house)
        store = house.store
    for table in evening.tables:
        assert await archiver(store).retire(table)
    async with House(store) as after:
        stored = await closed_set(store.archive, evening.id)
        assert stored is not None
        begun = (await after.hub.sets.read(evening.id)).board_set
        again = await Evening.opened(after, tables=2)
        assert again.id != evening.id
        await after.hub.sets.open(
            evening.id, "p-Host", begun.game, "", *await _opened_with(after, evening.id)
        )
        assert await store.load(stored_id(evening.id)) is None


async def _opened_with(house: House, id: str) -> tuple[Any, Any, Any]:
    """The options, deals and first entry of a stored set."""

    stored = await closed_set(house.store.archive, id)
    assert stored is not None
    options = msgspec.msgpack.decode(stored.meta.options, type=GAMES["bridge"].options_type)
    found = await house.hub.sets.read(id)
    return options, tuple(found.deals), entries.decode(stored.entries[0])


@virtual
async def test_a_forgotten_player_is_named_by_no_archived_set() -> None:
    async with House() as house:
        async with archiving(house):
            evening = await played_and_closed(house)
        store = house.store
        await store.archive.forget_player("p-0 N")
    for table in evening.tables:
        assert await archiver(store).retire(table)
    await store.archive.forget_player("p-1 E")
    kept = await closed_set(store.archive, evening.id)
    assert kept is not None
    told = b"".join(kept.entries)
    assert b"p-0 N" not in told and b"0 N" not in told and b"1 E" not in told and b"0 E" in told


class _Dying:
    """A store or an archive that fails for good after so many calls."""

    def __init__(self, inner: Any, left: list[int]) -> None:
        self._inner = inner
        self._left = left

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)

        async def call(*given: Any, **named: Any) -> Any:
            if self._left[0] <= 0:
                raise ConnectionError("the process has died")
            self._left[0] -= 1
            return await found(*given, **named)

        return call


@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_death_at_any_step_of_the_end_of_a_set_loses_nothing(start: int) -> None:
    @virtual
    async def run() -> None:
        steps, died = start, True
        while died:
            async with House() as house:
                async with archiving(house):
                    evening = await played_and_closed(house)
                before = await shown(house, evening)
                store = house.store
            left = [steps]
            try:
                dying = archiver(_Dying(store, left), _Dying(store.archive, left))  # type: ignore[arg-type]
                for table in evening.tables:
                    await dying.retire(table)
                died = False
            except ConnectionError:
                pass
            async with House(store) as after:
                assert await shown(after, evening) == before, f"after {steps} steps"
            for table in evening.tables:
                await archiver(store).retire(table)
            assert [await store.load(id) for id in (stored_id(evening.id), *evening.tables)] == [None] * 3
            async with House(store) as after:
                assert await shown(after, evening) == before, f"after {steps} steps and the end"
            steps += 3
        assert steps > 10

    run()


@virtual
async def test_a_set_that_another_hub_loads_just_then_stays_in_the_store() -> None:
    async with House() as house:
        async with archiving(house):
            evening = await played_and_closed(house)
        store = house.store
    id, put = stored_id(evening.id), store.archive.put

    class Meanwhile:
        def __getattr__(self, name: str) -> Any:
            return getattr(store.archive, name)

        async def put(self, *records: Any) -> Any:
            stored = store._tables[id]
            store._tables[id] = replace(stored, owner="another hub:1")
            return await put(*records)

    assert not await archiver(store, Meanwhile()).retire(evening.tables[0])
    assert await store.load(id) is not None
