"""Presence of players that use HTTP: each request keeps its player present at the table for an hour.

A visit is a session inside the server that follows the table for the player, from the player's seat or as an
observer. During a visit to a table, the player counts as present, so the server's robots play with the
player. After the end of a visit, the player's seat is held for the same time as after the end of a websocket,
and the player gets the seat back with the next request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from itertools import chain

import msgspec
from msgspec import Raw

from protocol.v1.updates import Done, ToClient
from server.hub.far.ledgers import SharedCount
from server.hub.handle import TableHandle
from server.hub.services import Alarm
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.spades_rest.watch_session import WatchSession

VISIT_MS = 3_600_000
"""The time in ms for which a player counts as present after the last request to a table."""
OBSERVE_MS = 60_000
"""The time in ms for which an observer remains present after the last websocket has closed."""


SOCKETS_CLOSED = "seed sockets closed"
"""The kind of the news that the last websocket of a player at a hub has closed."""


class HttpPresence:
    """The visits of all players to tables over HTTP.

    If too many players visit tables over HTTP, the visits of the least active player end first. The requests
    and websockets of one player may be at several hubs, which tell each other of them.
    """

    def __init__(self, front_desk: FrontDesk) -> None:
        others = front_desk.hub.others
        self._front_desk = front_desk
        self._others = others
        self._visitors: dict[str, Visitor] = {}
        self._sockets = SharedCount(others.ledgers, "seed sockets of players")
        self._visited = others.ledgers.ledger("seed visits of players", tuple[str, ...])
        others.told.subscribe(self._on_told)

    async def come(self, player: Player, table: TableHandle) -> bool:
        """Start or extend a player's visit to a table, and give back a seat that was held for the player.

        Return True if the visit to the table has just started. Raises Refusal if the player is not allowed to
        watch the table.
        """
        visitor = self._visitors.pop(player.id, None) or Visitor(
            self._front_desk, player, self._forget, self._note
        )
        self._visitors[player.id] = visitor
        if len(self._visitors) > self._front_desk.settings.connections:
            next(iter(self._visitors.values())).end()
        return await visitor.come(table)

    def tables(self, player: Player) -> tuple[str, ...]:
        """Return the ids of the tables at which a player is present because of a visit over HTTP.

        The visits through this hub come before those through others.
        """
        visitor = self._visitors.get(player.id)
        own = () if visitor is None else tuple(visitor.tables)
        elsewhere = chain.from_iterable(tables for _, tables in self._visited.elsewhere(player.id))
        return tuple(dict.fromkeys((*own, *elsewhere)))

    def is_here(self, player: Player, table: str) -> bool:
        """Return True if a player visits a table through this hub."""
        visitor = self._visitors.get(player.id)
        return visitor is not None and table in visitor.tables

    def leave(self, player: Player, table: str) -> None:
        """End the visit of a player to a table over HTTP, through this hub."""
        self.end(player.id, table)

    def end(self, player: str, table: str) -> None:
        """End the visit of the player with the id `player` to a table, through this hub."""
        visitor = self._visitors.get(player)
        if visitor is not None:
            visitor.leave(table)

    def _note(self, player: Player, tables: Collection[str]) -> None:
        """Tell the other hubs which tables a player visits through this one."""
        self._visited.set(player.id, tuple(tables) or None)

    def opened(self, player: Player) -> None:
        """Count a websocket of the Spades API that a player has opened."""
        self._sockets.add(player.id)

    def closed(self, player: Player) -> None:
        """Stop counting a player's websocket that has closed.

        When a player's last websocket at all hubs is closed, the visits to tables where the player has a seat
        end, also those through other hubs.
        """
        self._sockets.add(player.id, -1)
        if not self._sockets.own(player.id):
            self._go_without_socket(player.id)
            self._others.tell(SOCKETS_CLOSED, player.id)

    def _go_without_socket(self, player: str) -> None:
        visitor = self._visitors.get(player)
        if visitor is not None and not self._sockets.total(player):
            visitor.go()

    def _on_told(self, hub: str, what: str, news: Raw) -> None:
        if what == SOCKETS_CLOSED:
            player = msgspec.msgpack.decode(news, type=str)
            self._sockets.gone(hub, player)
            self._go_without_socket(player)

    def _forget(self, player: Player) -> None:
        del self._visitors[player.id]

    async def settled(self, player: Player, done: Callable[[], Awaitable[bool]], timeout_s: float) -> None:
        """Wait until the function `done` returns True, or until `timeout_s` seconds have passed.

        The function `done` is called at once, and again at each change of a table that the player visits.
        After the timeout, the method returns without an error. If the player visits no table, it returns at
        once.
        """
        visitor = self._visitors.get(player.id)
        if visitor is not None:
            await visitor.settled(done, timeout_s)


class Visitor:
    """The visits of one player to tables, in one session.

    `over` is called when the last visit has ended, and `noted` with the ids of the tables after a change.
    """

    def __init__(
        self,
        front_desk: FrontDesk,
        player: Player,
        over: Callable[[Player], None],
        noted: Callable[[Player, Collection[str]], None],
    ) -> None:
        self._ended = False
        self._player, self._over, self._noted = player, over, noted
        self._hub, self._services = front_desk.hub, front_desk.hub.services
        self._until_ms: dict[str, int] = {}
        self._coming = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._alarm = Alarm(self._services.timers, self._end_expired)
        self._following = WatchSession(front_desk, player, self._wake, self._closed)

    @property
    def tables(self) -> Collection[str]:
        """Return the ids of the tables that the player visits."""
        return self._until_ms.keys()

    def _wake(self, update: ToClient) -> None:
        """Wake the callers of `settled`, which wait for a change of a table."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _closed(self, code: int, reason: str) -> None:
        self._services.timers.later(self.end)

    async def come(self, table: TableHandle) -> bool:
        """Start or extend the player's visit to a table.

        Return True if the visit to the table is new. Raises Refusal if the player is not allowed to watch the
        table.
        """
        self._coming += 1
        try:
            new = await self._following.watch(table)
            self._keep(table.id, VISIT_MS)
        finally:
            self._coming -= 1
            self._end_if_idle()
        return new

    def _keep(self, table: str, ms: int) -> None:
        if not self._ended:
            new = table not in self._until_ms
            self._until_ms[table] = self._services.now_ms() + ms
            if new:
                self._noted(self._player, self._until_ms)
            self._alarm.set(min(self._until_ms.values()))

    async def settled(self, done: Callable[[], Awaitable[bool]], timeout_s: float) -> None:
        """Wait until the function `done` returns True, or until `timeout_s` seconds have passed."""
        try:
            async with asyncio.timeout(timeout_s):
                while not self._ended:
                    # Wait for changes from before the question on: one may come while the table is asked.
                    change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._waiting.append(change)
                    if await done():
                        return
                    await change
        except TimeoutError:
            return

    def leave(self, table: str) -> None:
        """End the player's visit to a table; with the player's last visit, the session ends, too."""
        if self._until_ms.pop(table, None) is not None:
            self._noted(self._player, self._until_ms)
            self._following.unwatch(table)
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        if not (self._until_ms or self._coming):
            self.end()

    def go(self) -> None:
        """End the player's visits to tables where the player has a seat.

        The player's visits to tables without a seat for the player end after `OBSERVE_MS`. `HttpPresence`
        calls `go` when the last websocket of the player has closed.
        """
        for id in list(self._until_ms):
            table = self._hub.loaded(id)
            if table is not None and self._following.sits(table):
                self.leave(id)
            else:
                self._keep(id, OBSERVE_MS)

    def _end_expired(self) -> None:
        now_ms = self._services.now_ms()
        for table in [table for table, until_ms in self._until_ms.items() if until_ms <= now_ms]:
            self.leave(table)
        if self._until_ms:
            self._alarm.set(min(self._until_ms.values()))

    def end(self) -> None:
        """End all visits of the player, and the session."""
        if not self._ended:
            self._ended = True
            self._until_ms.clear()
            self._noted(self._player, ())
            self._alarm.stop()
            self._following.end()
            self._over(self._player)
            self._wake(Done())
