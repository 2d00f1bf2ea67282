"""Nobody knows two hands of one board: who has seen a hand may not sit down with another."""

from __future__ import annotations

from itertools import count

import pytest

from protocol.v1.codes import Code
from protocol.v1.requests import Host, NoClock, Policy, Stand
from protocol.v1.updates import Done, Refused
from tests.rooms import House, Person
from tests.virtual import passes, virtual

NORTH, EAST = 0, 1
LIVE = Policy(hands="live", clock=NoClock(), pause_ms=1_000)
_ids = count(10_000)


async def dealt(house: House, table: str) -> list[Person]:
    """Four players with their cards."""
    players = await house.four(table)
    await passes(10)
    return players


async def stand(person: Person, table: str) -> None:
    """The player leaves the seat."""
    assert isinstance(await person.ask(Stand(table=table, id=next(_ids))), Done)


async def pass_out(players: list[Person], table: str) -> None:
    """The board ends without a bid."""
    for player in players:
        player.act(table, 1, {"t": "call", "call": "P"})
        await passes(10)


@virtual
async def test_who_stands_up_in_mid_board_may_sit_down_again_but_in_no_other_seat() -> None:
    async with House() as house:
        table = await house.table()
        north, east, *_ = await dealt(house, table)
        await stand(north, table)
        await stand(east, table)
        answer = await north.sit(table, EAST)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.message) == (
            Code.FORBIDDEN,
            "you have seen a hand of this deal; sit in the next one",
        )
        assert isinstance(await north.sit(table, NORTH), Done)


@virtual
async def test_between_two_boards_players_may_change_seats() -> None:
    async with House() as house:
        table = await house.table()
        players = await dealt(house, table)
        await pass_out(players, table)
        north, east, *_ = players
        await stand(north, table)
        await stand(east, table)
        assert isinstance(await north.sit(table, EAST), Done)
        assert isinstance(await east.sit(table, NORTH), Done)


@virtual
async def test_what_was_held_in_one_board_is_forgotten_in_the_next() -> None:
    async with House() as house:
        table = await house.table()
        players = await dealt(house, table)
        north = players[0]
        await stand(north, table)
        assert isinstance(await north.sit(table, NORTH), Done)
        await pass_out(players, table)
        await passes(1_500)
        assert house.room(table).table.deal == 1
        assert house.room(table).table.hand_access.former_seats == {}


@virtual
async def test_a_watcher_who_has_seen_a_hand_may_not_sit_down_with_another() -> None:
    async with House() as house:
        table = await house.table(policy=LIVE)
        north, *_ = await dealt(house, table)
        watcher = house.person("Watcher")
        await watcher.watch(table, EAST)
        await stand(north, table)
        assert isinstance(await watcher.sit(table, NORTH), Refused)


@virtual
async def test_who_asked_to_see_a_hand_before_the_deal_may_still_sit() -> None:
    async with House() as house:
        table = await house.table(policy=LIVE)
        person = house.person("Early")
        await person.watch(table, EAST)
        assert isinstance(await person.sit(table, NORTH), Done)


@pytest.mark.parametrize("wish", [2, "all"])
def test_when_the_host_no_longer_shows_hands_nobody_sees_any_more(wish: int | str) -> None:
    @virtual
    async def check() -> None:
        async with House() as house:
            table = await house.table("Host", LIVE)
            await dealt(house, table)
            watcher = house.person("Watcher")
            await watcher.watch(table, wish)
            assert watcher.tables[table].own is not None
            after = Host(table=table, policy=Policy(clock=NoClock()), id=next(_ids))
            assert isinstance(await house.person("Host").ask(after), Done)
            assert watcher.tables[table].audience == "public"
            assert watcher.tables[table].own is None

    check()
