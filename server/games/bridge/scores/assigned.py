"""Scores that a director gives in place of the score from play (Law 12C)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import ArtificialScore, AssignScore, Outcome, Result, Vulnerability
from server.errors import IllegalAction
from server.games.bridge import scoring

Weighted = tuple[tuple[int, int], ...]
"""The outcomes that a director assigns to a side: pairs of a weight (per cent) and North-South's points."""


def check_outcomes(ruling: AssignScore) -> None:
    """Raise IllegalAction unless all assigned outcomes are possible and have weights of 100 (Law 12C1)."""
    for side in (ruling.outcomes, ruling.east_west):
        if side is None:
            continue
        total = sum(each.weight for each in side)
        if total != 100:
            raise IllegalAction(f"expected outcomes with weights that add up to 100, got {total}")
        if any((each.contract is None) is not (each.tricks is None) for each in side):
            raise IllegalAction(
                "expected each outcome to have a contract and its tricks, or neither if it is passed out"
            )


def adjusted(ended: Result, ruling: AssignScore | ArtificialScore, vulnerable: Vulnerability) -> Result:
    """Return the result of a board after the director's ruling.

    If the director has assigned outcomes with weights, each side gets the weighted mean of the points of its
    own outcomes (Law 12C1c). If the director has given an artificial score, both sides get 0 points.
    """
    north_south = east_west = 0
    if isinstance(ruling, AssignScore):
        own, opponents = weighted(ruling, vulnerable)
        north_south, east_west = mean(own), -mean(opponents)
    unequal = None if east_west == -north_south else east_west
    return replace(ended, score_ns=north_south, score_ew=unequal, tricks=None, adjusted=ruling)


def weighted(ruling: AssignScore, vulnerable: Vulnerability) -> tuple[Weighted, Weighted]:
    """Return the outcomes, with weights, that a director assigned to North-South and to East-West."""
    north_south = _weighted(ruling.outcomes, vulnerable)
    if ruling.east_west is None:
        return north_south, north_south
    return north_south, _weighted(ruling.east_west, vulnerable)


def _weighted(outcomes: tuple[Outcome, ...], vulnerable: Vulnerability) -> Weighted:
    return tuple((each.weight, _points(each, vulnerable)) for each in outcomes)


def _points(outcome: Outcome, vulnerable: Vulnerability) -> int:
    return scoring.result(outcome.contract, outcome.tricks, vulnerable).score_ns


def mean(outcomes: Weighted) -> int:
    """Return the weighted mean of North-South's points in several outcomes, halves rounded away from 0."""
    hundredfold = sum(weight * points for weight, points in outcomes)
    size = (abs(hundredfold) + 50) // 100
    return size if hundredfold >= 0 else -size
