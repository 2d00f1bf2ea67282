"""Boards played through the hub in a bridge player's notation, and the refusals there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from protocol.v1.requests import Act
from protocol.v1.updates import Done, Refused
from tests.games.bridge.deals import EXAMPLE
from tests.rooms import House, Person
from tests.virtual import passes

SEATS = "NESW"
BOARD = '[Board "{number}"]\n[Dealer "{dealer}"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n\n'
BOARDS = "".join(BOARD.format(number=number, dealer="S", deal=EXAMPLE) for number in (1, 2))


class Board:
    """A table at which South deals the example board, with its players."""

    def __init__(self, house: House, table: str, players: list[Person]) -> None:
        self.house = house
        self.table = table
        self.players = dict(zip(SEATS, players, strict=True))

    @property
    def turn(self) -> str:
        (actor,) = self.house.room(self.table).table.game.to_act(self.house.room(self.table).table.state)
        return SEATS[actor]

    async def does(self, letter: str, action: dict[str, Any], **other: Any) -> Done | Refused:
        """Send a player's action with the next number, for the decision in the player's view."""
        player = self.players[letter]
        now = self.house.room(self.table).table
        last = now.counters.get(player.player.id)
        own = player.tables[self.table].own or {}
        fields = {"n": 1 if last is None else last.n + 1, "decision": own.get("decision"), "id": 77, **other}
        answer = await player.ask(Act(table=self.table, action=action, **fields))
        assert isinstance(answer, Done | Refused)
        return answer

    async def goes(self, *actions: str) -> None:
        """Play calls and cards by the player in turn."""
        for text in actions:
            kind = "call" if text in ("P", "X", "XX") or text[0].isdigit() else "play"
            answer = await self.does(self.turn, {"t": kind, "call" if kind == "call" else "card": text})
            assert isinstance(answer, Done), (text, answer)

    async def refused(self, letter: str, action: dict[str, Any], **other: Any) -> tuple[str, str]:
        """Return the code and text of a refusal that changed nothing and reached no other player."""
        await passes(3_000)
        for player in self.players.values():
            player.forget()
        before = self.house.room(self.table).table
        answer = await self.does(letter, action, **other)
        await passes(3_000)
        assert isinstance(answer, Refused), answer
        assert self.house.room(self.table).table is before
        assert self.players[letter].heard == [answer]
        assert not any(player.heard for each, player in self.players.items() if each != letter)
        return str(answer.code), answer.message


@asynccontextmanager
async def board(*actions: str, **wishes: Any) -> AsyncIterator[Board]:
    async with House() as house:
        table, players = await house.dealt(boards=BOARDS, **wishes)
        at = Board(house, table, players)
        await at.goes(*actions)
        yield at
