"""The handle of a table in this process; the contract of all handles is tested in `test_handle.py`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Delay, Policy, Watch
from server.hub.room_handle import RoomHandle, summary
from server.metrics import Meter
from tests.rooms import QUIET, House
from tests.virtual import virtual

TOP = Path(__file__).parents[2] / "server"
INSIDE = re.compile(r"\.viewers\b|\bhub\.(?:room|live|rooms)\b|\broom\.table\b")


def test_no_module_outside_the_hub_reaches_into_a_room() -> None:
    modules = [path for path in TOP.rglob("*.py") if TOP / "hub" not in path.parents]
    assert len(modules) > 200
    reaching = {str(path.relative_to(TOP)) for path in modules if INSIDE.search(path.read_text())}
    assert reaching == set()


@virtual
async def test_a_request_through_the_handle_is_the_rooms_own_call() -> None:
    async with House() as house:
        room = house.room(await house.table())
        handle = RoomHandle(room, Meter())
        assert handle.send == room.put and handle.unfollow == room.viewers.unwatch
        assert await handle.summary() == summary(room)


@virtual
async def test_the_options_of_a_snapshot_are_as_old_as_its_view() -> None:
    async with House() as house:
        delayed = Policy(delay=Delay(ms=60_000), clock=QUIET.clock, pause_ms=QUIET.pause_ms)
        table, players = await house.dealt(delayed)
        handle = await house.hub.handle(table)
        seated = await handle.snapshot(players[0].player, Watch(table=table, as_="seat"), MSGPACK)
        watcher = house.person("Eve")
        await watcher.follow(table)
        watched = await handle.snapshot(watcher.player, Watch(table=table, as_="public"), MSGPACK)
        assert seated.begun and not watched.begun
        assert seated.replayed is None and watched.options == seated.options


@pytest.mark.parametrize("game", ["bridge", "spades", "hanabi"])
def test_handles_name_their_game(game: str) -> None:
    @virtual
    async def named() -> None:
        async with House() as house:
            handle = await house.hub.handle(await house.table(game=game))
            assert handle.game == game
            assert [each.id for each in house.hub.tables(game)] == [handle.id]
            assert house.hub.tables("whist") == [] and house.hub.tables(game, right="p-Ann") == []

    named()
