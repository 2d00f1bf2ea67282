"""Sets of boards with their tables and players, for the tests of the rooms."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import OpenSet
from protocol.v1.updates import Done, Refused
from server.table.table import Table
from tests.rooms import QUIET, House, Person, as_sent, play_on
from tests.virtual import passes, until

_IDS = itertools.count(1)


class Evening:
    """A set of boards with its tables, numbered from 0, and four players at each."""

    def __init__(self, house: House, id: str, tables: tuple[str, ...]) -> None:
        self.house = house
        self.id = id
        self.tables = tables
        self.players: list[list[Person]] = [[] for _ in tables]
        self.through: tuple[House, ...] = (house,)
        """The hubs to which the four players of each table connect, one after the other."""

    @classmethod
    async def opened(cls, house: House, **wishes: Any) -> Evening:
        """Open a set of three tables, whose host is called Host."""
        request = OpenSet(**{"game": "bridge", "policy": QUIET, "id": next(_IDS), "tables": 3, **wishes})
        done = await house.person("Host").ask(request)
        assert isinstance(done, Done) and done.board_set and done.tables, done
        return cls(house, done.board_set, done.tables)

    @classmethod
    async def seated(cls, house: House, **wishes: Any) -> Evening:
        """Open a set with four players at each table, who see their hands of the first board."""
        evening = await cls.opened(house, **wishes)
        for number in range(len(evening.tables)):
            await evening.sit_down(number)
        return evening

    async def sit_down(self, number: int) -> None:
        """Seat four players named after the table, and let them watch."""
        self.players[number] = self._four(number)
        for seat, player in enumerate(self.players[number]):
            answer = await player.sit(self.tables[number], seat)
            assert isinstance(answer, Done), answer
            await player.watch(self.tables[number], "seat")
        await until(lambda: self.table(number).game.to_act(self.table(number).state))

    def _four(self, number: int) -> list[Person]:
        doors = self.through
        return [doors[at % len(doors)].person(f"{number} {seat}") for at, seat in enumerate("NESW")]

    async def come_back(self, number: int, house: House | None = None) -> None:
        """Connect the four players of a table, also to another house, and let them watch."""
        if house is not None:
            self.house, self.through = house, (house,)
        self.players[number] = self._four(number)
        await self.house.hub.room(self.tables[number])
        for player in self.players[number]:
            seated = self.table(number).right_of(player.player.id) is not None
            await player.watch(self.tables[number], "seat" if seated else "public")

    def table(self, number: int) -> Table:
        """Return one of the tables, which must be in memory."""
        return self.house.room(self.tables[number]).table

    async def plays(self, number: int, call: str = "P", boards: int = 1) -> None:
        """Play boards out at a table: the first caller makes this call and all other players pass."""
        for _ in range(boards):
            await until(lambda: self.table(number).game.to_act(self.table(number).state))
            seat = self.table(number).game.to_act(self.table(number).state)[0]
            player = self.players[number][seat]
            last = self.table(number).counters.get(player.player.id)
            n = 1 if last is None else last.n + 1
            player.act(self.tables[number], n, as_sent(MakeCall(Call(call))), self.table(number).decision)
            await asyncio.sleep(0)
            while not self.table(number).over:
                await play_on(self.house, self.tables[number], self.players[number], 1)
        await passes(20)

    async def plays_to(self, number: int, deal: int) -> None:
        """Wait until a table has dealt the deal `deal`, counted from 0."""
        await until(lambda: self.table(number).deal == deal and self.table(number).hidden)

    def released(self, number: int) -> list[int]:
        """Return the boards of which the players of a table know that no other table will play them."""
        shown = {
            str(player.tables[self.tables[number]].pub["board_set"]["boards"])
            for player in self.players[number]
        }
        assert len(shown) == 1, shown
        boards = self.players[number][0].tables[self.tables[number]].pub["board_set"]["boards"]
        return list(boards)

    async def ask(self, name: str, request: Any) -> str:
        """Send a request without an id for a person, and return `done` or the code of the refusal."""
        return code(await self.house.person(name).ask(request))


def code(answer: object) -> str:
    """Return `done` or the code of a refusal."""
    return str(answer.code) if isinstance(answer, Refused) else "done"
