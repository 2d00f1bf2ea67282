"""House tables: each opens once, with robots that play its game."""

from __future__ import annotations

import msgspec

from server.deployment.house_tables import HOUSE_TABLES, open_house_tables
from server.deployment.installed_robots import games_of, installed_robots
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_every_house_table_opens_with_robots_once() -> None:
    async with House() as house:
        await open_house_tables(house.hub)
        opened = {room.table.id: room for room in house.hub.rooms}
        assert list(opened) == [each.id for each in HOUSE_TABLES]
        # Every game that is played has one, so that the lobby has a picture of each.
        games = {name for name, game in house.hub.games.items() if game.showing is None}
        assert {each.game for each in HOUSE_TABLES} >= games & {"bridge", "spades", "hanabi"}
        for each in HOUSE_TABLES:
            room = opened[each.id]
            assert (room.table.game.name, room.name, room.table.roles.host) == (each.game, each.name, "")
            assert [chair.house for chair in room.table.chairs] == [each.robot] * 4
            assert each.game in games_of(installed_robots())[each.robot]
        await open_house_tables(house.hub)
        assert {room.table.id: room for room in house.hub.rooms} == opened


@virtual
async def test_the_options_of_a_house_table_change_its_rules() -> None:
    async with House() as house:
        await open_house_tables(house.hub)
        for each in HOUSE_TABLES:
            stored = await house.store.load(each.id)
            assert stored is not None
            game = house.hub.games[each.game]
            assert stored.meta.options == msgspec.msgpack.encode(game.options_type(**each.options))
