"""The World Bridge Federation's continuous scale of victory points (2013): the IMPs of a match as 20 points.

Hundredths are rounded with 50 digits of precision, so no rounding hangs on binary fractions.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from math import isqrt


def blitz(boards: int) -> int:
    """The margin in IMPs at which the scale of a match ends with 20 points: 15 times the root of its boards.

    Rounding may give 20.00 one IMP before. ValueError for less than a board.
    """
    if boards < 1:
        raise ValueError(f"expected a match of 1 board or more, got {boards}")
    return isqrt(225 * boards - 1) + 1


def victory_points(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """The victory points of a team that won by `margin` IMPs (lost where below 0), and its opponents'.

    >>> victory_points(15, boards=32)
    (Decimal('12.95'), Decimal('7.05'))
    """
    scale = winners_scale(boards)
    won = scale[min(abs(margin), len(scale) - 1)]
    return (won, 20 - won) if margin >= 0 else (20 - won, won)


@lru_cache(maxsize=128)
def winners_scale(boards: int) -> tuple[Decimal, ...]:
    """The winner's victory points by margin, from a tie to the blitz."""
    scale = [_hundredths(margin, boards) for margin in range(blitz(boards))] + [2000]
    _make_concave(scale)
    return tuple(Decimal(hundredths).scaleb(-2) for hundredths in scale)


def _hundredths(margin: int, boards: int) -> int:
    with localcontext() as context:
        context.prec = 50
        golden = (Decimal(5).sqrt() - 1) / 2
        share = margin / (5 * Decimal(boards).sqrt())
        points = 10 + 10 * (1 - golden**share) / (1 - golden**3)
        return int((100 * points).quantize(Decimal(1), ROUND_HALF_UP))


def _make_concave(scale: list[int]) -> None:
    """Raise what rounding has left too low: no IMP may be worth more than the one before it."""
    raised = True
    while raised:
        raised = False
        for margin in range(1, len(scale) - 1):
            if 2 * scale[margin] < scale[margin - 1] + scale[margin + 1]:
                scale[margin] += 1
                raised = True
