"""The comparison of a board's results at several tables, by matchpoints, IMPs and related scores.

Scores are North-South's points, one for each table. The functions return North-South's share in the same
order, as exact fractions. East-West get the rest of the maximum matchpoints or, in IMPs, the same number with
the sign changed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from protocol.v1.bridge import Compared

_LEAST_DIFFERENCE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The minimum differences in points that are worth 1, 2, 3 and more IMPs (Law 78B)."""

Points = int | Fraction


def matchpoints(scores: Sequence[int], win: Points = 2) -> tuple[Fraction, ...]:
    """Return each table's matchpoints: `win` for each lower score, half as many for each equal one (Law 78A).

    `win` is 2, or 1 if a session counts points and half points.

    >>> [int(points) for points in matchpoints([-110, -140, -140, -120])]
    [6, 1, 1, 4]
    """
    itself = Fraction(win) / 2
    return tuple(sum((_beats(mine, other, win) for other in scores), -itself) for mine in scores)


def _beats(mine: Points, other: Points, win: Points) -> Fraction:
    return Fraction(win) if mine > other else Fraction(win) / 2 if mine == other else Fraction(0)


def top(results: int, win: Points = 2) -> Fraction:
    """Return the highest possible number of matchpoints on a board with this number of results."""
    return Fraction(win) * (results - 1)


def percentage(points: Points, of: Points) -> Fraction:
    """Return matchpoints as a percentage of `of`: the top of a board, or the sum of the tops of a session.

    Raises ValueError if the top is 0, because a single result cannot be compared.
    """
    if of <= 0:
        raise ValueError(f"expected a top above 0, got {of}")
    return Fraction(100) * points / of


def ranks(points: Sequence[Points]) -> tuple[str, ...]:
    """Return the rank of each score, `1` for the highest; equal scores share a rank, written as `4=`."""
    places = [1 + sum(other > mine for other in points) for mine in points]
    return tuple(f"{place}=" if places.count(place) > 1 else str(place) for place in places)


def imps(difference: int) -> int:
    """Return the International Match Points for a difference in points, with its sign (Law 78B)."""
    won = bisect_right(_LEAST_DIFFERENCE, abs(difference))
    return won if difference > 0 else -won


def compared(here: int, there: int) -> Compared:
    """Return the comparison of a board of a match, with the IMPs of the team that sits North-South here."""
    return Compared(here, there, imps(here - there))


def board_a_match(here: int, there: int, win: Points = 2) -> Fraction:
    """Return the points of the team that sits North-South here: `win`, half of `win` for a tie, or 0."""
    return _beats(here, there, win)


def cross_imps(scores: Sequence[int], mean: bool = True) -> tuple[Fraction, ...]:
    """Return each table's IMPs against all other tables, as their mean or as their sum.

    A single table gets 0.
    """
    others = max(len(scores) - 1, 1) if mean else 1
    return tuple(Fraction(sum(imps(mine - other) for other in scores), others) for mine in scores)


def datum(scores: Sequence[int], drop: int = 0, nearest: int = 10) -> int:
    """Return the mean score without the `drop` best and the `drop` worst scores.

    The mean is rounded to a multiple of `nearest`, with halves away from 0, so that the datum of East-West is
    the datum of North-South with the sign changed. With five tables or more, events usually drop the best and
    the worst score. Raises ValueError if no score is left.

    >>> datum([-650, -170, -1440, 100, -170, -200], drop=1)
    -300
    """
    if drop < 0 or len(scores) <= 2 * drop:
        raise ValueError(f"expected more than the {drop} best and {drop} worst scores, got {len(scores)}")
    if nearest < 1:
        raise ValueError(f"expected to round the datum to a multiple of 1 or more, got {nearest}")
    remaining = sorted(scores)[drop : len(scores) - drop]
    mean = Fraction(sum(remaining), len(remaining))
    size = int(abs(mean) / nearest + Fraction(1, 2)) * nearest
    return size if mean > 0 else -size


def butler(scores: Sequence[int], drop: int = 0, nearest: int = 10) -> tuple[int, ...]:
    """Return each table's IMPs against the datum; `drop` and `nearest` are the options of `datum`."""
    middle = datum(scores, drop, nearest)
    return tuple(imps(mine - middle) for mine in scores)
