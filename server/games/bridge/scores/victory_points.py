"""Victory points on the continuous scale of the World Bridge Federation (2013).

The two teams of a match share 20 victory points, according to the margin in IMPs. The computation of victory
points uses 50 decimal digits, so that the result is always rounded to the right hundredth.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from math import isqrt


def blitz(boards: int) -> int:
    """Return the margin in IMPs for 20 victory points: 15 times the square root of the number of boards.

    After rounding, a margin one IMP below that of a 20-point win may also be worth 20.00 victory points.
    Raises ValueError for a match of fewer than one board.
    """
    if boards < 1:
        raise ValueError(f"expected a match of 1 board or more, got {boards}")
    return isqrt(225 * boards - 1) + 1


def victory_points(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """Return the victory points of a team that won by `margin` IMPs, and those of its opponents.

    A negative `margin` means that the team lost the match.

    >>> victory_points(15, boards=32)
    (Decimal('12.95'), Decimal('7.05'))
    """
    scale = winners_scale(boards)
    won = scale[min(abs(margin), len(scale) - 1)]
    return (won, 20 - won) if margin >= 0 else (20 - won, won)


@lru_cache(maxsize=128)
def winners_scale(boards: int) -> tuple[Decimal, ...]:
    """Return the winner's victory points for each margin, from 0 IMPs to the margin worth 20 points."""
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
    """Increase some rounded victory points, so that each further IMP adds no more than the previous one."""
    raised = True
    while raised:
        raised = False
        for margin in range(1, len(scale) - 1):
            if 2 * scale[margin] < scale[margin - 1] + scale[margin + 1]:
                scale[margin] += 1
                raised = True
