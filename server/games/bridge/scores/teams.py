"""The points of a team on one board, by the scores of its two rooms: IMPs, or board-a-match points.

In one room of a match the team sits North-South, and in the other room East-West. If the director gave the
two sides of a table different scores, the points of the two teams need not balance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from server.games.bridge.scores.artificial import (
    Share,
    TableScore,
    average,
    average_imps,
    side_score,
)
from server.games.bridge.scores.comparison import (
    Points,
    Score,
    board_a_match,
    imps,
    negated,
    outcomes,
    top,
)


def team_imps(north_south: TableScore, east_west: TableScore | None) -> Fraction:
    """Return the IMPs of a team on a board.

    `north_south` is the score of the room in which the team sits North-South, and `east_west` that of its
    other room, or None if the board was not played there. If the director assigned several outcomes, the
    result is the weighted mean of their IMPs (Law 12C1c). An artificial score is a number of IMPs (Law 12C2);
    a team with artificial scores in both rooms gets their mean.

    >>> team_imps(420, -50), team_imps(-50, 420)
    (Fraction(10, 1), Fraction(-10, 1))
    """
    return _points(north_south, east_west, average_imps, _weighted_imps)


def team_matchpoints(north_south: TableScore, east_west: TableScore | None, win: Points = 2) -> Fraction:
    """Return the board-a-match points of a team: `win`, half of `win` for a tie, or 0.

    The rooms are those of `team_imps`. An artificial score is a percentage of the maximum (Law 12C2).
    """
    return _points(
        north_south,
        east_west,
        lambda kind: top(2, win) * average(kind) / 100,
        lambda own, other: board_a_match(own, negated(other), win),
    )


def _points(
    north_south: TableScore,
    east_west: TableScore | None,
    artificial: Callable[..., Fraction],
    compared: Callable[[Score, Score], Fraction],
) -> Fraction:
    own = side_score(north_south, 0)
    other = None if east_west is None else side_score(east_west, 1)
    if isinstance(own, str | Share) or isinstance(other, str | Share) or other is None:
        given = [artificial(kind) for kind in (own, other) if isinstance(kind, str | Share)]
        return sum(given, Fraction()) / len(given)
    return compared(own, other)


def _weighted_imps(own: Score, other: Score) -> Fraction:
    """Return the mean IMPs of two scores of one team, each in points of the team's side in its room."""
    return sum(
        (
            Fraction(weight * share, 10_000) * imps(mine + theirs)
            for (weight, mine), (share, theirs) in product(outcomes(own), outcomes(other))
        ),
        Fraction(),
    )
