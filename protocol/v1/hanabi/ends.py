"""The reasons why a game of Hanabi ends, each with its number in the records of Hanabi Live."""

from __future__ import annotations

from enum import IntEnum


class End(IntEnum):
    """The reason why a game of Hanabi ended; for each reason except NORMAL, the official score is 0."""

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
