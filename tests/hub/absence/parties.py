"""A table of Spades with players in its seats and house robots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from bots.bot import Bot, View
from bots.plain_bot import PlainBot
from bots.registry import Action
from protocol.v1.requests import PerMove, Policy
from protocol.v1.updates import Done, People, SeatRow
from server.deployment.installed_robots import play_at
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.robots.house_robots import HouseRobots as Robots
from server.table import events
from server.table.events import Acted, Entry
from server.table.seats import Chair
from server.table.table import Table
from tests.rooms import House, Person
from tests.virtual import until

NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")
MOVE_MS, ROBOT_MS, HOLD_MS = 10_000, 1_000, 5_000
TIMED = Policy(clock=PerMove(MOVE_MS), robot_ms=ROBOT_MS, pause_ms=0, hold_ms=None)
HOLD = Policy(clock=PerMove(600_000), robot_ms=ROBOT_MS, pause_ms=0, hold_ms=HOLD_MS)


class Silent(Bot):
    """A robot that never answers."""

    games = ("spades",)

    @property
    def name(self) -> str:
        return "silent"

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        await asyncio.get_running_loop().create_future()
        raise AssertionError("expected never to get here")


class Broken(Bot):
    """A robot that raises an exception."""

    games = ("spades",)

    @property
    def name(self) -> str:
        return "broken"

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        raise RuntimeError("expected: a robot with a fault")


class Party:
    """A table of Spades with its players by seat, and its log."""

    def __init__(self, house: House, robots: Robots, table: str, people: list[Person]) -> None:
        self.house = house
        self.robots = robots
        self.id = table
        self.people = people

    @classmethod
    async def gathers(
        cls, house: House, policy: Policy = TIMED, robot: Callable[[], Bot] = PlainBot, **options: Any
    ) -> Party:
        """Seat four players at a table whose first hand is dealt, with one robot of each requested kind."""
        robots = Robots(house.desk, {"plain": robot}, play_at)
        house.hub.changed.subscribe(robots.update)
        table = await house.table(policy=policy, game="spades", options=options)
        people = [house.person(name) for name in NAMES[: len(house.room(table).table.chairs)]]
        for seat, person in enumerate(people):
            await person.watch(table)
            assert isinstance(await person.sit(table, seat), Done)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        for person in people:
            person.forget()
        return cls(house, robots, table, people)

    async def moves(self, house: House, back: tuple[int, ...]) -> Party:
        """Return the same table in another house, to which only the players of some seats have returned."""
        robots = Robots(house.desk, {"plain": PlainBot}, play_at)
        house.hub.changed.subscribe(robots.update)
        people = [house.person(each.player.name) for each in self.people]
        for seat in back:
            await people[seat].watch(self.id, "seat")
        return Party(house, robots, self.id, people)

    @property
    def table(self) -> Table:
        """Return the live table."""
        return self.house.room(self.id).table

    @property
    def state(self) -> SpadesState:
        """Return the state of the game."""
        state = self.table.state
        assert isinstance(state, SpadesState)
        return state

    @property
    def turn(self) -> int:
        """Return the seat that is to act."""
        (seat,) = self.table.game.to_act(self.table.state)
        return seat

    @property
    def chair(self) -> Chair:
        """Return the seat of East, who bids first."""
        return self.table.chairs[1]

    def action(self) -> dict[str, Any]:
        """Return a legal action of the seat that is to act."""
        action: dict[str, Any] = msgspec.to_builtins(SPADES.legal_actions(self.state, self.turn)[0])
        return action

    def act(self, person: Person, decision: str | None = None, action: dict[str, Any] | None = None) -> None:
        """Let a player act, mostly for the present decision."""
        last = self.table.counters.get(person.player.id)
        n = 1 if last is None else last.n + 1
        person.act(self.id, n, action or self.action(), decision or self.table.decision)

    async def goes_on(self) -> None:
        """Let the player in turn act, or wait if a robot plays for the player."""
        before, seat = self.table.decision, self.turn
        if self.table.chairs[seat].house is None:
            self.act(self.people[seat])
        await until(lambda: self.table.decision != before)
        await until(lambda: self.table.game.to_act(self.table.state))

    async def comes_to(self, seat: int) -> None:
        """Play until this seat is to act."""
        while self.turn != seat:
            await self.goes_on()

    async def log(self) -> list[Entry]:
        """Return the stored log of the present hand."""
        stored = await self.house.store.load(self.id)
        assert stored is not None
        return [events.decode(entry) for entry in stored.entries]

    async def acts(self, seat: int) -> list[Acted]:
        """Return all actions of a seat in this hand."""
        return [each for each in await self.log() if isinstance(each, Acted) and each.seat == seat]

    def row(self, seat: int, to: int = 0) -> SeatRow:
        """Return the row of a seat that a player last received."""
        return self.people[to].of(People)[-1].seats[seat]

    async def comes_back(self, seat: int) -> Person:
        """Connect the player of a seat again, who then watches it."""
        back = self.people[seat] = self.house.person(self.people[seat].player.name)
        await back.watch(self.id, "seat")
        return back
