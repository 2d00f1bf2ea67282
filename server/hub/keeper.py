"""The end of tables that all people have left: how long a table is kept, and how it is closed or removed.

The store keeps the time of the next check of each table, and the hub that makes the check decides if the
table ends. Because the store keeps the times of the checks, a table ends in time even if every hub that had
it in memory has stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from protocol.v1.codes import Code
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.inbox import InboxRequest
from server.hub.room import Room
from server.hub.services import Services
from server.hub.waking import OwnedElsewhere
from server.store.ownership import Ownership
from server.table.commands import Abandon
from server.table.lifetime import Lifetimes, begun, has_finished_deals, lifetime_ms
from server.table.player import Player

log = logging.getLogger("kibitz.keeper")

CHECK_S = 30.0
GRACE_MS = 120_000
"""The time after a hub's start in which the hub ends no table, so that people can return after a crash."""
CHECKED_AT_ONCE = 50
"""The number of tables that are checked for their end in one round of checks."""


class Tables(Protocol):
    """The methods of a hub that its keeper uses."""

    def holding(self) -> bool:
        """Return True while the hub may not send frames, because the store does not answer."""
        ...

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    async def room(self, table: str) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        ...

    def companions(self, room: Room) -> tuple[str, ...]:
        """Return the ids of the other tables of a table's match or set of boards.

        Returns () for a table that plays alone.
        """
        ...

    def set_of(self, room: Room) -> str | None:
        """Return the id of a table's match or set of boards, None for a table that plays alone."""
        ...

    async def remove_set(self, board_set: str) -> None:
        """Remove the stored data of a match or set of boards whose tables have been removed."""
        ...

    def forget(self, room: Room) -> None:
        """Unload a table, and remove it from the lobby's list of tables that are not in memory."""
        ...


