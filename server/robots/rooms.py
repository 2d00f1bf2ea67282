"""A match of two robots in two rooms with the same deals; only the difference of the two scores counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import Struct

from server.robots.duel import (
    Contest,
    Entrant,
    Keep,
    KeptGame,
    Spread,
    Table,
    Thought,
    keep_nothing,
    spread,
    thought,
)

ROOMS = ("open", "closed")


class Compared(Struct, frozen=True):
    """A deal that both rooms have played: robot A's lead, and the final state of the deal in each room."""

    lead: int
    ends: tuple[Any, Any]


@dataclass
class Rooms:
    """A match of robots A and B in two rooms.

    `thought_ns` collects the time that each decision took, in nanoseconds. The function `keep` is called with
    each deal of each room as a game of its own.

    In the open room robot A plays the even sides, in the closed room the odd ones. The `seed` and the number
    of a deal in the match determine the cards of the deal.
    """

    contest: Contest
    options: Any
    entrants: tuple[Entrant, Entrant]
    seed: int
    keep: Keep = keep_nothing
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        self._next = [self.contest.game.start(self.options)] * len(ROOMS)

    def _seating(self, room: int) -> tuple[int, ...]:
        """Return, for each seat, the number of the robot that sits there: 0 for A, 1 for B."""
        seats = len(self.contest.game.seat_names(self.options))
        return tuple((side + room) % 2 for side in self.contest.sides(self._next[room], seats))

    async def play(self, number: int) -> Compared:
        """Play the deal with the number `number`, which is the next of the match, in both rooms.

        Raises RobotFault if a robot's code fails or a robot breaks a rule of the game.
        """
        ends = await self._deal(number, 0), await self._deal(number, 1)
        return Compared(self.contest.dueling.lead(*ends), ends)

    async def _deal(self, number: int, room: int) -> Any:
        game, state = self.contest.game, self._next[room]
        table = Table(self.contest, self.entrants, self.thought_ns, number, self._seating(room))
        deal = game.chance(state, Random(f"{self.seed} {number} 1"))
        end = await table.hand(game.apply(state, None, deal), 1)
        self._next[room] = game.carry(end)
        self.keep(KeptGame("duel", ROOMS[room], table.players, (end,), number))
        return end


class RoomFigures(Struct, frozen=True):
    """The statistics of a match in two rooms, as `kibitz duel --json` prints them.

    `lead` is robot A's mean lead in a deal, in the unit `unit`, and `total` the sum of A's leads in all
    deals. `won_a`, `won_b` and `equal` are the numbers of deals that A won, that B won, and that were tied.
    """

    game: str
    a: str
    b: str
    deals: int
    seed: int
    unit: str
    lead: Spread
    total: int
    won_a: int
    won_b: int
    equal: int
    thought_a: Thought
    thought_b: Thought


def room_figures(rooms: Rooms, played: Sequence[Compared]) -> RoomFigures:
    """Return the statistics of a match in two rooms from its deals."""
    leads = [deal.lead for deal in played]
    return figures_of(rooms.contest, rooms.entrants, rooms.seed, leads, rooms.thought_ns)


def figures_of(
    contest: Contest,
    entrants: tuple[Entrant, Entrant],
    seed: int,
    leads: Sequence[int],
    thought_ns: tuple[list[int], list[int]],
) -> RoomFigures:
    """Return the statistics of a match from robot A's lead in each deal, and the times of all decisions."""
    return RoomFigures(
        game=contest.game.name,
        a=entrants[0].name,
        b=entrants[1].name,
        deals=len(leads),
        seed=seed,
        unit=contest.dueling.unit,
        lead=spread(leads),
        total=sum(leads),
        won_a=sum(lead > 0 for lead in leads),
        won_b=sum(lead < 0 for lead in leads),
        equal=leads.count(0),
        thought_a=thought(thought_ns[0]),
        thought_b=thought(thought_ns[1]),
    )
