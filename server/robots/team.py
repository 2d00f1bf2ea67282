"""Contests of a team: copies of one robot that play a cooperative game, deal after deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import Struct

from server.robots.duel import Contest, Entrant, Spread, Table, Thought, spread, thought


class Outcome(Struct, frozen=True):
    """The end of one game.

    `perfect` means that no better result was possible, `lost` that the team lost the game.
    """

    score: float
    perfect: bool
    lost: bool


@dataclass
class Team:
    """One robot in every seat; `thought_ns` collects the time of each decision.

    `seed` and the number of the game determine the cards, as in a duel.
    """

    contest: Contest
    options: Any
    entrant: Entrant
    seed: int
    thought_ns: list[int] = field(default_factory=list)

    async def play(self, number: int) -> Outcome:
        """Play the game with this number and return its outcome. Raises RobotFault."""
        state = self.contest.game.start(self.options)
        seats = len(self.contest.game.seat_names(self.options))
        table = Table(self.contest, (self.entrant,), (self.thought_ns,), number, (0,) * seats)
        deal = self.contest.game.chance(state, Random(f"{self.seed} {number} 1"))
        over: Any = await table.hand(self.contest.game.apply(state, None, deal), 1)
        dueling = self.contest.dueling
        return Outcome(dueling.standing(over).points[0], dueling.perfect(over), dueling.lost(over))


class TeamFigures(Struct, frozen=True):
    """The statistics of a team's games, as `--json` prints them.

    In the mean `score`, a game counts 0 after a strikeout and after any other premature end.
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
    """Return the statistics of a team after these games."""
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
