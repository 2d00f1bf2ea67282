"""What an operator orders the tables of a hub: they close, free seats and change names as their rules say."""

from __future__ import annotations

import pytest

from protocol.v1.codes import Code
from protocol.v1.requests import Policy
from protocol.v1.updates import Notice, People, Refused
from server.errors import Refusal
from server.hub import operating
from tests.rooms import House
from tests.virtual import passes, virtual


@virtual
async def test_a_closed_table_tells_its_people_why_and_plays_no_more() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await operating.close_table(house.hub, table, "closed by an operator")
        assert house.room(table).table.closed
        for player in players:
            (notice,) = player.of(Notice)
            assert (notice.kind, notice.message) == ("closing", "closed by an operator")
        await operating.close_table(house.hub, table, "again")
        with pytest.raises(Refusal) as refused:
            await operating.close_table(house.hub, "no-such-table", "why")
        assert refused.value.code is Code.NO_SUCH_TABLE


@virtual
async def test_a_table_that_sleeps_is_loaded_and_closed() -> None:
    async with House() as house:
        table = await house.table()
        house.hub.unload(house.room(table))
        await operating.close_table(house.hub, table, "unused")
        assert house.room(table).table.closed


@virtual
async def test_a_seat_that_is_taken_away_in_mid_deal_is_played_by_a_robot_and_closed_to_its_player() -> None:
    async with House() as house:
        table, players = await house.dealt()
        other = await house.table()
        north = players[0]
        await north.watch(other)
        await north.sit(other, 2)
        assert set(await operating.unseat(house.hub, "p-North")) == {table, other}
        room = house.room(table)
        assert room.table.chairs[0].player is None and room.table.chairs[0].house == "plain"
        assert house.room(other).table.chairs[2].player is None
        refused = await north.sit(table, 0)
        assert isinstance(refused, Refused) and "you were removed from your seat" in refused.message
        assert await operating.unseat(house.hub, "p-North") == ()


@virtual
async def test_a_person_that_plays_for_an_absent_owner_keeps_the_seat_when_either_is_unseated() -> None:
    async with House(robots={}) as house:
        for unseated, left in (("p-North", ("p-Sitter", None)), ("p-Sitter", (None, "p-North"))):
            table = await house.table(policy=Policy(hold_ms=1_000))
            north, sitter = house.person("North"), house.person("Sitter")
            for person in (north, sitter):
                await person.watch(table)
            await north.sit(table, 0)
            north.hang_up()
            await passes(3_000)
            await sitter.sit(table, 0)
            chair = house.room(table).table.chairs[0]
            assert (chair.player, chair.owner) == ("p-Sitter", "p-North")
            assert table in await operating.unseat(house.hub, unseated)
            chair = house.room(table).table.chairs[0]
            assert (chair.player, chair.owner) == left


@virtual
async def test_a_renamed_player_has_the_new_name_in_its_seats_and_in_the_list_of_people() -> None:
    async with House() as house:
        table, players = await house.dealt()
        before = house.room(table).table
        assert await operating.rename(house.hub, "p-East", "Esther") == (table,)
        after = house.room(table).table
        assert [chair.name for chair in after.chairs] == ["North", "Esther", "South", "West"]
        assert (after.state, after.clock, after.decision) == (before.state, before.clock, before.decision)
        await passes(500)
        assert players[0].of(People)[-1].seats[1].name == "Esther"
        assert await operating.rename(house.hub, "p-Nobody", "None") == ()


@virtual
async def test_a_hub_that_holds_refuses_an_order() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        house.store.away = True
        await passes(10_000)
        with pytest.raises(Refusal) as refused:
            await operating.unseat(house.hub, "p-North")
        assert refused.value.code is Code.UNAVAILABLE
        house.store.come_back()
        await passes(1_000)
        assert house.room(table).table.chairs[0].player == "p-North"