class Keeper:
    """The keeper, which ends tables without people; it calls `removed` with the id of each removed table."""

    def __init__(
        self,
        tables: Tables,
        services: Services,
        ownership: Ownership,
        lifetimes: Lifetimes,
        removed: Callable[[str], None],
    ) -> None:
        self._tables = tables
        self._services = services
        self._ownership = ownership
        self._lifetimes = lifetimes
        self._removed = removed
        self._removing: set[str] = set()

    def start(self) -> None:
        """Start to check regularly if the lifetime of any table has ended."""
        self._services.tasks.run(self._check_regularly())

    def check(self, table: str) -> None:
        """Raise Refusal for a table that is being removed now."""
        if table in self._removing:
            raise Refusal(
                Code.UNAVAILABLE, "this table is being removed; send the request again", retry_ms=500
            )

    def schedule(self, room: Room) -> None:
        """Store the time at which the lifetime of a table must be checked next.

        The hub calls `schedule` for each new table and for each table that leaves memory.
        """
        self._services.tasks.run(self._note(room.table.id, self._due_ms(room)))

    def _due_ms(self, room: Room, set_begun: bool = False) -> int | None:
        """Return the time at which a table ends if no person uses it until then, None if it never ends.

        `set_begun` is True if a deal has begun at any table of the table's match or set of boards.
        """
        kept_ms = lifetime_ms(
            room.table, self._lifetimes, prepared=room.has_preparations, set_begun=set_begun
        )
        last_ms = max(room.table.time_ms, room.viewers.presence.left_ms or 0)
        return None if kept_ms is None else last_ms + kept_ms

    async def _note(self, table: str, due_ms: int | None) -> None:
        try:
            await self._ownership.set_due(table, due_ms)
        except OSError:
            log.info(
                "table %s: the store does not answer; a check is scheduled when the table leaves memory",
                table,
                extra={"table": table},
            )

    async def _check_regularly(self) -> None:
        now_ms, ownership = self._services.now_ms, self._ownership
        started_ms, known = now_ms(), False
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                if not known:
                    # Schedule a check of tables without one: an older server, or one that crashed, left them.
                    await ownership.set_due_where_none(started_ms + self._lifetimes.unplayed_ms)
                    known = True
                if now_ms() - started_ms >= GRACE_MS and not self._tables.holding():
                    for table in await ownership.due(now_ms(), CHECKED_AT_ONCE):
                        await self._check_and_log_faults(table)
            except OSError:
                continue  # Wait for the next round, because the store does not answer.

    async def _check_and_log_faults(self, table: str) -> None:
        """Check if the lifetime of a table is over.

        If the check fails, schedule the table's next check and go on with other tables.

        Raises OSError while the store does not answer.
        """
        try:
            await self._check_table(table)
        except OSError:
            raise
        except Exception as error:
            fault, about = type(error).__name__, {"table": table}
            log.error("table %s: the check of its lifetime failed with %s", table, fault, extra=about)
            later_ms = self._services.now_ms() + self._lifetimes.unplayed_ms
            await self._ownership.set_due(table, later_ms)

    async def _check_table(self, table: str) -> None:
        """End a table if its lifetime is over; otherwise store when the table must be checked next."""
        try:
            room = await self._tables.room(table)
            rooms = (room, *await self._companions(room))
        except OwnedElsewhere:
            return  # The owner of the table checks it.
        except Refusal as refusal:
            gone = refusal.code in (Code.NO_SUCH_TABLE, Code.INTERNAL)
            # Set a later time even for a table that cannot be checked now: otherwise such tables would
            # be checked first in every round, and a round checks only `CHECKED_AT_ONCE` tables.
            later_ms = None if gone else self._services.now_ms() + self._lifetimes.unplayed_ms
            await self._ownership.set_due(table, later_ms)
            return
        now_ms, set_begun = self._services.now_ms(), any(begun(each.table) for each in rooms)
        readable = any(has_finished_deals(each.table) or each.table.closed for each in rooms)
        # A table without people must not keep the boards of its set secret for ever: it is closed alone.
        # But before a deal of a set is finished or a table is closed, its tables are removed together.
        together = (room,) if readable else rooms
        times = [self._due_ms(each, set_begun) for each in together]
        if any(_is_used(each, set_begun) for each in together):
            times = [now_ms + self._lifetimes.unplayed_ms]
        latest = None if None in times else max(each for each in times if each is not None)
        if latest is None or latest > now_ms:
            for each in together:
                await self._ownership.set_due(each.table.id, latest)
        elif readable:
            await self._close(room)
        else:
            await self._remove(together)

    async def _companions(self, room: Room) -> tuple[Room, ...]:
        """Return the other tables of a table's match or set of boards that are still there.

        Raises Refusal if one of them cannot be loaded now.
        """
        found = []
        for table in self._tables.companions(room):
            try:
                found.append(await self._tables.room(table))
            except Refusal as refusal:
                if refusal.code is not Code.NO_SUCH_TABLE:
                    raise
        return tuple(found)

    async def _close(self, room: Room) -> None:
        """Close a table for good.

        The finished deals of a closed table stay readable.
        """
        answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        room.put(InboxRequest(Player(""), Abandon(), answered.set_result))
        if isinstance(await answered, Done):
            await self._ownership.set_due(room.table.id, None)

    async def _remove(self, rooms: tuple[Room, ...]) -> None:
        """Remove tables with all their stored data, unless one of them has been used since the check."""
        if not all(room.idle and self._tables.live(room.table.id) is room for room in rooms):
            return
        ids = {room.table.id for room in rooms}
        # While the data are being removed, no request may load what is left of a table.
        self._removing |= ids
        try:
            board_set = self._tables.set_of(rooms[0])
            for room in rooms:
                self._tables.forget(room)
            for room in rooms:
                if await self._services.logs.remove(room.table.id, room.token):
                    self._removed(room.table.id)
                    id = room.table.id
                    log.info("table %s: all people have left it; it is removed", id, extra={"table": id})
            if board_set is not None:
                await self._tables.remove_set(board_set)
        finally:
            self._removing -= ids


def _is_used(room: Room, set_begun: bool) -> bool:
    """Return True if people at a table keep it open.

    At a table that has not begun while others of its match or set have, only players with a seat keep it:
    a watcher, perhaps a second guest of a player, must not keep the boards of all tables secret for ever.
    """
    presence = room.viewers.presence
    if not set_begun or begun(room.table):
        return presence.people_present
    return any(room.table.right_of(player) is not None for player in presence.names)
