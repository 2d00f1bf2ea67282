"""Requests for the records of finished boards, and boards that are played or ruled to their end."""

from __future__ import annotations

import asyncio
from typing import Any

from protocol.v1.requests import NoClock, Policy
from protocol.v1.updates import Done
from server.errors import Refusal
from server.hub.archive.archive import Archive, NoSuchGame
from server.records.bridge.record import BoardRecord
from tests.hub.boards import Board
from tests.hub.presence.company import appoint, rule
from tests.rooms import House, Person, play_on
from tests.virtual import until


class Asking:
    """The archive of one house's tables."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.past = Archive(house.hub)

    async def records(self, name: str, game: str) -> tuple[BoardRecord, ...]:
        """Return the records that a player of this name gets; "" has no token."""
        given = await self.past.exported(self.house.player(name), game)
        return tuple(record for record in given.records if isinstance(record, BoardRecord))

    async def boards(self, name: str, game: str) -> list[int | None]:
        """Return the numbers of the boards that a player gets, [] if there are none for the player."""
        try:
            return [record.number for record in await self.records(name, game)]
        except NoSuchGame:
            return []

    async def refused(self, name: str, game: str) -> tuple[str, str]:
        """Return the code and the text of a refusal."""
        try:
            records = await self.records(name, game)
        except Refusal as refusal:
            return str(refusal.code), str(refusal)
        raise AssertionError(f"expected to be refused, got {len(records)} boards")


async def pass_out(house: House, table: str, players: list[Person], boards: int = 1) -> None:
    """Play boards to their end with the first legal call or card of each turn."""
    for _ in range(boards):
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        while not house.room(table).table.over:
            await play_on(house, table, players, 1)
        await asyncio.sleep(0)


LONG = Policy(clock=NoClock(), pause_ms=60_000)


async def only_record(at: Board) -> BoardRecord:
    """Return the record of the only board that the table has finished."""
    (only,) = await Asking(at.house).records("", at.table)
    return only


async def rule_as_director(house: House, table: str, ruling: dict[str, Any]) -> None:
    """Appoint a director and make a ruling."""
    await appoint(house, table, directors=("Dir",))
    assert isinstance(await rule(house.person("Dir"), table, ruling), Done)


async def play_out(at: Board) -> None:
    """Play the first legal card of each turn, to the end of the board."""
    room = at.house.room(at.table)
    while not room.table.over:
        (actor,) = room.table.game.to_act(room.table.state)
        await at.goes(str(room.table.game.legal_actions(room.table.state, actor)[0].card))


ARTIFICIAL = {"t": "artificial", "north_south": "plus", "east_west": "minus", "reason": "late play"}
