"""Presence of players that use HTTP: each request keeps its player at the table for a while.

A visit is a session of this process that follows the table for the player, from the player's seat or as an
observer. During a visit the player counts as present, so house robots play with the player. After a visit the
player's seat is held for the same time as after a websocket has closed, and the player gets the seat back
with the next request.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

from protocol.v1.updates import Done, ToClient
from server.hub.room import Room
from server.hub.services import Alarm
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.spades_rest.watch_session import WatchSession, seat_of

VISIT_MS = 3_600_000
"""The time in ms for which a player counts as present after the last request to a table."""
OBSERVE_MS = 60_000
"""The time in ms for which an observer remains present after the last websocket has closed."""


class HttpPresence:
    """The visits of all players who use HTTP.

    If there are too many visits, the visits of the least active player end first.
    """

    def __init__(self, front_desk: FrontDesk) -> None:
        self._front_desk = front_desk
        self._visitors: dict[str, Visitor] = {}
        self._sockets: Counter[str] = Counter()

    async def come(self, player: Player, room: Room) -> bool:
        """Start or extend a player's visit to a table, and give back a seat that was held for the player.

        Return True if the visit has just started. Raises Refusal if the player is not allowed to watch the
        table.
        """
        visitor = self._visitors.pop(player.id, None) or Visitor(self._front_desk, player, self._forget)
        self._visitors[player.id] = visitor
        if len(self._visitors) > self._front_desk.settings.connections:
            next(iter(self._visitors.values())).end()
        return await visitor.come(room)

    def visits(self, player: Player, room: Room) -> bool:
        """Return True if a visit makes this player present at the table."""
        visitor = self._visitors.get(player.id)
        return visitor is not None and room.table.id in visitor.tables

    def leave(self, player: Player, table: str) -> None:
        """End the visit of a player to a table."""
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            visitor.leave(table)

    def opened(self, player: Player) -> None:
        """Count a websocket of this API that a player opened."""
        self._sockets[player.id] += 1

    def closed(self, player: Player) -> None:
        """Stop counting a closed websocket.

        When a player's last websocket is closed, the visits to the player's seats end.
        """
        self._sockets[player.id] -= 1
        if self._sockets[player.id] <= 0:
            del self._sockets[player.id]
            visitor = self._visitors.get(player.id)
            if visitor is not None:
                visitor.go(lambda table: self._sits(player, table))

    def _sits(self, player: Player, table: str) -> bool:
        room = self._front_desk.hub.live(table)
        return room is not None and seat_of(room, player) is not None

    def _forget(self, player: Player) -> None:
        del self._visitors[player.id]

    async def settled(self, player: Player, done: Callable[[], bool], timeout_s: float) -> None:
        """Wait until `done()` is true, but at most `timeout_s`.

        `done` is called at each change of a visited table.
        """
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            await visitor.settled(done, timeout_s)


class Visitor:
    """The visits of one player, which share one session; `over` is called when the last visit has ended."""

    def __init__(self, front_desk: FrontDesk, player: Player, over: Callable[[Player], None]) -> None:
        self._ended = False
        self._player, self._over = player, over
        self._services = front_desk.hub.services
        self._until_ms: dict[str, int] = {}
        self._coming = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._alarm = Alarm(self._services.timers, self._end_expired)
        self._following = WatchSession(front_desk, player, self._wake, self._closed)

    @property
    def tables(self) -> Collection[str]:
        """Return the ids of the visited tables."""
        return self._until_ms.keys()

    def _wake(self, update: ToClient) -> None:
        """Wake the callers that wait for a change."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _closed(self, code: int, reason: str) -> None:
        self._services.timers.later(self.end)

    async def come(self, room: Room) -> bool:
        """Start or extend the visit to a table.

        Return True if the visit has just started. Raises Refusal if the player is not allowed to watch the
        table.
        """
        self._coming += 1
        try:
            new = await self._following.watch(room)
            self._keep(room.table.id, VISIT_MS)
        finally:
            self._coming -= 1
            self._end_if_idle()
        return new

    def _keep(self, table: str, ms: int) -> None:
        if not self._ended:
            self._until_ms[table] = self._services.now_ms() + ms
            self._alarm.set(min(self._until_ms.values()))

    async def settled(self, done: Callable[[], bool], timeout_s: float) -> None:
        """Wait until `done()` is true, but at most `timeout_s`, as `HttpPresence.settled` does."""
        try:
            async with asyncio.timeout(timeout_s):
                while not (self._ended or done()):
                    change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.append(change)
                    await change
        except TimeoutError:
            return

    def leave(self, table: str) -> None:
        """End the visit to a table; at the end of the last visit the session ends, too."""
        if self._until_ms.pop(table, None) is not None:
            self._following.unwatch(table)
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        if not (self._until_ms or self._coming):
            self.end()

    def go(self, seated: Callable[[str], bool]) -> None:
        """End the visits to tables where the player has a seat.

        The visits to other tables end after `OBSERVE_MS`. `seated` takes a table's id and returns True if the
        player has a seat there. `HttpPresence` calls this when the last websocket of the player has closed.
        """
        for table in list(self._until_ms):
            if seated(table):
                self.leave(table)
            else:
                self._keep(table, OBSERVE_MS)

    def _end_expired(self) -> None:
        now_ms = self._services.now_ms()
        for table in [table for table, until_ms in self._until_ms.items() if until_ms <= now_ms]:
            self.leave(table)
        if self._until_ms:
            self._alarm.set(min(self._until_ms.values()))

    def end(self) -> None:
        """End all visits."""
        if not self._ended:
            self._ended = True
            self._until_ms.clear()
            self._alarm.stop()
            self._following.end()
            self._over(self._player)
            self._wake(Done())
