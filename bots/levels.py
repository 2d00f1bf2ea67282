"""The levels of a robot, which trade strength for time."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

QUICK, STANDARD, EXPERT = "quick", "standard", "expert"
LEVELS = (QUICK, STANDARD, EXPERT)
"""The usual levels, the quickest first."""


MOST_LOAD = {EXPERT: 0.5, STANDARD: 1.0}
"""The load of a server from which a robot no longer answers at a level; the quickest level has no limit.

From a load of 1 on, a question waits for another one, and the answer of a long search would come too late.
"""


def level_in_force(level: str, load: float) -> str:
    """Return the highest of the usual levels up to `level` at which a robot answers under a load.

    >>> level_in_force(EXPERT, 0.0), level_in_force(EXPERT, 0.5), level_in_force(EXPERT, 1.0)
    ('expert', 'standard', 'quick')
    """
    allowed = [each for each in LEVELS[: LEVELS.index(level) + 1] if load < MOST_LOAD.get(each, inf)]
    return allowed[-1]


def checked_level(levels: Sequence[str], level: str) -> str:
    """Return `level`. Raises ValueError if it is not one of `levels`."""
    if level not in levels:
        raise ValueError(f"expected one of the levels {', '.join(levels)}, got {level!r}")
    return level
