"""The list of games of a robot that plays every game for which the registry has a brain."""

from __future__ import annotations

from bots.registry import robots_games


class EveryGame:
    """A class attribute that returns the names of all games for which the registry has a brain.

    The names are read from the registry at each access of the attribute.
    """

    def __get__(self, robot: object, kind: type) -> tuple[str, ...]:
        return robots_games()
