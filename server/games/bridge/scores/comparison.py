"""The comparison of a board's results at several tables, by matchpoints, IMPs and related scores.

The scores of a board are a list of North-South's points, one score for each table. A score is either a number
of points or, if the director assigned several outcomes, these outcomes with their weights: then each outcome
is compared, and the result is the weighted mean of the comparisons (Law 12C1c). The functions of this module
return North-South's matchpoints or IMPs in the order of the tables, as exact fractions. The matchpoints of
North-South and East-West add up to the maximum of the board; their IMPs add up to 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from protocol.rules.bridge.scoring import IMP_STEPS
from protocol.v1.bridge import Compared
from server.games.bridge.scores.assigned import Weighted, mean

Points = int | Fraction
Score = int | Weighted
"""The score of a board at one table: a side's points, or its assigned outcomes with their weights."""


def matchpoints(scores: Sequence[Score], win: Points = 2) -> tuple[Fraction, ...]:
    """Return North-South's matchpoints at each table (Law 78A).

    A table gets `win` matchpoints for each lower score at another table, and half of `win` for each equal
    score. `win` is the number of matchpoints for a better score: 2, or 1 at sessions that count points and
    half points.

    >>> [int(points) for points in matchpoints([-110, -140, -140, -120])]
    [6, 1, 1, 4]
    """
    # A score that is compared with itself counts as a tie, also if it is a mean of several outcomes.
    itself = Fraction(win) / 2
    won = _beaten(scores)
    return _of_each(scores, lambda mine: _mean(mine, won) * itself - itself)


def _of_each(scores: Sequence[Score], worth: Callable[[Score], Fraction]) -> tuple[Fraction, ...]:
    """Return the worth of each score, which is computed once for equal scores."""
    known = {score: worth(score) for score in dict.fromkeys(scores)}
    return tuple(known[score] for score in scores)


def _weights(scores: Sequence[Score]) -> dict[int, int]:
    """Return, for each number of points among the scores, the sum of its weights, in per cent."""
    weights: Counter[int] = Counter()
    for score in scores:
        for weight, points in outcomes(score):
            weights[points] += weight
    return weights


def _beaten(scores: Sequence[Score]) -> dict[int, Fraction]:
    """Return, for each number of points among the scores, 2 for each lower score and 1 for each equal one."""
    won: dict[int, Fraction] = {}
    below = 0
    for points, weight in sorted(_weights(scores).items()):
        won[points] = Fraction(2 * below + weight, 100)
        below += weight
    return won


def _imps_against(scores: Sequence[Score]) -> dict[int, Fraction]:
    """Return, for each number of points among the scores, its IMPs against all scores together."""
    field = sorted(_weights(scores).items())
    won = dict.fromkeys((points for points, _ in field), 0)
    for at, (points, weight) in enumerate(field):
        for lower, other in field[:at]:
            gained = imps(points - lower)
            won[points] += gained * other
            won[lower] -= gained * weight
    return {points: Fraction(each, 100) for points, each in won.items()}


def outcomes(score: Score) -> Weighted:
    """Return the outcomes of a score with their weights; points from play are one outcome of 100 per cent."""
    return ((100, score),) if isinstance(score, int) else score


def _mean(score: Score, worth: dict[int, Fraction]) -> Fraction:
    """Return the weighted mean of the values that `worth` gives to the outcomes of a score."""
    if isinstance(score, int):
        return worth[score]
    return sum((Fraction(weight, 100) * worth[points] for weight, points in score), Fraction())


def top(results: int, win: Points = 2) -> Fraction:
    """Return the maximum number of matchpoints on a board that was played at `results` tables."""
    return Fraction(win) * (results - 1)


def percentage(points: Points, of: Points) -> Fraction:
    """Return matchpoints as a percentage of the maximum `of`, on one board or in a session.

    Raises ValueError if the maximum is 0, because a single result cannot be compared.
    """
    if of <= 0:
        raise ValueError(f"expected a maximum of matchpoints above 0, got {of}")
    return Fraction(100) * points / of


def ranks(points: Sequence[Points]) -> tuple[str, ...]:
    """Return the rank of each score, `1` for the highest; equal scores share a rank, written as `4=`."""
    places = [1 + sum(other > mine for other in points) for mine in points]
    return tuple(f"{place}=" if places.count(place) > 1 else str(place) for place in places)


def imps(difference: int) -> int:
    """Return the International Match Points for a difference in points, with its sign (Law 78B)."""
    won = bisect_right(IMP_STEPS, abs(difference))
    return won if difference > 0 else -won


def compared(here: int, there: int) -> Compared:
    """Return the comparison of a match board's two scores, with the IMPs of North-South at this table.

    `here` is the score at this table, `there` the score at the other table.
    """
    return Compared(here, there, imps(here - there))


def board_a_match(here: Score, there: Score, win: Points = 2) -> Fraction:
    """Return the board-a-match points of this table's North-South: `win`, half of `win` for a tie, or 0.

    If the director has assigned several outcomes, the result is the weighted mean of their points.
    """
    return matchpoints((here, there), win)[0]


def cross_imps(scores: Sequence[Score], mean: bool = True) -> tuple[Fraction, ...]:
    """Return each table's IMPs against all other tables: their mean or, if `mean` is False, their sum.

    If only one table has a score, its IMPs are 0.
    """
    others = max(len(scores) - 1, 1) if mean else 1
    won = _imps_against(scores)
    return _of_each(scores, lambda mine: _mean(mine, won) / others)


def datum(scores: Sequence[int], drop: int = 0, nearest: int = 10) -> int:
    """Return the datum: the mean score without the `drop` best and the `drop` worst scores.

    The datum is rounded to a multiple of `nearest`; a half rounds away from 0, so that both sides have the
    same datum with opposite signs. With five tables or more, usually one best and one worst score are dropped
    for the datum. Raises ValueError if no score is left without the best and the worst scores.

    >>> datum([-650, -170, -1440, 100, -170, -200], drop=1)
    -300
    """
    if drop < 0 or len(scores) <= 2 * drop:
        raise ValueError(
            f"expected more scores than the {drop} best and {drop} worst to drop, got {len(scores)}"
        )
    if nearest < 1:
        raise ValueError(f"expected to round the datum to a multiple of 1 or more, got {nearest}")
    remaining = sorted(scores)[drop : len(scores) - drop]
    mean = Fraction(sum(remaining), len(remaining))
    size = int(abs(mean) / nearest + Fraction(1, 2)) * nearest
    return size if mean > 0 else -size


def butler(scores: Sequence[Score], drop: int = 0, nearest: int = 10) -> tuple[Fraction, ...]:
    """Return the IMPs of each table's score in comparison with the datum (the mean score).

    The function `datum` explains `drop` and `nearest`. For a score with assigned outcomes, the datum uses
    their weighted mean.
    """
    middle = datum([whole(score) for score in scores], drop, nearest)
    won = {points: Fraction(imps(points - middle)) for score in scores for _, points in outcomes(score)}
    return _of_each(scores, lambda mine: _mean(mine, won))


def whole(score: Score) -> int:
    """Return the points of a score; for assigned outcomes, their weighted mean in whole points."""
    return score if isinstance(score, int) else mean(score)


def rounded(points: Points) -> int:
    """Return points as a whole number, a half away from 0, so that both sides are rounded alike.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(-5, 2))
    (3, -3)
    """
    size = int(abs(Fraction(points)) + Fraction(1, 2))
    return size if points > 0 else -size


def negated(score: Score) -> Score:
    """Return a score from the point of view of the other side."""
    return -score if isinstance(score, int) else tuple((weight, -points) for weight, points in score)
