"""The house robots: they play the seats that nobody has, or whose player is gone, while somebody is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from protocol.v1.codec import MSGPACK
from server.hub.feeds import Frame
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.session.session import Session
from server.table.events import house_id
from server.table.player import Player

log = logging.getLogger("kibitz.house")

MAX_BEHIND = 1_000
AGAIN_S = 1.0


class HungUp(ConnectionError):
    """The server has ended the connection."""


class Line:
    """A session's wire inside this process; the robot's end is `Phone`."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()

    @property
    def congested(self) -> bool:
        return self.frames.qsize() > MAX_BEHIND

    def send(self, frame: Frame) -> None:
        self.frames.put_nowait(frame.payload)

    def close(self, code: int, reason: str) -> None:
        self.frames.put_nowait(None)


class Phone:
    """A robot's transport: the same frames as over a websocket, without one."""

    def __init__(self, desk: FrontDesk, player: Player) -> None:
        self._line = Line()
        self._session = Session(self._line, MSGPACK, desk, player)

    async def send(self, frame: bytes) -> None:
        self._session.receive(frame)

    async def receive(self) -> bytes:
        """The next frame from the session. Raises HungUp."""
        was = self._line.congested
        frame = await self._line.frames.get()
        if frame is None:
            raise HungUp("the server has hung up")
        if was and not self._line.congested:
            self._session.drained()
        return frame

    async def close(self) -> None:
        self._session.gone()


class Post(NamedTuple):
    """What one robot was hired for."""

    seat: int
    robot: str
    delay_ms: int


Dial = Callable[[], Awaitable[Phone]]
Play = Callable[[Any, Dial, str, int], Awaitable[object]]
"""Let a robot play the seat that a connection has at a table, `delay_ms` after each decision."""


class HouseRobots:
    """Hires and dismisses robots as people come and go. `robots` makes one of each name."""

    def __init__(self, desk: FrontDesk, robots: Mapping[str, Callable[[], Any]], play: Play) -> None:
        self._desk = desk
        self._robots = robots
        self._play = play
        self._working: dict[str, dict[Post, asyncio.Task[None]]] = {}

    def attend(self, room: Room) -> None:
        """See to the empty seats of a table where somebody came, went, sat or stood."""
        table, wanted = room.table.id, self._wanted(room)
        working = self._working.setdefault(table, {})
        for post in [post for post in working if post not in wanted]:
            working.pop(post).cancel()
        for post in wanted - working.keys():
            working[post] = asyncio.create_task(self._work(table, post))
        if not working:
            del self._working[table]

    def _wanted(self, room: Room) -> set[Post]:
        if room.table.closed or not room.viewers.presence.people_present:
            return set()
        delay_ms = max(self._least_ms(room), room.table.policy.robot_ms)
        return {
            Post(seat, chair.house, delay_ms)
            for seat, chair in enumerate(room.table.chairs)
            if chair.house is not None and self._desk.robots.plays(chair.house, room.table.game.name)
        }

    def _least_ms(self, room: Room) -> int:
        """Robots among themselves would play as fast as the machine can, without end; a person ends that."""
        played = any(chair.player is not None and chair.relief is None for chair in room.table.chairs)
        return 0 if played else self._desk.settings.robot_ms

    async def _work(self, table: str, post: Post) -> None:
        player = Player(id=house_id(post.seat), name=post.robot, house=True)

        async def dial() -> Phone:
            return Phone(self._desk, player)

        while True:
            try:
                await self._play(self._robots[post.robot](), dial, table, post.delay_ms)
            except Exception as error:
                log.error("table %s: robot %s met %s", table, post.robot, type(error).__name__)
            await asyncio.sleep(AGAIN_S)

    def stop(self) -> None:
        """Dismiss everybody."""
        for working in self._working.values():
            for task in working.values():
                task.cancel()
        self._working.clear()
