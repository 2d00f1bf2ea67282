"""The list of games of the plain and the random robot, computed from the registry."""

from __future__ import annotations

from bots.registry import robots_games


class EveryGame:
    """A value for `Bot.games`: the names of all games for which the plain robot has rules.

    The names are read from the registry at each access, so the result includes games that were added later.
    """

    def __get__(self, robot: object, kind: type) -> tuple[str, ...]:
        return robots_games()
