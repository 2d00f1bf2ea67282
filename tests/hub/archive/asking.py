"""Who asks for finished boards, and what he is given, for the tests of the past."""

from __future__ import annotations

import asyncio

from server.errors import Refusal
from server.hub.archive.archive import Archive, NoSuchGame
from server.records.bridge.record import BoardRecord
from tests.rooms import House, Person, play_on
from tests.virtual import until


class Asking:
    """The past of one house's tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.past = Archive(house.hub)

    async def given(self, name: str, game: str) -> tuple[BoardRecord, ...]:
        """What a player of this name is given; "" has no token."""
        given = await self.past.exported(self.house.player(name), game)
        return tuple(record for record in given.records if isinstance(record, BoardRecord))

    async def boards(self, name: str, game: str) -> list[int | None]:
        """The numbers of what he is given, [] where it is said that there is none."""
        try:
            return [record.number for record in await self.given(name, game)]
        except NoSuchGame:
            return []

    async def refused(self, name: str, game: str) -> tuple[str, str]:
        """The code and the words of a refusal."""
        try:
            records = await self.given(name, game)
        except Refusal as refusal:
            return str(refusal.code), str(refusal)
        raise AssertionError(f"expected to be refused, got {len(records)} boards")


async def pass_out(house: House, table: str, players: list[Person], boards: int = 1) -> None:
    """Boards are played out, with nothing but the first legal call or card."""
    for _ in range(boards):
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        while not house.room(table).table.over:
            await play_on(house, table, players, 1)
        await asyncio.sleep(0)
