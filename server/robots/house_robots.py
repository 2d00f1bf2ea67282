"""House robots: they play empty seats and the seats of absent players while people are present."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from protocol.v1.codec import MSGPACK
from server.hub.feeds import Frame
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.session.session import Session, Wire
from server.table.events import house_id
from server.table.player import Player

log = logging.getLogger("kibitz.house")

MAX_BEHIND = 1_000
AGAIN_S = 1.0


class HungUp(ConnectionError):
    """The error that the server has closed the connection to a house robot."""


class RobotWire(Wire):
    """The server's end of a connection to a house robot. `RobotConnection` is the robot's end."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def congested(self) -> bool:
        return self.frames.qsize() > MAX_BEHIND

    def send(self, frame: Frame) -> None:
        self.frames.put_nowait(frame.payload)

    def close(self, code: int, reason: str) -> None:
        self.frames.put_nowait(None)


class RobotConnection:
    """A house robot's connection to the server inside one process. Its frames are those of a websocket."""

    def __init__(self, front_desk: FrontDesk, player: Player) -> None:
        self._line = RobotWire()
        self._session = Session(self._line, MSGPACK, front_desk, player)

    async def send(self, frame: bytes) -> None:
        self._session.receive(frame)

    async def receive(self) -> bytes:
        """Return the next frame from the server. Raises HungUp if the server has closed the connection."""
        was = self._line.congested
        frame = await self._line.frames.get()
        if frame is None:
            raise HungUp("the server has closed the connection")
        if was and not self._line.congested:
            self._session.drained()
        return frame

    async def close(self) -> None:
        self._session.gone()


class Assignment(NamedTuple):
    """The seat, robot and delay for which a house robot is started."""

    seat: int
    robot: str
    delay_ms: int


Dial = Callable[[], Awaitable[RobotConnection]]
Play = Callable[[Any, Dial, str, int], Awaitable[object]]
"""A function that lets a robot play the seat of a connection.

The arguments of the function are the robot, the function that makes the connection, the id of the table, and
the delay of the robot's answers in milliseconds.
"""


class HouseRobots:
    """The running house robots. They start and stop when people enter and leave a table.

    `robots` maps the name of a robot to the function that creates it. The function `play` lets a robot play
    at a table.
    """

    def __init__(self, front_desk: FrontDesk, robots: Mapping[str, Callable[[], Any]], play: Play) -> None:
        self._front_desk = front_desk
        self._robots = robots
        self._play = play
        self._running: dict[str, dict[Assignment, asyncio.Task[None]]] = {}

    def update(self, room: Room) -> None:
        """Start and stop the robots of a table after a change of its people or seats."""
        table, wanted = room.table.id, self._wanted(room)
        running = self._running.setdefault(table, {})
        for post in [post for post in running if post not in wanted]:
            running.pop(post).cancel()
        for post in wanted - running.keys():
            running[post] = asyncio.create_task(self._work(table, post))
        if not running:
            del self._running[table]

    def _wanted(self, room: Room) -> set[Assignment]:
        if room.table.closed or not room.viewers.presence.people_present:
            return set()
        delay_ms = max(self._min_delay_ms(room), room.table.policy.robot_ms)
        return {
            Assignment(seat, chair.house, delay_ms)
            for seat, chair in enumerate(room.table.chairs)
            if chair.house is not None and self._front_desk.robots.plays(chair.house, room.table.game.name)
        }

    def _min_delay_ms(self, room: Room) -> int:
        """Return the least delay of the robots at a table.

        The result is 0 if a player sits at the table, else the server's setting.
        """
        played = any(chair.player is not None and chair.relief is None for chair in room.table.chairs)
        return 0 if played else self._front_desk.settings.robot_ms

    async def _work(self, table: str, post: Assignment) -> None:
        player = Player(id=house_id(post.seat), name=post.robot, house=True)

        async def dial() -> RobotConnection:
            return RobotConnection(self._front_desk, player)

        while True:
            try:
                await self._play(self._robots[post.robot](), dial, table, post.delay_ms)
            except Exception as error:
                log.error("table %s: robot %s failed with %s", table, post.robot, type(error).__name__)
            await asyncio.sleep(AGAIN_S)

    def stop(self) -> None:
        """Stop all robots."""
        for running in self._running.values():
            for task in running.values():
                task.cancel()
        self._running.clear()
