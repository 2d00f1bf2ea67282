"""A match of two robots in two rooms with the same deals; only the difference of the two scores counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import Struct

from server.robots.duel import Contest, Entrant, Spread, Table, Thought, spread, thought

ROOMS = ("open", "closed")


class Compared(Struct, frozen=True):
    """A deal that both rooms have played: A's lead, and the state at the end of the deal in each room."""

    lead: int
    ends: tuple[Any, Any]


@dataclass
class Rooms:
    """A match of robots A and B. `thought_ns` collects the time of each decision in nanoseconds.

    In the open room A plays the even sides, in the closed room the odd ones. `seed` and the number of the
    deal determine the cards.
    """

    contest: Contest
    options: Any
    entrants: tuple[Entrant, Entrant]
    seed: int
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        self._next = [self.contest.game.start(self.options)] * len(ROOMS)

    @property
    def players(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the robots by seat, for each room."""
        return tuple(
            tuple(self.entrants[entrant].name for entrant in self._seating(room))
            for room in range(len(ROOMS))
        )

    def _seating(self, room: int) -> tuple[int, ...]:
        """Return the entrant of each seat: 0 for A, 1 for B."""
        seats = len(self.contest.game.seat_names(self.options))
        return tuple((side + room) % 2 for side in self.contest.sides(self._next[room], seats))

    async def play(self, number: int) -> Compared:
        """Play the next deal, which has this number, in both rooms.

        Raises RobotFault if a robot fails or breaks a rule.
        """
        ends = await self._deal(number, 0), await self._deal(number, 1)
        return Compared(self.contest.dueling.lead(*ends), ends)

    async def _deal(self, number: int, room: int) -> Any:
        game, state = self.contest.game, self._next[room]
        table = Table(self.contest, self.entrants, self.thought_ns, number, self._seating(room))
        deal = game.chance(state, Random(f"{self.seed} {number} 1"))
        end = await table.hand(game.apply(state, None, deal), 1)
        self._next[room] = game.carry(end)
        return end


class RoomFigures(Struct, frozen=True):
    """The statistics of a match in two rooms, as `kibitz duel --json` prints them.

    `lead` is A's mean lead for a deal in `unit`, and `total` the sum of all leads. `won_a`, `won_b` and
    `equal` count deals.
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
    """Return the statistics of a match after these deals."""
    leads = [deal.lead for deal in played]
    return RoomFigures(
        game=rooms.contest.game.name,
        a=rooms.entrants[0].name,
        b=rooms.entrants[1].name,
        deals=len(played),
        seed=rooms.seed,
        unit=rooms.contest.dueling.unit,
        lead=spread(leads),
        total=sum(leads),
        won_a=sum(lead > 0 for lead in leads),
        won_b=sum(lead < 0 for lead in leads),
        equal=leads.count(0),
        thought_a=thought(rooms.thought_ns[0]),
        thought_b=thought(rooms.thought_ns[1]),
    )
