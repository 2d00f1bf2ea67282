"""The tables that a server opens by itself are data: each opens, once, for robots that play its game."""

from __future__ import annotations

import msgspec

from bots.plain_bot import PlainBot
from server.deployment.house_tables import HOUSE_TABLES, open_house_tables
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_every_house_table_opens_with_a_robot_in_each_seat_and_is_kept_at_the_next_start() -> None:
    async with House() as house:
        await open_house_tables(house.hub)
        opened = {room.table.id: room for room in house.hub.rooms}
        assert list(opened) == [each.id for each in HOUSE_TABLES]
        for each in HOUSE_TABLES:
            room = opened[each.id]
            assert (room.table.game.name, room.name, room.table.host) == (each.game, each.name, "")
            assert [chair.house for chair in room.table.chairs] == ["plain"] * 4
            assert each.game in PlainBot.games
        await open_house_tables(house.hub)
        assert {room.table.id: room for room in house.hub.rooms} == opened


@virtual
async def test_what_a_house_table_names_as_options_goes_into_its_rules() -> None:
    async with House() as house:
        await open_house_tables(house.hub)
        for each in HOUSE_TABLES:
            stored = await house.store.load(each.id)
            assert stored is not None
            game = house.hub.games[each.game]
            assert stored.meta.options == msgspec.msgpack.encode(game.options_type(**each.options))
