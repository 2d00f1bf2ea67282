"""The ways in which a game of Hanabi ends, with the numbers of Hanabi Live's records."""

from __future__ import annotations

from enum import IntEnum


class End(IntEnum):
    """The reason why a game ended. Every reason other than NORMAL is recorded with a score of 0."""

    NORMAL = 1
    STRIKEOUT = 2
    TIMEOUT = 3
    TERMINATED = 4
    SPEEDRUN_FAIL = 5
    IDLE_TIMEOUT = 6
    CHARACTER_SOFTLOCK = 7
    ALL_OR_NOTHING_FAIL = 8
    ALL_OR_NOTHING_SOFTLOCK = 9
    VOTED = 10
