"""The list of games of a robot that plays every game with a brain."""

from __future__ import annotations

from bots.registry import robots_games


class EveryGame:
    """A class attribute whose value is the names of the games with a brain.

    It is read from the registry at each access.
    """

    def __get__(self, robot: object, kind: type) -> tuple[str, ...]:
        return robots_games()
