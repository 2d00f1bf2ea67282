"""Artificial scores: average plus and minus (Law 12C2), and Neuberg's formula for missing results.

If a board has fewer results than other boards, its matchpoints are fewer, too. Neuberg's formula scales up
the matchpoints of a board with fewer results, so that it counts as much as a board with the `expected` number
of results. In Neuberg's formula, an artificial score at a table does not count as a result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from protocol.v1.bridge import ArtificialScore, Average
from server.games.bridge.scores.assigned import Weighted
from server.games.bridge.scores.comparison import Points, Score, matchpoints, negated, top

_PERCENT: dict[Average, int] = {"plus": 60, "average": 50, "minus": 40}
_IMPS: dict[Average, int] = {"plus": 3, "average": 0, "minus": -3}


class Share(Struct, frozen=True, gc=False):
    """The score of one side as a number that a director gave, in hundredths.

    It is a per cent of the maximum at matchpoints and board-a-match; otherwise it is a number of IMPs or, at
    total points, of points.
    """

    hundredths: int


class Shares(Struct, frozen=True, gc=False):
    """The scores that a director gave to both sides of a table in place of a result, in numbers or in words.

    The two scores need not balance, such as 60 and 60 per cent.
    """

    north_south: Average | Share
    east_west: Average | Share


def average(kind: Average | Share, session: Points | None = None) -> Fraction:
    """Return the percentage of matchpoints that a pair gets for an artificial score (Law 12C2).

    `session` is the pair's percentage in the session, or None if this percentage does not count. Average plus
    is 60 per cent, or the percentage `session` if that is higher. Average minus is 40 per cent, or the
    percentage `session` if that is lower. The percentage of a `Share` is its number.
    """
    if isinstance(kind, Share):
        return Fraction(kind.hundredths, 100)
    fixed = Fraction(_PERCENT[kind])
    if session is None or kind == "average":
        return fixed
    return max(fixed, Fraction(session)) if kind == "plus" else min(fixed, Fraction(session))


def average_imps(kind: Average | Share) -> Fraction:
    """Return the IMPs of an artificial score (Law 12C2)."""
    return Fraction(kind.hundredths, 100) if isinstance(kind, Share) else Fraction(_IMPS[kind])


def average_points(kind: Average | Share) -> Fraction:
    """Return the points of an artificial score at total points: 0, unless the director gave a number."""
    return Fraction(kind.hundredths, 100) if isinstance(kind, Share) else Fraction()


def non_balancing(own: Points, opponents: Points) -> Fraction:
    """Return a team's IMPs on a knock-out board for which the teams have different scores (Law 12C4).

    `own` are the team's IMPs by the score that the director gave to this team. `opponents` are the other
    team's IMPs by the score that the director gave to the other team. The team gets half of the difference
    between its own IMPs and the other team's IMPs. The other team gets the same number of IMPs with the
    opposite sign.
    """
    return (Fraction(own) - opponents) / 2


def neuberg(points: Points, results: int, expected: int, win: Points = 2) -> Fraction:
    """Return `points` matchpoints, scaled by Neuberg's formula from `results` to `expected` results.

    >>> float(neuberg(18, results=10, expected=11)), float(neuberg(0, results=10, expected=11))
    (19.9, 0.1)
    """
    _check(results, expected)
    half = Fraction(win) / 2
    return (points + half) * expected / results - half


def neuberg_percentage(percent: Points, results: int, expected: int) -> Fraction:
    """Return a matchpoint percentage, scaled by Neuberg's formula from `results` to `expected` results.

    The only result of a board counts as 50 per cent, whatever percentage is given.
    """
    _check(results, expected)
    if expected == 1:
        return Fraction(50)
    return 50 + (Fraction(percent) - 50) * Fraction(results - 1, results) * Fraction(expected, expected - 1)


def _check(results: int, expected: int) -> None:
    if not 1 <= results <= expected:
        raise ValueError(f"expected a board with 1 to {expected} results, got {results}")


Split = tuple[Weighted, Weighted]
"""The outcomes assigned to North-South and those assigned to East-West, both with North-South's points."""
Artificial = ArtificialScore | Shares
"""An artificial score of a table: a word or a number for each side."""
TableScore = int | Split | Artificial
"""A table's score on a board: North-South's points, assigned outcomes, or an artificial score."""


def board(
    scores: Sequence[TableScore], expected: int | None = None, win: Points = 2
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the matchpoints of a board: for each table, those of North-South and those of East-West.

    `expected` is the number of scores that other boards of the session have, by default the number of
    `scores`. Pass a number `expected` above the number of scores if some tables did not play the board. If a
    board was fouled and `scores` has only the tables that had the same cards, pass the number of all scores
    as `expected` (Law 87). An artificial score is a fixed percentage (40, 50 or 60) of the maximum
    matchpoints. If the director assigned different outcomes to the two sides of a table, the other tables'
    North-South are compared with the outcomes of its North-South, and their East-West with those of its
    East-West.
    """
    full = len(scores) if expected is None else expected
    if len(scores) > full:
        raise ValueError(f"expected a board with at most {full} scores, got {len(scores)}")
    highest = top(full, win)

    def won(obtained: Sequence[Score]) -> Sequence[Fraction]:
        points = matchpoints(obtained, win)
        if len(obtained) == full:
            return points
        scaled = {each: neuberg(each, len(obtained), full, win) for each in set(points)}
        return [scaled[each] for each in points]

    return by_side(scores, won, lambda kind: highest * average(kind) / 100, lambda points: highest - points)


def by_side(
    scores: Sequence[TableScore],
    compared: Callable[[Sequence[Score]], Sequence[Fraction]],
    artificial: Callable[[Average | Share], Points],
    opposite: Callable[[Fraction], Fraction],
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the points of North-South and of East-West at each table, with artificial scores included.

    `compared` gets the scores of all tables for one side, without artificial scores, and returns the points
    of this side at each of these tables. `artificial` returns the points for an artificial score. `opposite`
    returns East-West's points for those of North-South, where no director has assigned different outcomes to
    the two sides of a table; then only one side is compared.
    """
    if not any(isinstance(score, tuple) and score[0] != score[1] for score in scores):
        north_south = [side_score(score, 0) for score in scores]
        played = iter(compared([score for score in north_south if not isinstance(score, str | Share)]))
        return tuple(
            (Fraction(artificial(score.north_south)), Fraction(artificial(score.east_west)))
            if isinstance(score, ArtificialScore | Shares)
            else (points := next(played), opposite(points))
            for score in scores
        )
    sides = []
    for side in (0, 1):
        column = [side_score(score, side) for score in scores]
        won = iter(compared([score for score in column if not isinstance(score, str | Share)]))
        sides.append(
            [Fraction(artificial(score)) if isinstance(score, str | Share) else next(won) for score in column]
        )
    return tuple(zip(*sides, strict=True))


def side_score(score: TableScore, side: int) -> Score | Average | Share:
    """Return a table's score for one side, 0 for North-South or 1 for East-West, in points of that side."""
    if isinstance(score, ArtificialScore | Shares):
        return score.east_west if side else score.north_south
    own = score if isinstance(score, int) else score[side]
    return negated(own) if side else own
