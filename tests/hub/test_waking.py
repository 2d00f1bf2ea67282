"""A table that is opened and loaded at the same time gets one room, and neither waits for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from protocol.v1.codes import Code
from protocol.v1.requests import Host, Open
from protocol.v1.updates import Done
from server.deployment.clocks import ServerClock
from server.errors import Refusal
from server.games.registry import GAMES
from server.hub.archive.archiver import CLOSED_MS, Archiver
from server.hub.contact import DEAD_MS
from server.hub.hub import ARCHIVE_S, Hub
from server.hub.room import Room
from server.records.registry import result_line
from server.store.archive.archive import ArchivedTable
from server.store.ownership import Ownership
from server.store.redis import connect_to_redis
from server.store.table_logs import Stored
from tests.evenings import Evening
from tests.golden_logs import product
from tests.later_store import LaterStore
from tests.rooms import House
from tests.store.relay import Relay
from tests.virtual import now_ms, passes, until, virtual

NEW = "new"


class HeldStore(LaterStore):
    """A store in which the next load of a table, or the answer to the next creation of one, waits.

    `held` are the tables whose next load waits for `go_on`, and `created` those of which the answer to the
    creation waits, after the store has them.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__(now_ms)
        self.held: set[str] = set()
        self.created: set[str] = set()
        self.go_on = asyncio.Event()

    async def load(self, table: str) -> Stored | None:
        if table in self.held:
            self.held.discard(table)
            await self.go_on.wait()
        return await super().load(table)

    async def create(self, table: str, meta: Any, token: str, base: bytes) -> bool:
        made = await super().create(table, meta, token, base)
        if table in self.created:
            self.created.discard(table)
            await self.go_on.wait()
        return made


def opening(house: House, table: str = NEW) -> asyncio.Task[str]:
    options = house.hub.games["bridge"].options_type()
    return asyncio.create_task(house.hub.open_as(table, "p-Host", Open(game="bridge", id=1), options, ()))


async def loading(house: House, table: str, way: str) -> Room | BaseException:
    """Load a table in one of the two ways, and return its room or why there is none."""
    if way == "take":
        (found,) = await house.hub.take([table], None)
        return found
    (found,) = await asyncio.gather(house.hub.room(table), return_exceptions=True)
    return found


def rooms_that_came(house: House) -> Counter[str]:
    """Return the number of rooms that each table gets from now on."""
    came: Counter[str] = Counter()
    house.hub.came.subscribe(lambda table: came.update([table.id]))
    return came


async def is_owned(house: House, table: str) -> bool:
    """Return True if the store says that the room of a table is its owner."""
    room = house.hub.live(table)
    return room is not None and room.token == await house.store.owner(table)


ways = pytest.mark.parametrize("way", ["request", "take"])


@ways
def test_a_table_that_is_opened_while_a_request_loads_it_has_one_room(way: str) -> None:
    @virtual
    async def run() -> None:
        store = HeldStore(now_ms)
        async with House(store) as house:
            came = rooms_that_came(house)
            store.held.add(NEW)
            first = asyncio.create_task(loading(house, NEW, way))
            await passes(10)
            opened = opening(house)
            await passes(100)
            store.go_on.set()
            found = await first
            assert await opened == NEW
            assert came == {NEW: 1} and await is_owned(house, NEW)
            if isinstance(found, Room):
                assert found is house.room(NEW)
            else:
                assert isinstance(found, Refusal) and found.code is Code.NO_SUCH_TABLE

    run()


@pytest.mark.skipif(product.no_redis(), reason="expected a redis-server on this machine")
async def test_a_table_that_is_opened_before_redis_answers_its_load_has_one_room() -> None:
    with product.redis_server() as redis:
        async with Relay(redis.socket).running() as relay, hub_on(relay.url) as (house, ownership):
            came = rooms_that_came(house)
            relay.hold_after(0)
            first = asyncio.create_task(loading(house, NEW, "request"))
            await relay.until_held_or(first)
            # The load stays held back, and all that comes after it passes.
            relay.hold_after(None)
            opened = opening(house)
            await asyncio.wait((opened,), timeout=0.3)
            relay.go_on()
            await asyncio.gather(first, opened)
            assert came == {NEW: 1}
            assert house.room(NEW).token == await ownership.owner(NEW)


@asynccontextmanager
async def hub_on(url: str) -> AsyncIterator[tuple[House, Ownership]]:
    """Return a hub on a Redis, which sends only what it is asked for: it has had one heartbeat."""
    stores, house = await connect_to_redis(url), House(clock=ServerClock())
    services = replace(house.services, logs=stores.logs)
    house.hub = Hub(services, stores.ownership, house.hub.games, exclusive=True)
    await house.hub._contact.beat_once()
    try:
        yield house, stores.ownership
    finally:
        await house.hub.stop()
        await stores.close()


