"""The score of declarer's tricks in points (Law 77), and the comparison of scores in IMPs or points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Literal, assert_never

from protocol.rules.bridge.scoring import GAME, IMP_STEPS, PART_SCORE, game_bonus, score, trick_points
from protocol.v1.bridge import Contract

Currency = Literal["imps", "points"]
"""The unit in which scores are compared: IMPs, or points at a table that adds up its scores."""


@dataclass(frozen=True)
class Stakes:
    """The contract of a board, and the way in which the board is scored.

    `part` are the points below the line that declarer's side has from earlier deals of a rubber; together
    with them a part-score can complete a game.
    """

    contract: Contract
    vulnerable: bool
    currency: Currency = "imps"
    part: int = 0

    def points(self, tricks: int) -> int:
        """Return the points of declarer's side for a number of tricks, negative if the contract fails."""
        points = score(self.contract, tricks, self.vulnerable)
        if points > 0 and trick_points(self.contract) < GAME <= trick_points(self.contract) + self.part:
            return points + game_bonus(self.vulnerable) - PART_SCORE
        return points

    def compared(self, tricks: Sequence[int]) -> list[float]:
        """Return the value of each of several results for declarer's side, compared with the mean of all."""
        points = [self.points(each) for each in tricks]
        mean = sum(points) / len(points)
        return [lead(each - mean, self.currency) for each in points]


def chances(tricks: float, spread: float) -> tuple[float, ...]:
    """Return the chance of each number of tricks from 0 to 13 if `tricks` are expected.

    `spread` is the standard deviation of the tricks. The expected number is rounded to quarters.
    """
    return _chances(round(4 * tricks), spread)


@cache
def _chances(quarters: int, spread: float) -> tuple[float, ...]:
    limits = [0.5 * (1 + erf((number - 0.5 - quarters / 4) / spread / sqrt(2))) for number in range(1, 14)]
    return tuple(high - low for low, high in zip((0.0, *limits), (*limits, 1.0), strict=True))


POINTS = 45.0
"""The number of points that counts as one IMP at a table that adds up its points."""


def lead(points: float, currency: Currency) -> float:
    """Return the value of a difference in points, in IMPs or in units of `POINTS` points.

    >>> lead(-430, "imps"), lead(-450, "points"), lead(0, "imps")
    (-10.0, -10.0, 0.0)
    """
    match currency:
        case "imps":
            return imps(points) if points else 0.0
        case "points":
            return points / POINTS
        case _:
            assert_never(currency)


def imps(points: float) -> float:
    """Return the IMPs for a difference in points, with fractions between the steps of the IMP scale.

    >>> imps(20), imps(-430), round(imps(35), 2)
    (1.0, -10.0, 1.5)
    """
    size = abs(points)
    at = bisect_right(IMP_STEPS, size)
    low = IMP_STEPS[at - 1] if at else 0
    high = IMP_STEPS[at] if at < len(IMP_STEPS) else low + 500
    worth = at + (size - low) / (high - low)
    return worth if points > 0 else -worth
