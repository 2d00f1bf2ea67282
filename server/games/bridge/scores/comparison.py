"""How the results of one board at several tables compare: matchpoints, IMPs and what derives from them.

Scores are points from North-South's side, one for each table, and the answers are North-South's share in the
same order, as exact fractions. East-West have the rest of the top, or the same with the sign changed.
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
"""From which difference in points on 1, 2, 3 … IMPs are won (Law 78B)."""

Points = int | Fraction


def matchpoints(scores: Sequence[int], win: Points = 2) -> tuple[Fraction, ...]:
    """`win` for each lower score and half of it for each equal one (Law 78A).

    `win` is 2, or 1 where points and half points are counted.

    >>> [int(points) for points in matchpoints([-110, -140, -140, -120])]
    [6, 1, 1, 4]
    """
    itself = Fraction(win) / 2
    return tuple(sum((_beats(mine, other, win) for other in scores), -itself) for mine in scores)


def _beats(mine: Points, other: Points, win: Points) -> Fraction:
    return Fraction(win) if mine > other else Fraction(win) / 2 if mine == other else Fraction(0)


def top(results: int, win: Points = 2) -> Fraction:
    """The most matchpoints that a board with so many results can give."""
    return Fraction(win) * (results - 1)


def percentage(points: Points, of: Points) -> Fraction:
    """Matchpoints as a share of the top, or of the tops of a session, in per cent.

    ValueError where there is no top: a single result is compared with nothing.
    """
    if of <= 0:
        raise ValueError(f"expected a top above 0, got {of}")
    return Fraction(100) * points / of


def ranks(points: Sequence[Points]) -> tuple[str, ...]:
    """The places that points give: `1` the most, equal ones share theirs as `4=`."""
    places = [1 + sum(other > mine for other in points) for mine in points]
    return tuple(f"{place}=" if places.count(place) > 1 else str(place) for place in places)


def imps(difference: int) -> int:
    """International Match Points for a difference in points, negative for one below 0 (Law 78B)."""
    won = bisect_right(_LEAST_DIFFERENCE, abs(difference))
    return won if difference > 0 else -won


def compared(here: int, there: int) -> Compared:
    """A board of a match: the score here and the other table's, and the IMPs of who sit North-South here."""
    return Compared(here, there, imps(here - there))


def board_a_match(here: int, there: int, win: Points = 2) -> Fraction:
    """What the team that sits North-South here wins of a board: `win`, half of it for a tie, or nothing."""
    return _beats(here, there, win)


def cross_imps(scores: Sequence[int], mean: bool = True) -> tuple[Fraction, ...]:
    """The IMPs against every other table: their mean, or their sum. A single table has 0."""
    others = max(len(scores) - 1, 1) if mean else 1
    return tuple(Fraction(sum(imps(mine - other) for other in scores), others) for mine in scores)


def datum(scores: Sequence[int], drop: int = 0, nearest: int = 10) -> int:
    """The mean score without the `drop` best and the `drop` worst, rounded to the `nearest` so many points.

    A half is rounded away from 0, so that East-West's datum is North-South's with the sign changed. Usual is
    to drop one of each from five tables on. ValueError where nothing is left.

    >>> datum([-650, -170, -1440, 100, -170, -200], drop=1)
    -300
    """
    if drop < 0 or len(scores) <= 2 * drop:
        raise ValueError(f"expected more than the {drop} best and {drop} worst scores, got {len(scores)}")
    if nearest < 1:
        raise ValueError(f"expected a datum to the nearest 1 point or more, got {nearest}")
    kept = sorted(scores)[drop : len(scores) - drop]
    mean = Fraction(sum(kept), len(kept))
    size = int(abs(mean) / nearest + Fraction(1, 2)) * nearest
    return size if mean > 0 else -size


def butler(scores: Sequence[int], drop: int = 0, nearest: int = 10) -> tuple[int, ...]:
    """The IMPs against the datum, of which `drop` and `nearest` are the options."""
    middle = datum(scores, drop, nearest)
    return tuple(imps(mine - middle) for mine in scores)
