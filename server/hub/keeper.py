"""Tables that all people have left: how long they are kept, and how they go.

The store knows when each table is to be looked at again; the hub that wakes it then decides. So a table goes
at its time though every hub that knew it has died.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from protocol.v1.codec import MSGPACK
from protocol.v1.codes import Code
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.room import Ask, Room
from server.hub.services import Services
from server.table.commands import Abandon
from server.table.lifetime import Lifetimes, has_finished_deals, kept_ms
from server.table.player import Player

log = logging.getLogger("kibitz.keeper")

LOOK_S = 30.0
GRACE_MS = 120_000
"""So long after its start a hub lets no table go: people whose server has died come back first."""
MOST = 50
"""How many tables are looked at in one go."""


class Tables(Protocol):
    """The tables of one hub, as its keeper asks for them."""

    def holding(self) -> bool:
        """Return whether the hub may neither write nor speak now."""
        ...

    def live(self, table: str) -> Room | None:
        """Return the table if it is in memory."""
        ...

    async def room(self, table: str) -> Room:
        """Return the table, woken if it sleeps. Raises Refusal."""
        ...

    def other_of(self, room: Room) -> str | None:
        """Return the id of the other table of a match, None for a table that is not of one."""
        ...

    def forget(self, room: Room) -> None:
        """Have a table neither in memory nor in the list of those that sleep."""
        ...


class Keeper:
    """The end of tables that all people have left; `removed` is told the id of each table that is gone."""

    def __init__(
        self, tables: Tables, services: Services, lifetimes: Lifetimes, removed: Callable[[str], None]
    ) -> None:
        self._tables = tables
        self._services = services
        self._lifetimes = lifetimes
        self._removed = removed
        self._going: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to look for tables whose time has come."""
        self._spawn(self._look_again_and_again())

    def stop(self) -> None:
        """Let nothing go any more."""
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def check(self, table: str) -> None:
        """Raise Refusal for a table that is being removed at this moment."""
        if table in self._going:
            raise Refusal(Code.UNAVAILABLE, "this table is being removed; ask again", retry_ms=500)

    def opened(self, room: Room) -> None:
        """Note when a new table is to be looked at."""
        self.sleeps(room)

    def sleeps(self, room: Room) -> None:
        """Note when a table that leaves memory is to be looked at."""
        self._spawn(self._note(room.table.id, self._due_ms(room)))

    def _due_ms(self, room: Room) -> int | None:
        """When a table may go, as things stand; None for never."""
        kept = kept_ms(room.table, self._lifetimes, prepared=room.prepared)
        return None if kept is None else max(room.table.time_ms, room.gallery.people.left_ms or 0) + kept

    async def _note(self, table: str, due_ms: int | None) -> None:
        try:
            await self._services.store.set_due(table, due_ms)
        except OSError:
            log.info("table %s: the store is away; its time is noted when it sleeps again", table)

    async def _look_again_and_again(self) -> None:
        now_ms, store = self._services.now_ms, self._services.store
        started_ms, known = now_ms(), False
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if not known:
                    # tables of servers that noted no times, or died before they had
                    await store.set_due_where_none(started_ms + self._lifetimes.unplayed_ms)
                    known = True
                if now_ms() - started_ms >= GRACE_MS and not self._tables.holding():
                    for table in await store.due(now_ms(), MOST):
                        await self._look_safely(table)
            except OSError:
                continue  # the store is away; the next look comes soon

    async def _look_safely(self, table: str) -> None:
        """Look at a table; one that meets a fault is looked at later, and keeps no other from its turn.

        Raises OSError while the store is away.
        """
        try:
            await self._look_at(table)
        except OSError:
            raise
        except Exception as error:
            log.error("table %s: the look at its time met %s", table, type(error).__name__)
            later_ms = self._services.now_ms() + self._lifetimes.unplayed_ms
            await self._services.store.set_due(table, later_ms)

    async def _look_at(self, table: str) -> None:
        """Let a table go whose time has come, or note when that will be."""
        try:
            rooms = await self._with_other(await self._tables.room(table))
        except Refusal as refusal:
            gone = refusal.code in (Code.NO_SUCH_TABLE, Code.INTERNAL)
            # another hub's, or not for this server to read: it must not keep others from being looked at
            later_ms = None if gone else self._services.now_ms() + self._lifetimes.unplayed_ms
            await self._services.store.set_due(table, later_ms)
            return
        now_ms, times = self._services.now_ms(), [self._due_ms(room) for room in rooms]
        if any(room.gallery.people.somebody for room in rooms):
            times = [now_ms + self._lifetimes.unplayed_ms]
        latest = None if None in times else max(each for each in times if each is not None)
        if latest is None or latest > now_ms:
            for room in rooms:
                await self._services.store.set_due(room.table.id, latest)
            return
        if any(has_finished_deals(room.table) for room in rooms):
            for room in rooms:
                await self._close(room)
        else:
            await self._remove(rooms)

    async def _with_other(self, room: Room) -> tuple[Room, ...]:
        """A table, with the other one of its match: they stay or go together. Raises Refusal."""
        other = self._tables.other_of(room)
        return (room,) if other is None else (room, await self._tables.room(other))

    async def _close(self, room: Room) -> None:
        """End a table for good, so that its finished deals stay as those of any game."""
        answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        room.ask(Ask(Player(""), Abandon(), MSGPACK, answered.set_result))
        if isinstance(await answered, Done):
            await self._services.store.set_due(room.table.id, None)

    async def _remove(self, rooms: tuple[Room, ...]) -> None:
        """Remove tables with all that the store has of them, unless people come at this very moment."""
        if not all(room.idle and self._tables.live(room.table.id) is room for room in rooms):
            return
        ids = {room.table.id for room in rooms}
        self._going |= ids
        try:
            for room in rooms:
                self._tables.forget(room)
            for room in rooms:
                if await self._services.store.remove(room.table.id, room.token):
                    self._removed(room.table.id)
                    log.info("table %s: all people have left it; it is removed", room.table.id)
        finally:
            self._going -= ids
