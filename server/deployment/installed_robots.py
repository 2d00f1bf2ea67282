"""The house robots from installed packages, and the function that lets a house robot play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from typing import Any, TypeVar

from bots.bot import SEARCHED_MS, Bot, View
from bots.call_meanings import encoded_meanings
from bots.client import Client
from bots.errors import IllegalChoice, RobotError
from bots.runner import Pace, play_seat
from bots.thinking import Think
from server.robots.house_robots import Dial, MethodFailed, Play, RobotConnection
from server.table.events import Effort
from server.workers.explainer import Question
from server.workers.thinker import Thinker

log = logging.getLogger("kibitz")

T = TypeVar("T")

SEARCH_SHARE = 0.9
"""The share of a robot's answering time that its searches may take.

If a robot's search takes longer than `SEARCH_SHARE` of the robot's answering time, its result is None.
"""
BETWEEN = ":"
"""The character between a robot's name and its level, as in `sampler:quick`."""


@dataclass(frozen=True)
class AtLevel:
    """A function that creates a robot at one of its levels; `robot` is the class of the robot."""

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
    """Let a robot play over a connection inside this process, with the options of `play_seat`.

    Raises MethodFailed if a method of the robot fails.
    """
    try:
        async with Client(dial, client=robot.name) as client:
            return await play_seat(
                client, robot, table, delay_ms=delay_ms, asked_ms=asked_ms, think=think, pace=pace, load=load
            )
    except RobotError as error:
        kind = "a wrong value" if error.__cause__ is None else type(error.__cause__).__name__
        raise MethodFailed(error.method, kind) from error
    except IllegalChoice as error:
        raise MethodFailed(error.method, "an illegal action") from error


def playing_beside(thinker: Thinker) -> Play:
    """Return the function that lets house robots play and make long computations in worker processes.

    The time that a robot takes to answer a claim does not depend on the cards. The time that a searching
    robot takes for a call or a card does not depend on the cards, either. If a robot's search has not yet
    shown that a claim is correct, the robot regards the claim as doubtful.
    """

    async def play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
        thinker.warm_up()
        answering = _Answering(robot, thinker, table, delay_ms)

        async def measured() -> RobotConnection:
            connection = await dial()
            connection.measure(answering.effort)
            return connection

        return await play_at(
            robot,
            measured,
            table,
            delay_ms,
            asked_ms=SEARCHED_MS,
            think=answering.think,
            pace=answering.pace,
            load=answering.load,
        )

    return play


def explaining(known: Mapping[str, Callable[[], Any]]) -> Callable[[str, str, bytes], Question]:
    """Return the function that makes the question what calls mean to one of the `known` robots."""

    def question(robot: str, game: str, pub: bytes) -> Question:
        make = known[robot]
        # The meanings are the same at each level, and the class is all that the worker process has to import.
        return partial(encoded_meanings, make.robot if isinstance(make, AtLevel) else make, game, pub)

    return question


class _Answering:
    """The time in which a house robot has to act, and the robot's computations in this time."""

    def __init__(self, robot: Any, thinker: Thinker, table: str, delay_ms: int) -> None:
        self._robot = robot
        self._thinker = thinker
        self._table = table
        self._delay_ms = delay_ms
        self._end_s = 0.0
        self._load: float | None = None
        self._unanswered = 0

    def load(self) -> float:
        """Return how busy the worker processes are (their load), and note the load for the log."""
        self._load = self._thinker.load()
        return self._load

    def effort(self) -> Effort | None:
        """Return how busy the server was while the robot chose its action, None if it computed nothing."""
        if self._load is None and not self._unanswered:
            return None
        return Effort(self._load, self._unanswered)

    def pace(self, view: View) -> int:
        """Return the minimum time that a robot must take for its answer to `view`; the time starts now."""
        self._load, self._unanswered = None, 0
        least_ms = int(self._robot.search_ms(view))
        time_ms = max(self._delay_ms, least_ms, SEARCHED_MS)
        self._end_s = asyncio.get_running_loop().time() + SEARCH_SHARE * time_ms / 1000
        return least_ms

    async def think(self, question: Callable[[], T], /) -> T | None:
        """Return the result of a robot's computation `question()`, or None if there is no result in time."""
        limit_s = max(0.0, self._end_s - asyncio.get_running_loop().time())
        found = await self._thinker.answer_question(self._table, limit_s, question)
        self._unanswered += found is None
        return found


def installed_robots() -> dict[str, Callable[[], Any]]:
    """Return, for each robot of the installed packages, its name and the function that creates it.

    A robot with levels is listed under its name for its usual level, and as `name:level` for each other
    level. A robot that cannot be loaded is left out, and the error is logged.
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
    """Return the class of every robot of the installed packages by the robot's name, without levels."""
    known = {}
    for point in entry_points(group="kibitz.robots"):
        try:
            known[point.name] = point.load()
        except Exception as error:
            log.error("robot %s cannot be loaded: %s", point.name, error)
    return known


def games_of(known: Mapping[str, Callable[[], Any]]) -> dict[str, tuple[str, ...]]:
    """Return, for each robot in `known`, the names of the games that it plays.

    These are in the attribute `games` of the robot's class or, if it has none, in that of `Bot`.
    """
    return {name: tuple(getattr(make, "games", Bot.games)) for name, make in known.items()}
