"""The list of the games that the robots `plain` and `random` play, computed from the registry of games."""

from __future__ import annotations

from bots.registry import robots_games


class EveryGame:
    """A value for `Bot.games`: the names of all games for which the plain robot has rules.

    The names of the games are read from the registry at each access, so the result includes games that were
    added later.
    """

    def __get__(self, robot: object, kind: type) -> tuple[str, ...]:
        return robots_games()
