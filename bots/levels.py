"""The levels of a robot: a stronger level takes more time for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

QUICK, STANDARD, EXPERT = "quick", "standard", "expert"
LEVELS = (QUICK, STANDARD, EXPERT)
"""The usual levels of a robot, the quickest first."""


MOST_LOAD = {EXPERT: 0.5, STANDARD: 1.0}
"""For each level, the load of the server from which on robots answer at a quicker level instead.

From a load of 1 on, a robot's computation has to wait for others, and the answer of a long search would come
too late.
"""


def level_in_force(level: str, load: float) -> str:
    """Return the strongest level up to `level` at which a robot answers while the server has this load.

    >>> level_in_force(EXPERT, 0.0), level_in_force(EXPERT, 0.5), level_in_force(EXPERT, 1.0)
    ('expert', 'standard', 'quick')
    """
    allowed = [each for each in LEVELS[: LEVELS.index(level) + 1] if load < MOST_LOAD.get(each, inf)]
    return allowed[-1]


def checked_level(levels: Sequence[str], level: str) -> str:
    """Return the level `level` of a robot, provided that it is one of `levels`.

    Raises ValueError if `levels` does not contain this level.
    """
    if level not in levels:
        raise ValueError(f"expected one of the levels {', '.join(levels)}, got {level!r}")
    return level
