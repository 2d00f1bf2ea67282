"""The loading of a table while it is opened, in every order: the table has one room, and nothing waits for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codes import Code
from protocol.v1.requests import Open
from server.errors import Refusal
from server.hub.room import Room
from server.store.archive.archive import ArchivedTable
from server.store.archive.memory import archive_in_memory
from server.store.table_logs import Stored
from tests.evenings import Evening
from tests.later_store import LaterStore
from tests.rooms import House, as_sent
from tests.virtual import now_ms, passes, virtual

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
        (found,) = await house.hub.take([table], None) or [house.room(table)]
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
