"""The house robots, which play empty seats and the seats of absent players while people are at the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from protocol.v1.codec import MSGPACK
from server.hub.events.event_ids import has_robots_alone
from server.hub.handle import TableHandle
from server.hub.listeners import Frame
from server.session.front_desk import FrontDesk
from server.session.session import Session, Wire
from server.table.events import Effort, house_id
from server.table.player import Player
from server.table.summary import Summary
from server.tasks import Tasks

log = logging.getLogger("kibitz.house")

MAX_BEHIND = 1_000
AGAIN_S = 1.0


HOUSE_TABLE = "house"
"""The id of the first house table; the ids of the others begin with it and a hyphen, as no other id does."""


def is_house_table(table: str) -> bool:
    """Return True for the id of a house table.

    >>> is_house_table("house-spades"), is_house_table("houses")
    (True, False)
    """
    return table == HOUSE_TABLE or table.startswith(f"{HOUSE_TABLE}-")


class HungUp(ConnectionError):
    """The error of a house robot that finds its connection closed by the server."""


class MethodFailed(Exception):
    """The error of a house robot: one of its methods raised an exception or returned a wrong value.

    `method` names the robot's class and the method that failed, such as `LowCard.choose`. `kind` is the type
    of the exception that the method raised, such as `KeyError`, or `a wrong value` or `an illegal action` if
    the method returned one. The text of the exception that a robot's method raised is left out, because it
    may show cards and would get into the log.
    """

    def __init__(self, method: str, kind: str) -> None:
        super().__init__(method, kind)
        self.method = method
        self.kind = kind


class RobotWire(Wire):
    """The server's end of a connection to a house robot.

    The robot's end of the connection is a `RobotConnection`.
    """

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.reason = ""

    @property
    def congested(self) -> bool:
        return self.frames.qsize() > MAX_BEHIND

    def send(self, frame: Frame) -> None:
        self.frames.put_nowait(frame.payload)

    def close(self, code: int, reason: str) -> None:
        self.reason = reason
        self.frames.put_nowait(None)


class RobotConnection:
    """A house robot's connection to the server inside one process.

    The frames on it are the same as on a websocket.
    """

    def __init__(self, front_desk: FrontDesk, player: Player) -> None:
        self._line = RobotWire()
        self._session = Session(self._line, MSGPACK, front_desk, player)

    def measure(self, effort: Callable[[], Effort | None]) -> None:
        """Write to the log, with each action of the robot, how busy the server was.

        The function `effort` returns how busy the server was.
        """
        self._session.effort = effort

    async def send(self, frame: bytes) -> None:
        self._session.receive(frame)

    async def receive(self) -> bytes:
        """Return the next frame from the server to the house robot.

        Raises HungUp if the server has closed the connection.
        """
        was = self._line.congested
        frame = await self._line.frames.get()
        if frame is None:
            raise HungUp(
                f"the server has closed its connection to the house robot, which will connect"
                f" again: {self._line.reason}"
            )
        if was and not self._line.congested:
            self._session.drained()
        return frame

    async def close(self) -> None:
        self._session.gone()


class Assignment(NamedTuple):
    """The seat of a house robot at a table, the robot's name, and the delay of its answers."""

    seat: int
    robot: str
    delay_ms: int


Dial = Callable[[], Awaitable[RobotConnection]]
Play = Callable[[Any, Dial, str, int], Awaitable[object]]
"""A function that lets a house robot play over a connection to the server.

A function of type `Play` takes the robot, the function that makes the connection, the id of the table, and
the delay of the robot's answers in milliseconds.
"""


class HouseRobots:
    """The house robots that play at this server's tables now.

    House robots start when people come to a table, and stop when all people have left. Those of an event play
    on if only house robots sit at the table. `robots` maps the name
    of each house robot to the function that creates the robot. The function `play` lets a house robot play at
    a table.
    """

    def __init__(self, front_desk: FrontDesk, robots: Mapping[str, Callable[[], Any]], play: Play) -> None:
        self._front_desk = front_desk
        self._robots = robots
        self._play = play
        self._running: dict[str, dict[Assignment, asyncio.Task[None]]] = {}
        self._tasks = Tasks()
        self._stopped = False

    def update(self, table: Summary) -> None:
        """Start and stop the robots of a table after a change of its people or seats."""
        # A robot that stops leaves its table: without this check, that change would start it again.
        if self._stopped:
            return
        id, wanted = table.id, self._wanted(table)
        running = self._running.setdefault(id, {})
        for post in [post for post in running if post not in wanted]:
            running.pop(post).cancel()
        for post in wanted - running.keys():
            running[post] = self._tasks.run(self._work(id, post))
        if not running:
            del self._running[id]

    def _wanted(self, table: Summary) -> set[Assignment]:
        if table.closed or not (table.names or has_robots_alone(table.id, table.chairs)):
            return set()
        delay_ms = max(self._min_delay_ms(table), table.policy.robot_ms)
        return {
            Assignment(seat, chair.house, delay_ms)
            for seat, chair in enumerate(table.chairs)
            if chair.house is not None and self._front_desk.robots.plays(chair.house, table.game)
        }

    def _min_delay_ms(self, table: Summary) -> int:
        """Return the minimum delay of the house robots' answers at a table.

        The minimum delay is 0 if a player sits at the table, else that of the server's settings: a longer one
        at the house tables, so that they take little of the processors' time.
        """
        played = any(chair.player is not None and chair.relief is None for chair in table.chairs)
        if played:
            return 0
        settings = self._front_desk.settings
        return max(settings.robot_ms, settings.house_ms) if is_house_table(table.id) else settings.robot_ms

    async def _work(self, table: str, post: Assignment) -> None:
        player = Player(id=house_id(post.seat), name=post.robot, house=True)
        about = {"table": table, "player": player.id, "robot": post.robot}

        async def dial() -> RobotConnection:
            return RobotConnection(self._front_desk, player)

        while True:
            try:
                await self._play(self._robots[post.robot](), dial, table, post.delay_ms)
            except MethodFailed as error:
                words = "table %s: robot %s failed with %s in %s"
                log.error(words, table, post.robot, error.kind, error.method, extra=about)
            except Exception as error:
                fault = type(error).__name__
                log.error("table %s: robot %s failed with %s", table, post.robot, fault, extra=about)
            await asyncio.sleep(AGAIN_S)

    def leave(self, tables: Sequence[TableHandle]) -> None:
        """Stop the robots of tables that have left this hub: their owner has robots of its own."""
        for table in tables:
            for task in self._running.pop(table.id, {}).values():
                task.cancel()

    async def stop(self) -> None:
        """Stop all house robots for good, and return when all have left."""
        self._stopped = True
        self._running.clear()
        await self._tasks.stop()
