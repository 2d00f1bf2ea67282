"""The end of a deal, folded from its stored log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Stand
from protocol.v1.updates import Done
from server.errors import StoreError
from server.games.bridge.rules import BRIDGE
from server.hub.archive.fold_log import BROKEN, Ended, ended, present
from server.table import events
from server.table.events import Base
from tests.hub.archive.asking import LONG, play_out, rule_as_director
from tests.hub.boards import Board, board
from tests.hub.presence.company import appoint, rule
from tests.rooms import House
from tests.virtual import passes, until, virtual


async def log_of(at: Board) -> tuple[bytes, ...]:
    """Return the stored log of the present deal."""
    return await at.house.store.load_deal(at.table, at.house.room(at.table).table.deal)


async def end_of(at: Board) -> Ended | None:
    """Return the end of the present deal."""
    return await ended(at.table, BRIDGE, at.house.room(at.table).table.deal, await log_of(at))


@virtual
async def test_a_deal_in_play_has_no_end() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        assert await end_of(at) is None


@virtual
async def test_the_end_of_a_deal_has_its_state_its_players_and_its_times() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        dealt_ms = at.house.room(at.table).table.time_ms
        await passes(90_000)
        await play_out(at)
        live = at.house.room(at.table).table
        end = await end_of(at)
        assert end is not None and end.state == live.state and end.table.over
        assert end.players == ("North", "East", "South", "West")
        assert end.knew == {"p-North", "p-East", "p-South", "p-West"}
        assert end.dealt_ms <= dealt_ms and end.ended_ms == live.time_ms >= dealt_ms + 90_000


@virtual
async def test_a_later_entry_changes_the_state_but_not_the_end() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await play_out(at)
        first = await end_of(at)
        await passes(5_000)
        await rule_as_director(at.house, at.table, {"t": "tricks", "tricks": 8})
        later = await end_of(at)
        assert first is not None and later is not None
        assert later.ended_ms == first.ended_ms and later.table == first.table
        assert later.state != first.state and later.knew == first.knew


@virtual
async def test_the_people_of_a_deal_are_those_that_held_a_seat_or_an_office_until_its_end() -> None:
    async with board("1NT", "P", policy=LONG) as at:
        assert isinstance(await at.players["E"].ask(Stand(table=at.table, id=1)), Done)
        await appoint(at.house, at.table, commentators=("Com",))
        await appoint(at.house, at.table, commentators=())
        averages = {"t": "artificial", "north_south": "average", "east_west": "average"}
        await rule_as_director(at.house, at.table, averages)
        assert isinstance(await at.players["N"].ask(Stand(table=at.table, id=2)), Done)
        assert isinstance(await at.house.person("Late").sit(at.table, 0), Done)
        await appoint(at.house, at.table, directors=("New",), commentators=("Late",))
        end = await end_of(at)
        assert end is not None
        assert end.knew == {f"p-{name}" for name in ("North", "East", "South", "West", "Com", "Dir")}


@virtual
async def test_a_reopened_deal_has_no_end() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await play_out(at)
        assert await end_of(at) is not None
        await appoint(at.house, at.table, directors=("Dir",))
        back = {"t": "roll_back", "calls": 0}
        answer = await rule(at.house.person("Dir"), at.table, back)
        assert isinstance(answer, Done), answer
        assert await end_of(at) is None


@virtual
async def test_a_house_robot_and_an_absent_owner_are_named_as_players() -> None:
    async with House() as house:
        table = await house.table(policy=LONG, seats={1: "plain", 3: "plain"})
        people = [house.person(name) for name in ("North", "South")]
        for seat, person in zip((0, 2), people, strict=True):
            assert isinstance(await person.sit(table, seat), Done)
            await person.watch(table, "seat")
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await rule_as_director(
            house, table, {"t": "artificial", "north_south": "average", "east_west": "average"}
        )
        end = await ended(table, BRIDGE, 0, await house.store.load_deal(table, 0))
        assert end is not None and end.players == ("North", "plain", "South", "plain")


@virtual
async def test_a_corrupt_log_raises_one_of_the_expected_errors() -> None:
    async with board("1NT", policy=LONG) as at:
        log = await log_of(at)
        for broken in ((*log, b"\xc1"), (*log, log[-1]), (*log, b"")):
            with pytest.raises(BROKEN):
                await ended(at.table, BRIDGE, 0, broken)


@virtual
async def test_the_present_table_is_the_table_after_the_whole_log() -> None:
    async with board("1NT", "P", policy=LONG) as at:
        live = at.house.room(at.table).table
        table = await present(at.table, BRIDGE, live.deal, await log_of(at), "p-Other")
        assert table.state == live.state and table.index == live.index
        assert table.roles.host == live.roles.host == "p-Host"


@virtual
async def test_a_log_without_a_host_gets_the_host_of_the_stored_table() -> None:
    async with board("1NT", policy=LONG) as at:
        first, *others = await log_of(at)
        base = events.decode(first)
        assert isinstance(base, Base)
        old = (events.encode(replace(base, host="")), *others)
        assert (await present(at.table, BRIDGE, 0, old, "p-Host")).roles.host == "p-Host"


@virtual
async def test_an_empty_log_has_no_present_table() -> None:
    async with House():
        with pytest.raises(StoreError, match="log of deal 3 to begin with the table's state"):
            await present("t", BRIDGE, 3, (), "p-Host")
