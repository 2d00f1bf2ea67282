"""House robots from installed packages, and the function that lets them play."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from bots.bot import Bot
from bots.client import Client
from bots.runner import play_seat
from bots.thinking import Think
from server.robots.house_robots import Dial, Play
from server.workers.thinker import Thinker

log = logging.getLogger("kibitz")

SEARCHED_MS = 1_000
"""The least time for an answer that a house robot may search for: the time reveals nothing about its hand."""
SEARCH_SHARE = 0.9
"""The share of a robot's answering time that a search may take.

If a search takes longer, its result is None.
"""


async def play_at(
    robot: Any, dial: Dial, table: str, delay_ms: int, *, asked_ms: int = 0, think: Think | None = None
) -> object:
    """Let a robot play in the seat of a connection inside this process, with the options of `play_seat`."""
    async with Client(dial, client=robot.name) as client:
        return await play_seat(client, robot, table, delay_ms=delay_ms, asked_ms=asked_ms, think=think)


def playing_beside(thinker: Thinker) -> Play:
    """Return the function that lets house robots play, with long computations in the process of `thinker`.

    A robot answers a claim after a time that does not depend on the cards, and so does a robot that searches
    for its calls and cards. If the search has not yet found out if the claim is correct, the robot regards
    the claim as doubtful.
    """

    async def play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
        thinker.warm_up()
        if getattr(robot, "searches", Bot.searches):
            delay_ms = max(delay_ms, SEARCHED_MS)
        think: Think = partial(
            thinker.answer_question, table, SEARCH_SHARE * max(delay_ms, SEARCHED_MS) / 1000
        )
        return await play_at(robot, dial, table, delay_ms, asked_ms=SEARCHED_MS, think=think)

    return play


def installed_robots() -> dict[str, Callable[[], Any]]:
    """Return every robot of the installed packages by name; log and skip robots that cannot be loaded."""
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
