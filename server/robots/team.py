"""The comparison of robots at a cooperative game: one robot plays all seats, deal after deal."""

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


class Outcome(Struct, frozen=True):
    """The outcome of one cooperative game of a team of robots.

    `perfect` is True if the team has reached the best possible score, `lost` if the team lost the game.
    """

    score: float
    perfect: bool
    lost: bool


@dataclass
class Team:
    """A team of one robot in every seat.

    `thought_ns` collects the time that each decision took, in nanoseconds. The function `keep` is called with
    each finished game of the team.

    The `seed` and the number of a game determine its cards, as in a duel.
    """

    contest: Contest
    options: Any
    entrant: Entrant
    seed: int
    keep: Keep = keep_nothing
    thought_ns: list[int] = field(default_factory=list)

    async def play(self, number: int) -> Outcome:
        """Play the cooperative game with number `number` and return its outcome.

        Raises RobotFault if a robot's code fails or a robot breaks a rule of the game.
        """
        state = self.contest.game.start(self.options)
        seats = len(self.contest.game.seat_names(self.options))
        table = Table(self.contest, (self.entrant,), (self.thought_ns,), number, (0,) * seats)
        deal = self.contest.game.chance(state, Random(f"{self.seed} {number} 1"))
        over: Any = await table.hand(self.contest.game.apply(state, None, deal), 1)
        self.keep(KeptGame(table.name, "", table.players, (over,)))
        dueling = self.contest.dueling
        return Outcome(dueling.standing(over).points[0], dueling.perfect(over), dueling.lost(over))


class TeamFigures(Struct, frozen=True):
    """The statistics of a team's games, as `kibitz duel --json` prints them.

    A game that ended early, for example by a strikeout, counts as 0 in the mean `score`.
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
    """Return the statistics of a team of robots from its games."""
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
