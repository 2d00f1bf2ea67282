"""The games of a robot that plays all that have a brain."""

from __future__ import annotations

from bots.registry import robots_games


class EveryGame:
    """An attribute of a robot's class: read at any time, it is the games that are registered then."""

    def __get__(self, robot: object, kind: type) -> tuple[str, ...]:
        return robots_games()