@pytest.mark.parametrize("held", ["load", "create"])
@pytest.mark.parametrize("exclusive", [True, False])
@ways
def test_a_set_opens_a_table_that_is_also_loaded_and_neither_waits_for_the_other(
    way: str, exclusive: bool, held: str
) -> None:
    """The loading of a set waits for its tables, so the loading of a table must not wait for its set."""

    @virtual
    async def run() -> None:
        store = HeldStore(now_ms)
        async with House(store) as before:
            evening = await Evening.opened(before)
        missing = evening.tables[1]
        assert await store.remove(missing, str(await store.owner(missing)))
        async with House(store, exclusive=exclusive) as house:
            await passes(DEAD_MS + 1_000)
            came = rooms_that_came(house)
            (store.held if held == "load" else store.created).add(missing)
            if held == "load":
                first = asyncio.create_task(loading(house, missing, way))
            whole = asyncio.create_task(house.hub.load_set(evening.id))
            await passes(100)
            if held == "create":
                first = asyncio.create_task(loading(house, missing, way))
            others = [asyncio.create_task(loading(house, table, way)) for table in evening.tables[::2]]
            await passes(100)
            assert not first.done() and not whole.done(), "expected both to wait for the store"
            store.go_on.set()
            async with asyncio.timeout(5):
                await whole
                found = await asyncio.gather(first, *others)
            assert isinstance(found[0], Room if held == "create" else Refusal), found
            assert came == dict.fromkeys(evening.tables, 1)
            assert all([await is_owned(house, table) for table in evening.tables])

    run()


@ways
def test_a_table_that_a_request_loads_while_it_is_opened_has_one_room(way: str) -> None:
    @virtual
    async def run() -> None:
        store = HeldStore(now_ms)
        async with House(store) as house:
            came = rooms_that_came(house)
            store.created.add(NEW)
            opened = opening(house)
            await passes(10)
            second = asyncio.create_task(loading(house, NEW, way))
            await passes(100)
            assert not second.done(), "expected the load to wait for the opening"
            store.go_on.set()
            assert await opened == NEW
            assert await second is house.room(NEW)
            assert came == {NEW: 1} and await is_owned(house, NEW)

    run()


class SlowArchive:
    """An archive that answers questions about tables late, once `go_on` is set."""

    def __init__(self, archive: Any) -> None:
        self._archive = archive
        self.go_on = asyncio.Event()

    async def table(self, table: str) -> ArchivedTable | None:
        await self.go_on.wait()
        found: ArchivedTable | None = await self._archive.table(table)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._archive, name)


@pytest.mark.parametrize("closed", [False, True])
def test_a_table_is_opened_while_a_request_for_it_waits_for_the_archive(closed: bool) -> None:
    @virtual
    async def run() -> None:
        async with House() as earlier:
            if closed:
                assert await opening(earlier) == NEW
                await close_and_archive(earlier, NEW)
        store = LaterStore(now_ms)
        store.archive = slow = SlowArchive(earlier.store.archive)
        async with House(store) as house:
            came = rooms_that_came(house)
            first = asyncio.create_task(loading(house, NEW, "request"))
            await passes(10)
            opened = opening(house)
            await passes(ARCHIVE_S * 1_000 + 100)
            assert opened.done() and not first.done()
            slow.go_on.set()
            found = await first
            assert came == {NEW: 1} and await is_owned(house, NEW)
            assert found is house.room(NEW) if closed else isinstance(found, Refusal)

    run()


@virtual
async def test_a_closed_table_in_memory_is_not_opened_again_while_the_archive_is_away() -> None:
    async with House() as earlier:
        assert await opening(earlier) == NEW
        await close_and_archive(earlier, NEW)
    store = LaterStore(now_ms)
    store.archive = slow = SlowArchive(earlier.store.archive)
    async with House(store) as house:
        slow.go_on.set()
        room = await house.hub.room(NEW)
        slow.go_on.clear()
        assert await opening(house) == NEW
        assert house.room(NEW) is room and room.table.closed
        assert await store.load(NEW) is None


async def close_and_archive(house: House, table: str) -> None:
    """Close a table of the player Host, and move it from the store to the archive."""
    assert isinstance(await house.person("Host").ask(Host(table=table, terminate=True, id=1)), Done)
    await until(lambda: house.room(table).table.closed)
    later_ms = now_ms() + CLOSED_MS + 1
    await Archiver(house.store, house.store.archive, GAMES, lambda: later_ms, result_line).fetch(table)
    assert await house.store.archive.table(table) is not None


@virtual
async def test_the_players_of_a_table_that_the_store_has_lost_come_to_the_new_table_with_its_id() -> None:
    async with House() as house:
        table, players = await house.dealt()
        moved: list[str] = []
        house.hub.moved.subscribe(lambda handles: moved.extend(handle.id for handle in handles))
        before, came = house.room(table), rooms_that_came(house)
        assert await house.store.remove(table, before.token)
        assert await opening(house, table) == table
        assert came == {table: 1} and await is_owned(house, table)
        assert house.room(table) is not before and moved == [table]
        assert isinstance(await players[0].sit(table, 2), Done)
        seated = house.room(table).table.chairs.seats
        assert seated == {"p-North": 2}, seated
