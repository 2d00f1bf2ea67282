"""The hub, which opens and loads tables, unloads them, and drops those that another hub has taken over.

While the store does not answer, the hub sends clients nothing but the message `hold`, because another hub may
own its tables by now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import msgspec

from protocol.v1.codes import Code
from protocol.v1.requests import Open
from server.errors import Altered, IllegalAction, Refusal, StoreError, loggable
from server.games.base import AnyGame
from server.hub.contact import StoreContact
from server.hub.handle import TableHandle
from server.hub.keeper import Keeper
from server.hub.lobby import Lobby
from server.hub.observers import Observers
from server.hub.room import Room
from server.hub.room_handle import RoomHandle, summary
from server.hub.services import Services
from server.hub.sets.member import Member, entered, is_table_id, packed, uploaded_by
from server.hub.sets.opening import SetOpening
from server.hub.sets.sets import Sets
from server.hub.table_ids import TableIds
from server.store.ownership import Ownership, silent_ms
from server.store.table_logs import Meta, Outcome, Stored
from server.table import events
from server.table.commands import Deals
from server.table.hosting import robots
from server.table.lifetime import Lifetimes
from server.table.log_fold import restore
from server.table.packed import PackedDeals
from server.table.player import Player
from server.table.summary import Summary
from server.table.table import Table, open_with

log = logging.getLogger("kibitz.hub")

BEAT_MS = 500
SWEEP_MS = 30_000
IDLE_MS = 120_000
UNREADABLE = (
    "this table cannot be opened, because its stored log cannot be read; tell the operator of the server"
)
"""The refusal of each request for a quarantined table, a table with a log that cannot be read."""

USUAL_LIFETIMES = Lifetimes()

_pack = msgspec.msgpack.encode
CHECKED = 200
"""The number of uploaded deals that are decoded in one turn of the event loop when a table is loaded."""


class Hub:
    """The tables that one server process keeps in memory.

    `exclusive` is True if no other hub uses this store; the hub then becomes the owner of a stored table at
    once.

    Callers outside the hub get tables as handles, from `handle`, `loaded` and `tables`.

    Observers can subscribe to four events of a hub. Observers of `changed` get the summary of a table
    whenever a person enters or leaves the table, sits down or stands up. Observers of `moved` get the handle
    of a table that another hub may own now. Observers of `ended` get the id of a table that is closed or
    removed. Observers of `held` get True when the hub pauses because the store does not answer, and False
    when it goes on.

    The code that starts the server sets the hub's functions `plays` and `budget`. `plays` returns True if
    this server has a house robot of the given name for the given game. `budget` counts one costly action of a
    player; it returns 0, or the time in ms that the player must wait. `lifetimes` are the times for which
    tables without people are kept.
    """

    def __init__(
        self,
        services: Services,
        ownership: Ownership,
        games: dict[str, AnyGame],
        *,
        exclusive: bool,
        lifetimes: Lifetimes = USUAL_LIFETIMES,
    ) -> None:
        self.services = services
        self._ownership = ownership
        self.games = games
        self.id = services.nonce()
        self.changed: Observers[[Summary]] = Observers("a table's people")
        self.moved: Observers[[TableHandle]] = Observers("a table that has moved")
        self.ended: Observers[[str]] = Observers("a table's end")
        self.held: Observers[[bool]] = Observers("the hub's hold")
        self.plays: Callable[[str, str], bool] = lambda robot, game: False
        self.budget: Callable[[Player], int] = lambda player: 0
        self._contact = StoreContact(ownership, services.now_ms, self.id, self.held)
        self._exclusive = exclusive
        self._rooms: dict[str, Room] = {}
        self._handles: dict[str, TableHandle] = {}
        self.lobby = Lobby(services.logs, services.now_ms, services.nonce, self._rooms)
        self.ids = TableIds(services, ownership)
        self.sets = Sets(self, services, games, self._claim, self._new_token)
        self.set_opening = SetOpening(self.sets, self.ids, services, games)
        self.keeper = Keeper(self, services, ownership, lifetimes, removed=self.ended.notify)
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._quarantined: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._resuming = False
        self._swept_ms = services.now_ms()

    @property
    def rooms(self) -> tuple[Room, ...]:
        return tuple(self._rooms.values())

    @property
    def durability(self) -> str:
        """Return how often the store writes log entries to the disk, as the message `welcome` names it."""
        return self.services.logs.durability

    def holding(self) -> bool:
        """Return True while the hub is in a hold: the store does not answer, so the hub sends no frames."""
        return self._contact.holding()

    def check_speaks(self) -> None:
        """Raise Refusal while the hub is in a hold, because the store does not answer."""
        self._contact.check()

    async def start(self) -> None:
        """Connect to the store and start to list its tables. Raises OSError if the store does not answer."""
        await self._contact.beat_once()
        self._beating = asyncio.create_task(self._beat())
        self._spawn(self.lobby.list_sleeping())
        self.keeper.start()

    async def stop(self) -> None:
        """Unload all tables from memory and stop the hub.

        All tables remain in the store when the hub stops.
        """
        if self._beating is not None:
            self._beating.cancel()
        for room in self.rooms:
            room.leave()
        self._rooms.clear()
        self._handles.clear()
        self.sets.stop()
        self.keeper.stop()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_MS / 1000)
            # A process that was suspended wakes up here: its heartbeat must not end the silence unnoticed.
            self.holding()
            await self._contact.beat()
            if self.holding() and self._contact.answers and not self._resuming:
                self._resuming = True
                self._spawn(self._resume())
            self._sweep()

    async def _resume(self) -> None:
        """End the hub's hold after an outage of the store.

        A table that the hub still owns continues, with the time of the outage added to its clocks. A table
        that another hub has taken over is dropped from memory.
        """
        try:
            # Read all tables at the same time: one after the other, 1,500 tables took longer than the outage.
            rooms = self.rooms
            # Note the positions first: an entry that is being stored may be confirmed while the logs are
            # read.
            positions = [room.position for room in rooms]
            stored_tables = await asyncio.gather(*(self._reload(room.table.id) for room in rooms))
        except OSError:
            return  # Stay in the hold: the next heartbeat that the store answers calls `_resume` again.
        finally:
            self._resuming = False
        away_ms = self._contact.go_on()
        if away_ms is None:
            return
        for room, position, stored in zip(rooms, positions, stored_tables, strict=True):
            outcome = room.compare(stored, position)
            if outcome is Outcome.DONE:
                room.credit(away_ms)
                room.arm()
            else:
                room.leave()
                self._lose(room, outcome)
        self.sets.reload()
        # Process the waiting requests of all rooms, also of those that were loaded since.
        for room in self.rooms:
            room.pump()

    async def _reload(self, table: str) -> Stored | None:
        """Return a table as the store has it now, with its log.

        If the log of the table cannot be read, refuse all further requests for the table (quarantine it) and
        return None.
        """
        try:
            return await self.services.logs.load(table)
        except StoreError as error:
            self._quarantine(table, error)
            return None

    def _quarantine(self, table: str, error: Exception) -> Refusal:
        """Refuse all further requests for a table (quarantine it), log the reason, and return the refusal."""
        self._quarantined.add(table)
        self.services.meter.quarantined.set(len(self._quarantined))
        fault = (
            "has a log that was altered" if isinstance(error, Altered) else "has a log that cannot be folded"
        )
        log.error("table %s %s (%s): the table is quarantined", table, fault, loggable(error))
        return Refusal(
            Code.INTERNAL,
            UNREADABLE,
        )

    def _sweep(self) -> None:
        now_ms = self.services.now_ms()
        if now_ms - self._swept_ms < SWEEP_MS or self.holding():
            return
        self._swept_ms = now_ms
        for room in self.rooms:
            if room.idle and now_ms - room.used_ms > IDLE_MS:
                self.lobby.add_sleeping(room)
                self.keeper.schedule(room)
                self.unload(room)

    def unload(self, room: Room) -> None:
        """Remove a table from memory, but not from the store."""
        room.leave()
        self._remove(room)
        self.sets.leave(room)
        self.services.meter.tables.set(len(self._rooms))

    def _remove(self, room: Room) -> None:
        del self._rooms[room.table.id], self._handles[room.table.id]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, room: Room) -> None:
        """Unload a table, and remove it from the lobby's list of tables that are not in memory."""
        self.unload(room)
        self.lobby.forget(room.table.id)

    def companions(self, room: Room) -> tuple[str, ...]:
        """Return the ids of the other tables of a table's match or set of boards.

        Returns () for a table that plays alone.
        """
        return self.sets.companions(room)

    def set_of(self, room: Room) -> str | None:
        """Return the id of a table's match or set of boards, None for a table that plays alone."""
        return self.sets.set_of(room)

    async def remove_set(self, board_set: str) -> None:
        """Remove the stored data of a match or set of boards whose tables have been removed."""
        await self.sets.remove(board_set)

    def loaded(self, table: str) -> TableHandle | None:
        """Return the handle of a table if the table is in memory, else None."""
        return self._handles.get(table)

    async def handle(self, table: str) -> TableHandle:
        """Return the handle of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        room = await self.room(table)
        # The table may have left memory again before this caller had its turn.
        return self._handles.get(table) or RoomHandle(room, self.services.meter)

    def tables(self, game: str, right: str | None = None) -> list[TableHandle]:
        """Return the handles of the tables of a game that are in memory, the longest there first.

        If `right` is the id of a player, return only tables at which the player has a seat, or owns one while
        absent.
        """
        return [
            self._handles[table.id]
            for table in (room.table for room in self._rooms.values())
            if table.game.name == game and (right is None or table.right_of(right) is not None)
        ]

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        return self._rooms.get(table)

    async def room(self, table: str, away_ms: int = 0) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal with the code `no_such_table`, or with `unavailable` if the table cannot be loaded now.
        """
        self.check_speaks()
        room = self._rooms.get(table)
        if room is not None:
            return room
        if not is_table_id(table):
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        self.keeper.check(table)
        # Let all clients that ask for a table while it is loading wait for the same task: a second claim
        # would take the table away from the first one.
        waking = self._waking.get(table)
        if waking is None:
            waking = self._waking[table] = asyncio.create_task(self._wake(table))
            waking.add_done_callback(partial(self._woken, table))
        # A client that goes away must not cancel the loading for the other clients.
        return await asyncio.shield(waking)

    def _woken(self, table: str, waking: asyncio.Task[Room]) -> None:
        del self._waking[table]
        if not waking.cancelled():
            # Read the exception, so that asyncio does not log it if no client waits for the room any more.
            waking.exception()

    async def _wake(self, table: str) -> Room:
        if table in self._quarantined:
            raise Refusal(
                Code.INTERNAL,
                UNREADABLE,
            )
        try:
            stored, token, away_ms = await self._claim(table)
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        except StoreError as error:
            raise self._quarantine(table, error) from None
        game = self.games.get(stored.meta.game)
        if game is None or game.revision < stored.meta.revision:
            raise Refusal(
                Code.UNAVAILABLE,
                "this server does not have the rules of this table, or has an older version of them",
                retry_ms=5_000,
            )
        try:
            log_entries = tuple(events.decode(entry) for entry in stored.entries)
            folded = restore(table, game, stored.deal, log_entries, stored.meta.host)
            uploaded = await self.sets.deals(stored.meta, table)
            if uploaded is not None:
                await _check(uploaded)
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        except (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError) as error:
            raise self._quarantine(table, error) from None
        room = self._add_room(folded, token, Deals(self.services.rng, uploaded), stored.meta, away_ms)
        room.viewers.notes.recall(stored.notes)
        if away_ms:
            room.credit(away_ms)
        self.sets.join(room, stored.meta)
        return room

    def _new_token(self) -> str:
        """Return a new token with which this hub can own a table or set."""
        return f"{self.id}:{self.services.nonce()}"

    async def _claim(self, table: str) -> tuple[Stored, str, int]:
        """Make this hub the owner of a table or set, and return it as the store has it.

        Also returns the token with which this hub owns the table, and the time (ms) for which no live hub
        owned it.

        Raises Refusal if another hub owns the table, and OSError if the store does not answer.
        """
        logs, ownership = self.services.logs, self._ownership
        stored = await logs.load(table)
        if stored is None:
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
        owner = stored.owner.partition(":")[0]
        age_ms = None if owner == self.id else await ownership.beat_age_ms(owner)
        if owner != self.id and not self._exclusive and not self._contact.may_depose(age_ms):
            raise Refusal(
                Code.UNAVAILABLE, "another server has this table now; send the request again", retry_ms=500
            )
        token = self._new_token()
        if not await ownership.claim(table, stored.owner, token):
            raise Refusal(
                Code.UNAVAILABLE,
                "another server has just taken this table over; send the request again",
                retry_ms=500,
            )
        # Read the table again: until the claim, the earlier owner could still append entries.
        ours = await logs.load(table)
        if ours is None or ours.owner != token:
            raise Refusal(
                Code.UNAVAILABLE,
                "another server has just taken this table over; send the request again",
                retry_ms=500,
            )
        return ours, token, silent_ms(age_ms or 0)

    def _add_room(self, table: Table, token: str, deals: Deals, meta: Meta, away_ms: int = 0) -> Room:
        room = Room(
            self.services,
            table,
            token,
            deals,
            holding=self._contact.holding,
            lost=self._lose,
            changed=self._on_change,
            plays=lambda robot: self.plays(robot, table.game.name),
            budget=lambda player: self.budget(player),
            away_ms=away_ms,
        )
        room.name = meta.name
        room.has_preparations = any(each is not None for each in (meta.boards, meta.match, meta.board_set))
        if table.game.showing is None:
            room.viewers.presence.uploaded_by = uploaded_by(meta, table.id)
        self._rooms[table.id], self._handles[table.id] = room, RoomHandle(room, self.services.meter)
        self.lobby.forget(table.id)
        self.services.meter.tables.set(len(self._rooms))
        room.arm()
        return room

    def _on_change(self, room: Room) -> None:
        self.changed.notify(summary(room))
        if room.table.closed:
            self.ended.notify(room.table.id)

    def _lose(self, room: Room, outcome: Outcome) -> None:
        """Drop a table from memory, because another hub owns it or the store has another log of it.

        The observers of `moved` are told that another hub may own the table.
        """
        # The table may have been unloaded and loaded again meanwhile: then the newer room must stay.
        if self._rooms.get(room.table.id) is room:
            self._remove(room)
            self.lobby.add_sleeping(room)
        self.sets.leave(room)
        if outcome is Outcome.MISMATCH:
            self.services.meter.rolled_back.inc()
            log.error(
                "table %s: its log in the store and in memory differ; the stored log is used", room.table.id
            )
        self.moved.notify(RoomHandle(room, self.services.meter))

    async def open_as(
        self,
        table: str,
        host: str,
        request: Open,
        options: msgspec.Struct,
        deals: Sequence[Any],
        member: Member | None = None,
    ) -> str:
        """Open a table with the id `table` and return the id.

        If a table with this id exists, it is not changed.

        If `member` is given, the new table becomes a table of a match or set of boards, which stores the
        deals. Raises Refusal if the store does not answer or the request is not valid.
        """
        self.check_speaks()
        self.keeper.check(table)
        game = self.games[request.game]
        try:
            names = game.seat_names(options)
            chairs = robots(game, (events.Chair(),) * len(names), request.seats)
            base = open_with(game, options, chairs, request.policy, self.services.now_ms(), host)
            base = base if member is None else entered(base, game, options, member)
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        token = self._new_token()
        meta = Meta(
            game=game.name,
            revision=game.revision,
            name=request.name,
            host=host,
            created_ms=base.at_ms,
            options=_pack(options),
            boards=PackedDeals.of(deals) if deals and member is None else None,
            status="open" if request.policy.access == "open" else "unlisted",
            board_set=None if member is None else packed(member),
        )
        try:
            made = await self.services.logs.create(table, meta, token, events.encode(base))
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        if made:
            folded = restore(table, game, 0, (base,))
            room = self._add_room(folded, token, Deals(self.services.rng, deals or None), meta)
            self.sets.join(room, meta)
            self.keeper.schedule(room)
        return table


async def _check(uploaded: PackedDeals) -> None:
    """Check that every uploaded deal of a table can be decoded.

    Raises msgspec.DecodeError if a deal cannot be decoded.
    """
    for first in range(0, len(uploaded), CHECKED):
        if first:
            await asyncio.sleep(0)
        uploaded.check(first, first + CHECKED)
