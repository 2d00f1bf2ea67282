"""The score of declarer's tricks in points (Law 77), and the comparison of scores in IMPs or points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

Currency = Literal["imps", "points"]
"""The unit in which scores are compared: IMPs, or points at a table that adds up its scores."""

_IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least differences in points that are worth 1, 2, 3 and more IMPs (Law 78B)."""
GAME = 100
NOTRUMP = 4


@dataclass(frozen=True)
class Stakes:
    """The contract of a board, and the way in which the board is scored.

    `strain` is a number from 0 (clubs) to 4 (notrumps).

    `part` are the points below the line that declarer's side has from earlier deals of a rubber; together
    with them a part-score can complete a game.
    """

    level: int
    strain: int
    doubled: int
    vulnerable: bool
    currency: Currency = "imps"
    part: int = 0

    @property
    def needed(self) -> int:
        """Return the number of tricks that declarer needs to make the contract."""
        return self.level + 6

    def points(self, tricks: int) -> int:
        """Return the points of declarer's side for a number of tricks, negative if the contract fails."""
        over = tricks - self.needed
        if over < 0:
            return -self._undertricks(-over)
        each = 20 if self.strain < 2 else 30
        odd = (self.level * each + (10 if self.strain == NOTRUMP else 0)) * self.doubled
        game = (500 if self.vulnerable else 300) if odd + self.part >= GAME else 50
        slam = {6: 750 if self.vulnerable else 500, 7: 1500 if self.vulnerable else 1000}.get(self.level, 0)
        insult = 0 if self.doubled == 1 else 25 * self.doubled
        if self.doubled > 1:
            each = 50 * self.doubled * (2 if self.vulnerable else 1)
        return odd + game + slam + insult + over * each

    def _undertricks(self, down: int) -> int:
        if self.doubled == 1:
            return down * (100 if self.vulnerable else 50)
        not_vulnerable = 200 * down - 100 if down < 3 else 300 * down - 400
        return (300 * down - 100 if self.vulnerable else not_vulnerable) * (self.doubled // 2)

    def compared(self, tricks: Sequence[int]) -> list[float]:
        """Return the worth of several results for declarer's side, each compared with the mean of all."""
        points = [self.points(each) for each in tricks]
        mean = sum(points) / len(points)
        return [lead(each - mean, self.currency) for each in points]


POINTS = 45.0
"""The number of points that counts as one IMP at a table that adds up its points."""


def lead(points: float, currency: Currency) -> float:
    """Return the worth of a difference in points: in IMPs, or in units of `POINTS` points.

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
    at = bisect_right(_IMPS, size)
    low = _IMPS[at - 1] if at else 0
    high = _IMPS[at] if at < len(_IMPS) else low + 500
    worth = at + (size - low) / (high - low)
    return worth if points > 0 else -worth
