"""The house robots that this server offers, with their games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from protocol.v1.codes import Code
from protocol.v1.requests import Policy, Seats
from protocol.v1.updates import HouseRobot
from protocol.words import did_you_mean
from server.errors import Refusal
from server.games.base import AnyGame

NO_ROBOTS: Mapping[str, Collection[str]] = MappingProxyType({})


class OfferedRobots:
    """The names of the house robots, with the games that each robot plays.

    `listed` has the robots in alphabetical order, each with the games of this server that it plays. `listed`
    is made only once, because thousands of clients may send `hello` in the same second.
    """

    def __init__(self, robots: Mapping[str, Collection[str]], games: Mapping[str, AnyGame]) -> None:
        self._robots = robots
        self._games = games
        self.listed = tuple(
            HouseRobot(robot, played)
            for robot, plays in sorted(robots.items())
            if (played := tuple(sorted(game for game in plays if game in games)))
        )

    def plays(self, robot: str, game: str) -> bool:
        """Return True if this server has a house robot of this name that plays the game."""
        return game in self._robots.get(robot, ())

    def of(self, game: str) -> frozenset[str]:
        """Return the names of the house robots that play a game."""
        return frozenset(self._fit(game))

    def check_seats(self, seats: Seats, game: str | None) -> None:
        """Raise Refusal if `seats` names a house robot that this server does not have for the game.

        For a table that is not in memory, `game` is None, because its game is not known, and any house robot
        of this server is accepted.
        """
        for robot in seats.values():
            self._check(robot, game, "$.seats")

    def check_substitute(self, policy: Policy | None, game: str | None) -> None:
        """Raise Refusal for a policy with a substitute that is not a robot of this server for this game."""
        self._check(None if policy is None else policy.substitute, game, "$.policy.substitute")

    def _check(self, robot: str | None, game: str | None, at: str) -> None:
        if robot is None or robot in (fit := self._fit(game)):
            return
        which = f", which play {game}" if robot in self._robots else ""
        known, meant = ", ".join(fit) or "none", did_you_mean(robot, fit)
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected one of the robots {known}{which}, got {robot!r}{meant} - at `{at}`",
        )

    def _fit(self, game: str | None) -> list[str]:
        """Return the robots that may sit at a table of `game`, or all robots if the table only shows records.

        A table that only shows records refuses robots itself, and its refusal gives the reason.
        """
        if game is None or self._games[game].showing is not None:
            return sorted(self._robots)
        return sorted(name for name in self._robots if self.plays(name, game))
