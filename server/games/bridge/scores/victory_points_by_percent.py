"""Victory points for a match that is scored by matchpoints: the scale of the English Bridge Union.

The percentage of a pair in a match becomes whole victory points from 0 to 20, by the number of its boards
(White Book of 2025, 3.1.7). The percentages of both pairs are converted apart: the field decides them, and
they need not add up to 100.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

MOST_BOARDS = 27
"""The largest number of boards of a match for which the scale is known here."""

_SCALE = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
)
"""The most boards for which a line holds, and the hundredths of a per cent up to which 10 to 19 are won."""


def victory_points(percent: Fraction, boards: int) -> int:
    """Return the victory points of a pair with this percentage of the matchpoints of a match.

    Raises ValueError for a number of boards that the scale does not have.

    >>> victory_points(Fraction(60), boards=8)
    17
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError(f"expected a match of 1 to {MOST_BOARDS} boards, got {boards}")
    # The book compares percentages with two decimals; a half is rounded away from the average.
    above = int(100 * abs(percent - 50) + Fraction(1, 2))
    tops = next(tops for most, tops in _SCALE if boards <= most)
    won = 10 + bisect_left(tops, 5000 + above)
    return won if percent >= 50 else 20 - won
