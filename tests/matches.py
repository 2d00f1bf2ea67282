"""Matches with their two tables and eight players, for the tests of the rooms."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Match
from protocol.v1.updates import Done, Refused
from server.table.table import Table
from tests.rooms import QUIET, House, Person, as_sent, play_on
from tests.virtual import passes, until

_IDS = itertools.count(1)
OTHER = {"open": "closed", "closed": "open"}


class Played:
    """A match with its two tables and its eight players."""

    def __init__(self, house: House, tables: tuple[str, str]) -> None:
        self.house = house
        self.tables = dict(zip(("open", "closed"), tables, strict=True))
        self.players: dict[str, list[Person]] = {}

    @classmethod
    async def opened(cls, house: House, **wishes: Any) -> Played:
        """Open a match whose host is called Host."""
        request = Match(**{"game": "bridge", "policy": QUIET, "id": next(_IDS), **wishes})
        done = await house.person("Host").ask(request)
        assert isinstance(done, Done) and done.table and done.other, done
        return cls(house, (done.table, done.other))

    @classmethod
    async def seated(cls, house: House, **wishes: Any) -> Played:
        """Open a match with four players at each table, who see their hands of the first board."""
        played = await cls.opened(house, **wishes)
        for room in OTHER:
            await played.sit_down(room)
        return played

    async def sit_down(self, room: str, house: House | None = None) -> None:
        """Seat four players named after the room, and let them watch."""
        self.house = house or self.house
        self.players[room] = [self.house.person(f"{room} {seat}") for seat in "NESW"]
        for seat, player in enumerate(self.players[room]):
            assert isinstance(await player.sit(self.tables[room], seat), Done)
            await player.watch(self.tables[room], "seat")
        await until(lambda: self.table(room).game.to_act(self.table(room).state))

    def table(self, room: str) -> Table:
        """Return one of the tables, which must be in memory."""
        return self.house.room(self.tables[room]).table

    async def plays(self, room: str, call: str = "P", boards: int = 1) -> None:
        """Play boards out in a room: the first caller makes this call and all other players pass."""
        for _ in range(boards):
            await until(lambda: self.table(room).game.to_act(self.table(room).state))
            seat = self.table(room).game.to_act(self.table(room).state)[0]
            player = self.players[room][seat]
            last = self.table(room).counters.get(player.player.id)
            number = 1 if last is None else last.n + 1
            decision = self.table(room).decision
            player.act(self.tables[room], number, as_sent(MakeCall(Call(call))), decision)
            await asyncio.sleep(0)
            while not self.table(room).over:
                await play_on(self.house, self.tables[room], self.players[room], 1)
        await passes(20)

    def score(self, room: str) -> int:
        """Return North-South's points of the finished board in this room."""
        return int(self.table(room).game.result(self.table(room).state).score_ns)

    def shown(self, room: str) -> dict[int, Any]:
        """Return the compared boards that the players of a room see."""
        (boards,) = {str(p.tables[self.tables[room]].pub["match"]["boards"]) for p in self.players[room]}
        compared = self.players[room][0].tables[self.tables[room]].pub["match"]["boards"]
        assert str(compared) == boards
        return dict(compared)


def compared(here: int, there: int, imps: int, unplayed: str | None = None) -> dict[str, Any]:
    """Return a compared board as the wire has it."""
    return {"here": here, "there": there, "imps": imps, "unplayed": unplayed}


def code(answer: object) -> str:
    """Return the code of a refusal."""
    assert isinstance(answer, Refused), answer
    return str(answer.code)
