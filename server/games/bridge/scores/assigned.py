"""Scores that a director gives in place of the one won at the table (Law 12C)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, Outcome, Result, Vulnerability
from server.games.bridge import scoring

Weighted = tuple[tuple[int, int], ...]
"""Weights in per cent, each with the points that North-South score in that outcome."""


def adjusted(ended: Result, ruling: AssignScore | ArtificialScore, vulnerable: Vulnerability) -> Result:
    """The result of a board as the director's ruling makes it.

    Each side has the mean of its own outcomes in points (Law 12C1c); an artificial score has no points.
    """
    north_south = east_west = 0
    if isinstance(ruling, AssignScore):
        own, opponents = weighted(ruling, vulnerable)
        north_south, east_west = mean(own), -mean(opponents)
    unequal = None if east_west == -north_south else east_west
    return replace(ended, score_ns=north_south, score_ew=unequal, tricks=None, adjusted=ruling)


def weighted(ruling: AssignScore, vulnerable: Vulnerability) -> tuple[Weighted, Weighted]:
    """What an assigned score weighs for North-South, and what for East-West."""
    north_south = _weighted(ruling.outcomes, vulnerable)
    if ruling.east_west is None:
        return north_south, north_south
    return north_south, _weighted(ruling.east_west, vulnerable)


def _weighted(outcomes: tuple[Outcome, ...], vulnerable: Vulnerability) -> Weighted:
    return tuple((each.weight, _points(each, vulnerable)) for each in outcomes)


def _points(outcome: Outcome, vulnerable: Vulnerability) -> int:
    return scoring.result(outcome.contract, outcome.tricks, vulnerable).score_ns


def mean(outcomes: Weighted) -> int:
    """North-South's points on the average, rounded to whole points, a half away from 0."""
    hundredfold = sum(weight * points for weight, points in outcomes)
    size = (abs(hundredfold) + 50) // 100
    return size if hundredfold >= 0 else -size
