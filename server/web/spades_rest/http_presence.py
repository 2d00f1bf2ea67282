"""Presence of who plays by HTTP: he has no connection, so he is at a table for a while after each request.

A visit is a session of this process that follows the table as its player's seat or as the public, so that
house robots play for him, his seat is held as any other's, and he is given it back when he returns.
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
"""How long a player counts as being at a table after his last request there."""
OBSERVE_MS = 60_000
"""How long somebody without a seat does after his last websocket has ended, so that he may come again."""


class HttpPresence:
    """The visits of all players who use HTTP: as many as there may be connections, the quietest go first."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk
        self._visitors: dict[str, Visitor] = {}
        self._sockets: Counter[str] = Counter()

    async def come(self, player: Player, room: Room) -> bool:
        """Let a player be at the table; his seat, if one is held for him, is his again. Raises Refusal.

        True where he was not there just before.
        """
        visitor = self._visitors.pop(player.id, None) or Visitor(self._desk, player, self._forget)
        self._visitors[player.id] = visitor
        if len(self._visitors) > self._desk.settings.connections:
            next(iter(self._visitors.values())).end()
        return await visitor.come(room)

    def visits(self, player: Player, room: Room) -> bool:
        """Whether this player's requests have kept him at the table."""
        visitor = self._visitors.get(player.id)
        return visitor is not None and room.table.id in visitor.tables

    def leave(self, player: Player, table: str) -> None:
        """End a player's visit to a table."""
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            visitor.leave(table)

    def opened(self, player: Player) -> None:
        """A websocket of this API was opened by a player."""
        self._sockets[player.id] += 1

    def closed(self, player: Player) -> None:
        """A websocket of this API has ended; with a player's last one he leaves his seats to be held."""
        self._sockets[player.id] -= 1
        if self._sockets[player.id] <= 0:
            del self._sockets[player.id]
            visitor = self._visitors.get(player.id)
            if visitor is not None:
                visitor.go(lambda table: self._sits(player, table))

    def _sits(self, player: Player, table: str) -> bool:
        room = self._desk.hub.live(table)
        return room is not None and seat_of(room, player) is not None

    def _forget(self, player: Player) -> None:
        del self._visitors[player.id]

    async def settled(self, player: Player, done: Callable[[], bool], timeout_s: float) -> None:
        """Return when `done()`, asked again at each change of a table that the player visits, or in time."""
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            await visitor.settled(done, timeout_s)


class Visitor:
    """One player's visits: a session of his that ends here; `over` is called when he is nowhere any more."""

    def __init__(self, desk: FrontDesk, player: Player, over: Callable[[Player], None]) -> None:
        self._ended = False
        self._player, self._over = player, over
        self._services = desk.hub.services
        self._until_ms: dict[str, int] = {}
        self._coming = 0
        self._stirred: list[asyncio.Future[None]] = []
        self._alarm = Alarm(self._services.timers, self._look_at_time)
        self._following = WatchSession(desk, player, self._stir, self._hung_up)

    @property
    def tables(self) -> Collection[str]:
        """Where the player is."""
        return self._until_ms.keys()

    def _stir(self, update: ToClient) -> None:
        """Something has changed: whoever waits for a change looks at the table again."""
        waiting, self._stirred = self._stirred, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _hung_up(self, code: int, reason: str) -> None:
        self._services.timers.later(self.end)

    async def come(self, room: Room) -> bool:
        """Be at a table for another while; True where that is new. Raises Refusal."""
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
        """As `Visits.settled`."""
        try:
            async with asyncio.timeout(timeout_s):
                while not (self._ended or done()):
                    stirred: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._stirred.append(stirred)
                    await stirred
        except TimeoutError:
            return

    def leave(self, table: str) -> None:
        """Be at a table no more; with the last one the session ends."""
        if self._until_ms.pop(table, None) is not None:
            self._following.unwatch(table)
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        if not (self._until_ms or self._coming):
            self.end()

    def go(self, seated: Callable[[str], bool]) -> None:
        """The player's last connection has ended: his seats are held from now on, and he observes a while."""
        for table in list(self._until_ms):
            if seated(table):
                self.leave(table)
            else:
                self._keep(table, OBSERVE_MS)

    def _look_at_time(self) -> None:
        now_ms = self._services.now_ms()
        for table in [table for table, until_ms in self._until_ms.items() if until_ms <= now_ms]:
            self.leave(table)
        if self._until_ms:
            self._alarm.set(min(self._until_ms.values()))

    def end(self) -> None:
        """Be nowhere."""
        if not self._ended:
            self._ended = True
            self._until_ms.clear()
            self._alarm.stop()
            self._following.end()
            self._over(self._player)
            self._stir(Done())
