"""Copies of one robot that play a game together, deal after deal: how well they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import Struct

from server.robots.duel import Contest, Entrant, Spread, Table, Thought, spread, thought


class Outcome(Struct, frozen=True):
    """The end of one game. `perfect`: it could not have ended better; `lost`: it was lost outright."""

    score: float
    perfect: bool
    lost: bool


@dataclass
class Team:
    """One robot in every seat; `thought_ns` is how long they took for their decisions.

    `seed` and the number of the game give the cards, as in a duel.
    """

    contest: Contest
    options: Any
    entrant: Entrant
    seed: int
    thought_ns: list[int] = field(default_factory=list)

    async def play(self, place: int) -> Outcome:
        """The game with that number. Raises RobotFault."""
        state = self.contest.game.start(self.options)
        seats = len(self.contest.game.seat_names(self.options))
        table = Table(self.contest, (self.entrant,), (self.thought_ns,), place, (0,) * seats)
        deal = self.contest.game.chance(state, Random(f"{self.seed} {place} 1"))
        over: Any = await table.hand(self.contest.game.apply(state, None, deal), 1)
        dueling = self.contest.dueling
        return Outcome(dueling.standing(over).points[0], dueling.perfect(over), dueling.lost(over))


class TeamFigures(Struct, frozen=True):
    """What a team's games came to, as `--json` prints it.

    `score` counts 0 for a strikeout, and for every other end but a normal one.
    """

    game: str
    robot: str
    players: int
    deals: int
    seed: int
    score: Spread
    perfect: int
    strikeouts: int
    thought: Thought


def team_figures(team: Team, played: Sequence[Outcome]) -> TeamFigures:
    """The figures of a team after these games."""
    return TeamFigures(
        game=team.contest.game.name,
        robot=team.entrant.name,
        players=len(team.contest.game.seat_names(team.options)),
        deals=len(played),
        seed=team.seed,
        score=spread([outcome.score for outcome in played]),
        perfect=sum(outcome.perfect for outcome in played),
        strikeouts=sum(outcome.lost for outcome in played),
        thought=thought(team.thought_ns),
    )
