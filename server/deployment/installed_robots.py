"""House robots from installed packages, and the function that lets them play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, TypeVar

from bots.bot import SEARCHED_MS, Bot, View
from bots.client import Client
from bots.runner import Pace, play_seat
from bots.thinking import Think
from server.robots.house_robots import Dial, Play
from server.workers.thinker import Thinker

log = logging.getLogger("kibitz")

T = TypeVar("T")

SEARCH_SHARE = 0.9
"""The share of a robot's answering time that its searches may take.

If a search takes longer, its result is None.
"""
BETWEEN = ":"
"""The character between the name of a robot and its level in the name of a robot that is offered."""


@dataclass(frozen=True)
class AtLevel:
    """A robot at one of its levels: a call creates the robot. `robot` is the class of the robot."""

    robot: Callable[..., Any]
    level: str

    def __call__(self) -> Any:
        return self.robot(level=self.level)

    @property
    def games(self) -> tuple[str, ...]:
        """Return the names of the games that the robot plays."""
        return tuple(getattr(self.robot, "games", Bot.games))


async def play_at(
    robot: Any,
    dial: Dial,
    table: str,
    delay_ms: int,
    *,
    asked_ms: int = 0,
    think: Think | None = None,
    pace: Pace | None = None,
    load: Callable[[], float] | None = None,
) -> object:
    """Let a robot play in the seat of a connection inside this process, with the options of `play_seat`."""
    async with Client(dial, client=robot.name) as client:
        return await play_seat(
            client, robot, table, delay_ms=delay_ms, asked_ms=asked_ms, think=think, pace=pace, load=load
        )


def playing_beside(thinker: Thinker) -> Play:
    """Return the function that lets house robots play, with long computations in the processes of `thinker`.

    A robot answers a claim after a time that does not depend on the cards, and so does a robot that searches
    for its calls and cards. If the search has not yet found out if the claim is correct, the robot regards
    the claim as doubtful.
    """

    async def play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
        thinker.warm_up()
        answering = _Answering(robot, thinker, table, delay_ms)
        return await play_at(
            robot,
            dial,
            table,
            delay_ms,
            asked_ms=SEARCHED_MS,
            think=answering.think,
            pace=answering.pace,
            load=thinker.load,
        )

    return play


class _Answering:
    """The time that a house robot has for its present answer, and its computations in this time."""

    def __init__(self, robot: Any, thinker: Thinker, table: str, delay_ms: int) -> None:
        self._robot = robot
        self._thinker = thinker
        self._table = table
        self._delay_ms = delay_ms
        self._end_s = 0.0

    def pace(self, view: View) -> int:
        """Return the least time for the answer to `view`, and let the time for its computations begin."""
        least_ms = int(self._robot.search_ms(view))
        time_ms = max(self._delay_ms, least_ms, SEARCHED_MS)
        self._end_s = asyncio.get_running_loop().time() + SEARCH_SHARE * time_ms / 1000
        return least_ms

    async def think(self, question: Callable[[], T], /) -> T | None:
        """Return the result of `question()`, or None if it is not found in time."""
        limit_s = max(0.0, self._end_s - asyncio.get_running_loop().time())
        return await self._thinker.answer_question(self._table, limit_s, question)


def installed_robots() -> dict[str, Callable[[], Any]]:
    """Return the functions that create the robots of the installed packages, by the name of the robot.

    A robot with levels is offered under its name at its usual level, and as `name:level` at each other level.
    Robots that cannot be loaded are logged and skipped.
    """
    known = {}
    for name, robot in robot_classes().items():
        known[name] = robot
        usual = getattr(robot, "default_level", Bot.default_level)
        for level in getattr(robot, "levels", Bot.levels):
            if level != usual:
                known[f"{name}{BETWEEN}{level}"] = AtLevel(robot, level)
    return known


def robot_classes() -> dict[str, Callable[..., Any]]:
    """Return the class of every robot of the installed packages by name, without their levels."""
    known = {}
    for point in entry_points(group="kibitz.robots"):
        try:
            known[point.name] = point.load()
        except Exception as error:
            log.error("robot %s cannot be loaded: %s", point.name, error)
    return known


def games_of(known: Mapping[str, Callable[[], Any]]) -> dict[str, tuple[str, ...]]:
    """Return the games of each robot by its name: the class attribute `games`, else the default of `Bot`."""
    return {name: tuple(getattr(make, "games", Bot.games)) for name, make in known.items()}
