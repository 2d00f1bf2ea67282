"""Presence of who plays by HTTP: he has no connection, so he is at a table for a while after each request.

A visit is a session of this process that follows the table as its player's seat or as the public, so that
house robots play for him, his seat is held as any other's, and he is given it back when he returns.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import count

from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.codes import Code
from protocol.v1.requests import Hello, Unwatch, Watch
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.games.base import Public, Seated
from server.hub.outbox import Frame
from server.hub.room import Room
from server.hub.services import Alarm
from server.session.desk import Desk
from server.session.session import Session
from server.table.player import Player

VISIT_MS = 3_600_000
"""How long a player counts as being at a table after his last request there."""


class Visits:
    """The visits of all players who use HTTP."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._visitors: dict[str, Visitor] = {}
        self._sockets: Counter[str] = Counter()

    async def come(self, player: Player, room: Room) -> bool:
        """Let a player be at the table; his seat, if one is held for him, is his again. Raises Refusal.

        True where he was not there just before.
        """
        visitor = self._visitors.get(player.id)
        if visitor is None or visitor.ended:
            visitor = self._visitors[player.id] = Visitor(self._desk, player)
        return await visitor.come(room)

    def visits(self, player: Player, room: Room) -> bool:
        """Whether this player's requests have kept him at the table."""
        visitor = self._visitors.get(player.id)
        return visitor is not None and room.table.id in visitor.session.followed

    def leave(self, player: Player, table: str) -> None:
        """End a player's visit to a table."""
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            visitor.leave(table)
            self._forget(player.id)

    def opened(self, player: Player) -> None:
        """A websocket of this API was opened by a player."""
        self._sockets[player.id] += 1

    def closed(self, player: Player) -> None:
        """A websocket of this API has ended; with a player's last one his visits do, too."""
        self._sockets[player.id] -= 1
        if self._sockets[player.id] <= 0:
            del self._sockets[player.id]
            visitor = self._visitors.pop(player.id, None)
            if visitor is not None:
                visitor.end()

    def _forget(self, player: str) -> None:
        if self._visitors[player].ended:
            del self._visitors[player]

    async def settled(self, player: Player, done: Callable[[], bool], timeout_s: float) -> None:
        """Return when `done()`, asked again at each change of a table that the player visits, or in time."""
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            await visitor.settled(done, timeout_s)


class Visitor:
    """One player's visits: a session of his, whose wire ends here."""

    def __init__(self, desk: Desk, player: Player) -> None:
        self.session = Session(self, MSGPACK, desk, player)
        self.ended = False
        self._player = player
        self._services = desk.hub.services
        self._until_ms: dict[str, int] = {}
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Done | Refused]] = {}
        self._stirred: list[asyncio.Future[None]] = []
        self._alarm = Alarm(self._services.timers, self._look_at_time)
        self.session.receive(MSGPACK.encode(Hello(client="spades_rest")))

    @property
    def congested(self) -> bool:
        return False

    def send(self, frame: Frame) -> None:
        """Take what the table tells: somebody may wait for an answer, or for any change."""
        if self._answers:
            update = decode_update(MSGPACK, frame.payload)
            if isinstance(update, Done | Refused) and update.id in self._answers:
                self._answers.pop(update.id).set_result(update)
        self._stir()

    def _stir(self) -> None:
        waiting, self._stirred = self._stirred, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def close(self, code: int, reason: str) -> None:
        self._services.timers.later(self.end)

    async def come(self, room: Room) -> bool:
        """Be at a table for another while; True where that is new. Raises Refusal."""
        table = room.table.id
        seat = room.table.seat_of(self._player.id)
        if seat is None and not room.table.closed:
            seat = room.table.right_of(self._player.id)
        audience = Public() if seat is None else Seated(seat)
        new = room.gallery.audience_of(self.session) != audience
        if new:
            await self._watch(
                Watch(id=next(self._ids), table=table, as_="public" if seat is None else "seat")
            )
        self._until_ms[table] = self._services.now_ms() + VISIT_MS
        self._alarm.set(min(self._until_ms.values()))
        return new

    async def _watch(self, watch: Watch) -> None:
        answered = self._answers[watch.id] = asyncio.get_running_loop().create_future()
        self.session.receive(MSGPACK.encode(watch))
        told = await answered
        if isinstance(told, Refused):
            raise Refusal(told.code, told.message, told.retry_ms)

    async def settled(self, done: Callable[[], bool], timeout_s: float) -> None:
        """As `Visits.settled`."""
        try:
            async with asyncio.timeout(timeout_s):
                while not (self.ended or done()):
                    stirred: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._stirred.append(stirred)
                    await stirred
        except TimeoutError:
            return

    def leave(self, table: str) -> None:
        """Be at a table no more; with the last one the session ends."""
        if self._until_ms.pop(table, None) is not None:
            self.session.receive(MSGPACK.encode(Unwatch(table=table)))
        if not self._until_ms:
            self.end()

    def _look_at_time(self) -> None:
        now_ms = self._services.now_ms()
        for table in [table for table, until_ms in self._until_ms.items() if until_ms <= now_ms]:
            self.leave(table)
        if self._until_ms:
            self._alarm.set(min(self._until_ms.values()))

    def end(self) -> None:
        """Be nowhere."""
        self.ended = True
        self._alarm.stop()
        self.session.gone()
        for answer in self._answers.values():
            answer.set_result(Refused(code=Code.UNAVAILABLE, message="the table was left; ask again"))
        self._answers.clear()
        self._stir()
