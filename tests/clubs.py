"""Events with their players, for the tests of the rooms."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from protocol.v1.bridge import Call, MakeCall
from server.errors import Refusal
from server.events.commands import Command, Enrol, MakeDraw, Named, OpenEntries, Publish, Start
from server.events.conditions import Conditions
from server.events.event import Event
from server.events.people import Person as EventPerson
from server.games.registry import GAMES
from server.hub.events.event_ids import event_id, table_id
from server.table.player import Player
from tests.rooms import House, Person
from tests.virtual import passes, until

_IDS = itertools.count(1)
CLAIM, REFUSE = {"t": "claim", "tricks": 13}, {"t": "vote", "accept": False}
QUICK = Conditions(rounds=3, boards=2, board_s=0, break_s=1, check_in=False)


class Club:
    """An event of pairs whose director is called Dora, and whose players have the names `1N`, `1S`, `2N` …"""

    def __init__(self, house: House, id: str) -> None:
        self.house = house
        self.id = id
        self.players: dict[str, Person] = {}
        self.at: set[tuple[str, str]] = set()

    @classmethod
    async def opened(
        cls,
        house: House,
        pairs: int,
        conditions: Conditions = QUICK,
        game: str = "bridge",
        deals: Sequence[Any] = (),
    ) -> Club:
        """Open an event, and let a number of pairs enter it."""
        club = cls(house, event_id(f"club{next(_IDS)}"))
        dora = EventPerson("p-Dora", "Dora")
        await house.hub.events.open(club.id, dora, GAMES[game], "Tuesday", conditions, deals)
        await club.asks("Dora", OpenEntries())
        seats = "NSEW"[: club.event.wanted]
        for number in range(1, pairs + 1):
            await club.asks("Dora", Enrol(players=tuple(club.named(f"{number}{at}") for at in seats)))
        return club

    @staticmethod
    def named(name: str) -> Named:
        return Named(f"p-{name}", name)

    async def asks(self, name: str, command: Command) -> Any:
        """Send a request of a person to the event, and return what the person sees of it then."""
        return msgspec.json.decode(
            await self.house.desk.events.ask(self.house.player(name), self.id, command)
        )

    async def refusal(self, name: str, command: Command) -> str:
        """Send a request that is refused, and return the code of the refusal."""
        try:
            await self.asks(name, command)
        except Refusal as refusal:
            return str(refusal.code)
        raise AssertionError(f"expected a refusal of {command}")

    @property
    def event(self) -> Event:
        """Return the event as the store has it; the house must own it."""
        return self.house.hub.events._rooms[self.id].stored

    async def starts(self) -> None:
        """Draw, publish and begin the next round."""
        await self.asks("Dora", MakeDraw())
        await self.asks("Dora", Publish())
        await self.asks("Dora", Start())

    async def sit_down(self) -> list[str]:
        """Let all players of the round that is played follow their tables; return the tables' ids."""
        playing = self.event.playing
        assert playing is not None
        ids = []
        for number, table in playing.tables.items():
            id = table_id(self.id, playing.number, number)
            ids.append(id)
            await until(lambda id=id: self.house.hub.live(id))
            for each in table.seating.chairs.values():
                if each.id:
                    person = self.house.person(player=Player(each.id, each.name))
                    self.players[each.name] = person
                    await person.watch(id, "seat")
        return ids

    @property
    def usual_call(self) -> str | None:
        return "P" if self.event.game.name == "bridge" else None

    async def play_board(self, table: str, call: str | None = "P") -> None:
        """Play a board out at a table: the first caller makes this call, and all others pass.

        Without `call`, each player does the first thing that is legal.
        """
        room = self.house.room(table)
        await until(lambda: room.table.game.to_act(room.table.state))
        first = True
        while not room.table.over:
            await self.act(table, call if first else None)
            first = False

    async def act(self, table: str, call: str | None = None) -> None:
        """Let the player whose turn it is make a call, or do the first thing that is legal."""
        room = self.house.room(table)
        await until(lambda: room.table.game.to_act(room.table.state))
        now = room.table
        seat = now.game.to_act(now.state)[0]
        action = now.game.legal_actions(now.state, seat)[0]
        wanted: Any = action if call is None else MakeCall(Call(call))
        chair = now.chairs[seat]
        person = self.players[chair.name]
        last = now.counters.get(person.player.id)
        person.act(table, 1 if last is None else last.n + 1, as_wire(wanted), now.decision)
        await until(lambda: room.table.index != now.index or room.table.deal != now.deal)

    async def claim_is_refused(self, table: str) -> None:
        """Let the dealer of a new board claim in 1NT after the opening lead, and both opponents refuse."""
        room = self.house.room(table)
        await until(lambda: room.table.game.to_act(room.table.state))
        (dealer,) = room.table.game.to_act(room.table.state)
        for call in ("1NT", "P", "P", "P", None):
            await self.act(table, call)
        for seat, action in ((dealer, CLAIM), (dealer + 1, REFUSE), (dealer + 3, REFUSE)):
            person = self.players[room.table.chairs[seat % 4].name]
            last = room.table.counters.get(person.player.id)
            person.act(table, 1 if last is None else last.n + 1, action)
            await passes(50)
        assert room.table.game.disputed(room.table.state)

    async def play_round(self, calls: dict[str, list[str]] | None = None, boards: int | None = None) -> None:
        """Play all boards of the present round, or the first `boards`, one table after the other."""
        for id in await self.sit_down():
            for board in range(boards or self.event.conditions.boards):
                await self.play_board(id, (calls or {}).get(id, [self.usual_call] * 9)[board])
                deal = board
                await until(
                    lambda id=id, deal=deal: (
                        self.house.hub.live(id) is None
                        or self.house.room(id).table.closed
                        or self.house.room(id).table.deal > deal
                        or self.house.room(id).table.over
                    )
                )
        await passes(50)


def as_wire(action: Any) -> dict[str, Any]:
    """Return an action of any game as a client sends it."""
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return sent
