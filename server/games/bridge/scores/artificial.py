"""Scores not won at the table: average plus and minus (Law 12C2), and Neuberg's for missing results.

A board that was played at fewer tables than others weighs as much as they do by Neuberg's formula: what `n`
results say is stretched to the `expected` number. Artificial scores are no results; they are added after.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from protocol.v1.bridge import ArtificialScore, Average
from server.games.bridge.scores.comparison import Points, matchpoints, top

_PERCENT: dict[Average, int] = {"plus": 60, "average": 50, "minus": 40}
_IMPS: dict[Average, int] = {"plus": 3, "average": 0, "minus": -3}


def average(kind: Average, session: Points | None = None) -> Fraction:
    """The percentage of an artificial score (Law 12C2).

    Average plus is what the pair scored in its `session`, where that is more than 60, and average minus where
    it is less than 40. `session` None leaves it out of account.
    """
    fixed = Fraction(_PERCENT[kind])
    if session is None or kind == "average":
        return fixed
    return max(fixed, Fraction(session)) if kind == "plus" else min(fixed, Fraction(session))


def average_imps(kind: Average) -> int:
    """The IMPs of an artificial score (Law 12C2)."""
    return _IMPS[kind]


def non_balancing(own: Points, opponents: Points) -> Fraction:
    """A team's IMPs in a knock-out match where the two sides' adjusted scores do not balance (Law 12C4).

    Each side's IMPs as that side's own score gives them; the other team has the same with the sign changed.
    """
    return (Fraction(own) - opponents) / 2


def neuberg(points: Points, results: int, expected: int, win: Points = 2) -> Fraction:
    """Matchpoints among `results` as matchpoints among the `expected` number of results.

    >>> float(neuberg(18, results=10, expected=11)), float(neuberg(0, results=10, expected=11))
    (19.9, 0.1)
    """
    _check(results, expected)
    half = Fraction(win) / 2
    return (points + half) * expected / results - half


def neuberg_percentage(percent: Points, results: int, expected: int) -> Fraction:
    """The same for a percentage. A single result stands for 50, whatever it is said to be."""
    _check(results, expected)
    if expected == 1:
        return Fraction(50)
    return 50 + (Fraction(percent) - 50) * Fraction(results - 1, results) * Fraction(expected, expected - 1)


def _check(results: int, expected: int) -> None:
    if not 1 <= results <= expected:
        raise ValueError(f"expected 1 to {expected} results, got {results}")


def board(
    scores: Sequence[int | ArtificialScore], expected: int | None = None, win: Points = 2
) -> tuple[tuple[Fraction, Fraction], ...]:
    """The matchpoints of a board, North-South's and East-West's for each table.

    `scores` are North-South's points where a result was obtained. `expected` is how many scores a board of
    the session has, by default these; more where it was not played everywhere, or where these are one of the
    groups that played a fouled board alike (Law 87). An artificial score is a percentage of the full top,
    without regard to the pair's session.
    """
    obtained = [score for score in scores if isinstance(score, int)]
    full = len(scores) if expected is None else expected
    if len(scores) > full:
        raise ValueError(f"expected at most {full} scores, got {len(scores)}")
    highest = top(full, win)
    won = iter(matchpoints(obtained, win))
    return tuple(
        _artificial(score, highest)
        if isinstance(score, ArtificialScore)
        else _pair(neuberg(next(won), len(obtained), full, win), highest)
        for score in scores
    )


def _pair(north_south: Fraction, highest: Fraction) -> tuple[Fraction, Fraction]:
    return north_south, highest - north_south


def _artificial(score: ArtificialScore, highest: Fraction) -> tuple[Fraction, Fraction]:
    return highest * average(score.north_south) / 100, highest * average(score.east_west) / 100
