"""The hub, which opens and loads tables, unloads them, and drops those that another hub has taken over.

Several hubs may share one store. Each table then has one owner, and the other hubs reach it through the owner
(see `server/hub/far`). While the store does not answer, the hub sends clients nothing but the message `hold`,
because another hub may own its tables by now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from protocol.v1.codes import Code
from protocol.v1.requests import Open
from protocol.v1.updates import Notice, TableRow
from server.errors import IllegalAction, Refusal, StoreError
from server.events.shown import shows_tables
from server.games.base import AnyGame
from server.hub.contact import LONE_HOLD_MS, StoreContact
from server.hub.draining import hand_over_all
from server.hub.events.event_ids import event_of, event_of_stored_id, is_event_id, stored_event_id
from server.hub.events.events import Events
from server.hub.far.far_handle import FarHandle
from server.hub.far.other_hubs import About, Connect, OtherHubs, no_links, pack_about
from server.hub.handle import TableHandle
from server.hub.keeper import Keeper
from server.hub.lobby import Lobby, row_of
from server.hub.membership import Member, packed
from server.hub.observers import Observers
from server.hub.placement import Load, place
from server.hub.repair import repair
from server.hub.room import Room
from server.hub.room_handle import RoomHandle, summary
from server.hub.services import Services
from server.hub.sets.member import (
    entered,
    is_table_id,
    member_of,
    set_of_stored_id,
    stored_id,
    uploaded_by,
)
from server.hub.sets.opening import SetOpening
from server.hub.sets.sets import Sets
from server.hub.table_ids import TableIds
from server.hub.taking_over import TakingOver
from server.hub.waking import OwnedElsewhere, StoreSilent, Waking
from server.store.ownership import Ownership, hub_of, silent_ms
from server.store.table_logs import Append, DealLog, Meta, Outcome
from server.table import events
from server.table.again import Resumed, resumed
from server.table.commands import Deals
from server.table.hosting import robots
from server.table.lifetime import Lifetimes
from server.table.log_fold import restore
from server.table.packed import PackedDeals
from server.table.placed import Seated, placed
from server.table.player import Player
from server.table.summary import Summary
from server.table.table import Table, open_with
from server.version import NAME

log = logging.getLogger("kibitz.hub")

BEAT_MS = 300
SWEEP_MS = 30_000
IDLE_MS = 120_000
USUAL_LIFETIMES = Lifetimes()

_pack = msgspec.msgpack.encode
RETIRE_S = 1.0
"""The longest time (s) for which a hub that stops waits until the store knows it."""
MEND_AGAIN_S = 0.3
ROLLED_BACK = "the store has lost the last actions at this table; it goes on from an earlier position"
NOTE_EVERY = 7
"""The number of heartbeats between two notes of the deadlines of the tables in memory."""
LOOK_AGAIN_S = 1.0
"""The time (s) after which a hub looks again for events, if the store or another hub did not answer."""
LOAD_EVENT = "load event"
"""The request of another hub to load an event of this hub."""
EVENT_SHOWS = "event shows"
"""The question of another hub if an event of this hub shows a player the results of other tables."""
ARCHIVE_S = 1.0
"""The longest time (s) for which a new table waits for the archive."""


class OtherArchive(ValueError):
    """The error of a hub with an archive that is not that of the other hubs of its store."""


class Hub:
    """The tables that one server process keeps in memory.

    `exclusive` is True if no other hub uses this store; the hub then becomes the owner of a stored table at
    once. Otherwise `connect` makes the links to the other hubs.

    Callers outside the hub get tables as handles, from `handle`, `loaded` and `tables`.

    Observers can subscribe to six events of a hub. Observers of `changed` get the summary of a table of this
    hub whenever a person enters or leaves the table, sits down or stands up; `others.announcements.changed`
    is the same event at other hubs. Observers of `moved` get the handles of tables that another hub may own
    now. Observers of `ended` get the id of a table that is closed or removed. Observers of `came` get a table
    that has come into memory, and observers of `stepped` a table in memory after each of its entries except
    ordinary moves. Observers of `held` get True when the hub pauses because the store does not answer, and
    False when it goes on.

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
        connect: Connect = no_links,
    ) -> None:
        self.services = services
        self._ownership = ownership
        self.games = games
        self.id = services.nonce()
        self.changed: Observers[[Summary]] = Observers("a table's people")
        self.moved: Observers[[tuple[TableHandle, ...]]] = Observers("tables that have moved")
        self.ended: Observers[[str]] = Observers("a table's end")
        self.came: Observers[[Table]] = Observers("tables that come")
        self.stepped: Observers[[Table]] = Observers("a table's steps")
        self.held: Observers[[bool]] = Observers("the hub's hold")
        self.plays: Callable[[str, str], bool] = lambda robot, game: False
        self.budget: Callable[[Player], int] = lambda player: 0
        self.held.subscribe(services.meter.holding.set)
        if services.trace is not None:
            services.trace.hub = self.id
        self._archive = ""
        self._contact = StoreContact(ownership, services.now_ms, self.id, self.held)
        self._exclusive = exclusive
        self._rooms: dict[str, Room] = {}
        self._handles: dict[str, TableHandle] = {}
        self._contact.about = self._about
        if exclusive:
            self._contact.hold_ms = LONE_HOLD_MS
        self._waking = Waking(self.id, self, services, ownership, games, self._contact, exclusive=exclusive)
        self._taking_over = TakingOver(self, services, ownership)
        self.others = OtherHubs(self.id, self, services, connect, self.moved.notify)
        self.others.edges.answers[LOAD_EVENT] = self._loaded_for_other
        self.others.edges.answers[EVENT_SHOWS] = self._shows_to_other
        announced = self.others.announcements
        self.lobby = Lobby(services.logs, services.now_ms, services.nonce, self._rooms, announced.rows)
        announced.row_of, announced.own = self._announced, lambda: tuple(self._rooms)
        announced.announced.subscribe(self._on_change_elsewhere)
        announced.slept.subscribe(self.lobby.add_row)
        announced.gone.subscribe(self._on_gone_elsewhere)
        self.others.died.subscribe(self._on_death_elsewhere)
        self.others.given.subscribe(self._take_over)
        self.ids = TableIds(services, ownership)
        self.sets = Sets(self, services, games, self._waking.claim, self._waking.new_token)
        self.events = Events(
            *(self, self.sets, services, games, self._waking.claim, self._waking.new_token),
            self.others.ledgers,
        )
        self.set_opening = SetOpening(self.sets, self.ids, services, games)
        self.keeper = Keeper(self, services, ownership, lifetimes, removed=self.ended.notify)
        self._beats = 0
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
        """Connect to the store and start to list its tables.

        Raises OSError if the store or the archive does not answer, and OtherArchive if another hub of the
        store has another archive: each of them would find only a part of the finished deals.
        """
        self._archive = await self.services.archive.place()
        if not self._exclusive:
            self.others.start(await self._ownership.secret(self.services.secret()))
        self.others.note(await self._contact.beat_once())
        # The one hub of a store may find the heartbeats of an earlier one, killed or in a backup.
        if not (self._exclusive or self.others.archives() <= {self._archive}):
            raise OtherArchive("expected the archive of the other hubs that run, got another one")
        self._beating = self.services.tasks.run(self._beat())
        self.services.tasks.run(self.lobby.list_sleeping())
        self.services.tasks.run(self._look_for_events())
        self.keeper.start()

    async def stop(self) -> None:
        """Unload all tables from memory and stop the hub.

        All tables remain in the store when the hub stops. Other hubs, or the next start, need not wait until
        the heartbeats of this hub are old.
        """
        for room in self.rooms:
            room.leave()
        self._rooms.clear()
        self._handles.clear()
        self.sets.stop()
        self.events.stop()
        self.others.stop()
        await self.services.tasks.stop()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(RETIRE_S):
                await self._ownership.retire(self.id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_MS / 1000)
            # A process that was suspended wakes up here: its heartbeat must not end the silence unnoticed.
            self.holding()
            peers = await self._contact.beat()
            if peers is not None:
                self.others.note(peers)
            if self.holding() and self._contact.answers and not self._resuming:
                self._resuming = True
                self.services.tasks.run(self._resume())
            self._sweep()
            self._beats += 1
            if not self._exclusive and self._beats % NOTE_EVERY == 0 and not self.holding():
                self.services.tasks.run(self._taking_over.note_awake())

    def _about(self) -> bytes:
        return pack_about(About(NAME, len(self._rooms), self.draining, self._archive))

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
            stored_tables = await asyncio.gather(*(self._waking.reload(room.table.id) for room in rooms))
        except OSError:
            return  # Stay in the hold: the next heartbeat that the store answers calls `_resume` again.
        finally:
            self._resuming = False
        away_ms = self._contact.go_on()
        if away_ms is None:
            return
        # Other hubs may have broken their links to this one, which a link without messages does not notice.
        self.others.break_all()
        for room, position, stored in zip(rooms, positions, stored_tables, strict=True):
            outcome = room.compare(stored, position)
            if outcome is Outcome.DONE:
                room.credit(away_ms)
                room.arm()
            else:
                room.mend()
                room.credit(away_ms)
        self.sets.reload()
        self.events.reload()
        # Process the waiting requests of all rooms, also of those that were loaded since.
        for room in self.rooms:
            room.pump()

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
        self.others.sweep()

    async def drain(self) -> None:
        """Hand all tables to other hubs that run, because this hub is about to stop.

        Players go on within a moment. Without another hub, the tables stay in the store until the next start.
        """
        self.others.draining = True
        if self._exclusive or self.holding():
            return
        peers = await self._contact.beat()
        if peers is None:
            return
        self.others.note(peers)
        try:
            count = await hand_over_all(self, self._ownership, self.others.loads, self._waking.new_token)
            if not self._rooms:
                await self._ownership.forget_awake(self.id)
        except OSError as error:
            log.error("the store does not answer (%s): not all tables could be handed over", error)
        else:
            log.warning("this hub stops: %d tables were handed to other hubs", count)

    async def _look_for_events(self) -> None:
        """Load the events that run and that no living hub has, as far as they fall to this hub.

        An event begins its rounds by itself, so it must be in memory even if no person asks for it.
        """
        left = True
        while left:
            left = False
            try:
                found = [event_of_stored_id(id) for id in await self.services.logs.tables()]
            except OSError:
                found, left = [], True
            for event in found:
                if event is None or event in self.events.ids:
                    continue
                try:
                    if await self.home_of_event(event) == self.id:
                        await self.events.room(event)
                except Refusal as refusal:
                    left = left or refusal.code is Code.UNAVAILABLE
            if left:
                await asyncio.sleep(LOOK_AGAIN_S)

    def _take_over(self, ids: Sequence[str]) -> None:
        """Load the tables and events that another hub hands to this one."""
        tables = [id for id in ids if event_of_stored_id(id) is None]
        if tables:
            self.services.tasks.run(self._taking_over.load(tables))
        for event in map(event_of_stored_id, ids):
            if event is not None:
                self.events.start_loading(event)

    def let_go(self, rooms: Iterable[Room]) -> None:
        """Drop rooms from memory, because another hub gets their tables."""
        for room in rooms:
            room.leave()
            if self._rooms.get(room.table.id) is room:
                self._remove(room)
            self.sets.leave(room)

    def let_set_go(self, board_set: str) -> str | None:
        """Drop a match or set of boards from memory, and return the token with which this hub owns it."""
        return self.sets.let_go(board_set)

    def let_event_go(self, event: str) -> str | None:
        """Drop an event from memory, and return the token with which this hub owns it."""
        return self.events.let_go(event)

    @property
    def events_here(self) -> tuple[str, ...]:
        """Return the ids of the events in this hub's memory."""
        return self.events.ids

    def hand_over(
        self, target: str, rooms: Iterable[Room], given: Container[str], events: Iterable[str] = ()
    ) -> None:
        """Tell all connections that tables have moved, and the hub `target` that it owns those in `given`.

        `events` are the stored ids of the events that it gets.
        """
        moved = tuple(rooms)
        owned = (*events, *(room.table.id for room in moved))
        self.others.give(target, tuple(id for id in owned if id in given))
        for room in moved:
            self.others.edges.moved(room.table.id)
        self.moved.notify(tuple(RoomHandle(room, self.services.meter) for room in moved))

    @property
    def draining(self) -> bool:
        """Return True while this hub stops."""
        return self.others.draining

    @property
    def ready(self) -> bool:
        """Return True if this hub can serve every table.

        A hub that shares its store must first have watched for `DEAD_MS` which other hubs run.
        """
        return not (self.draining or self.holding()) and (self._exclusive or self._contact.may_depose(None))

    def unload(self, room: Room) -> None:
        """Remove a table from memory, but not from the store."""
        room.leave()
        self._remove(room)
        self.sets.leave(room)
        self._announce_end(room)

    def _announce_end(self, room: Room) -> None:
        """Tell the other hubs that a table is not in this hub's memory any more."""
        self.others.edges.moved(room.table.id)
        if room.table.closed:
            self.others.announcements.note_gone(room.table.id)
        else:
            # Also one that no lobby lists: it has not ended.
            self.others.announcements.note_asleep(row_of(room))

    def _remove(self, room: Room) -> None:
        del self._rooms[room.table.id], self._handles[room.table.id]
        self.services.meter.table_left(room.table.game.name)

    def forget(self, room: Room) -> None:
        """Unload a table, and remove it from the lobby's list of tables that are not in memory."""
        self.unload(room)
        self.lobby.forget(room.table.id)
        self.others.announcements.note_gone(room.table.id)

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
        """Return the handle of a table if this hub has one, also of another hub's table, else None."""
        return self._handles.get(table) or self.others.handles.get(table)

    async def handle(self, table: str) -> TableHandle:
        """Return the handle of a table, loaded from the store if no hub has it in memory.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        self.check_speaks()
        known = self.loaded(table)
        if known is not None:
            return known
        _check_id(table)
        self.keeper.check(table)
        home, away_ms = (self.id, 0) if self._exclusive else await self._home(table)
        if home != self.id:
            return await self.others.reach(home, table, away_ms)
        room = await self.room(table, away_ms)
        # The table may have left memory again before this caller had its turn.
        return self._handles.get(table) or RoomHandle(room, self.services.meter)

    @property
    def quarantined(self) -> Mapping[str, str]:
        """Return the tables that this hub could not load because of their logs, with the fault of each."""
        return self._waking.quarantined

    async def owner_of(self, table: str) -> str:
        """Return the hub that has a table in memory, after it has loaded the table.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        handle = await self.handle(table)
        return handle.owner.hub if isinstance(handle, FarHandle) else self.id

    def place_of(self, table: str) -> str:
        """Return the hub that has a table in memory, as far as this hub has been told, or ""."""
        if table in self._rooms:
            return self.id
        announced = self.others.announcements.rows.get(table)
        return "" if announced is None else announced[0]

    async def _home(self, table: str) -> tuple[str, int]:
        """Return the hub that has a table, or should have it, and the time (ms) for which none had it.

        `table` may also be the stored id of a set of boards. A table of a dead hub goes to the heir on which
        all hubs agree. Raises Refusal if there is no such table, or if it may not be taken from its owner
        yet.
        """
        try:
            token = await self._ownership.owner(table)
            if token is None and await self._is_archived(table):
                # Hubs that all take the same one show the table once.
                return self.others.heir(table), 0
            if token is None:
                raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
            owner = hub_of(token)
            if owner == self.id or self.others.is_living(owner):
                return owner, 0
            age_ms = await self._ownership.beat_age_ms(owner)
            if not self._contact.may_depose(age_ms):
                raise OwnedElsewhere()
            heir = await self._heir(table)
            if heir != self.id and not await self._ownership.claim(
                table, token, self._waking.new_token(heir)
            ):
                raise OwnedElsewhere("another server has just taken this table over")
            return heir, silent_ms(age_ms or 0)
        except OSError:
            raise StoreSilent() from None

    async def _is_archived(self, table: str) -> bool:
        """Return True if a closed table, or a set or event that is over, has left the store for the archive.

        Raises OSError if the archive does not answer.
        """
        known = (set_of_stored_id(table), event_of_stored_id(table))
        if not is_table_id(table) and known == (None, None):
            return False
        try:
            found = await self.services.archive.table(table)
        except StoreError:
            return True  # The hub that loads it says that it cannot be read.
        return found is not None and found.closed_ms is not None

    async def _was_archived(self, table: str) -> bool:
        """Return `_is_archived`, or False if the archive does not answer: tables are opened all the same.

        A second table with the id of an archived one loses nothing, because the archive keeps what it has.
        """
        try:
            async with asyncio.timeout(ARCHIVE_S):
                return await self._is_archived(table)
        except OSError:  # TimeoutError is one, too.
            return False

    async def _heir(self, table: str) -> str:
        """Return the hub that gets a table or set without an owner that runs.

        A match or set of boards and all its tables have one owner: the owner of the set, if that hub runs, or
        else the heir on which all hubs agree.
        """
        event = event_of_stored_id(table)
        if event is not None:
            return self.others.heir(event)
        board_set = set_of_stored_id(table) or await self._set_of_stored(table)
        if board_set is None:
            return self.others.heir(table)
        event = event_of(board_set)
        if event is not None:
            # The hub of an event owns all of its sets and tables.
            owner = hub_of(await self._ownership.owner(stored_event_id(event)) or "")
            return owner if owner == self.id or self.others.is_living(owner) else self.others.heir(event)
        owner = hub_of(await self._ownership.owner(stored_id(board_set)) or "")
        return owner if owner == self.id or self.others.is_living(owner) else self.others.heir(board_set)

    async def _set_of_stored(self, table: str) -> str | None:
        """Return the match or set of boards of a stored table, None for a table that plays alone."""
        try:
            stored = await self.services.logs.load(table)
        except StoreError:
            return None
        member = None if stored is None else member_of(stored.meta, table)
        return None if member is None else member.board_set

    async def load_set(self, board_set: str) -> None:
        """Let the hub that owns a match or set of boards load it, so that it has learned from its tables.

        Raises Refusal if there is no such set, or if it cannot be loaded now.
        """
        self.check_speaks()
        home = self.id if self._exclusive else await self._home_of_set(board_set)
        if home == self.id:
            await self.load_own_set(board_set)
        else:
            await self.others.load_set(home, board_set)

    async def _home_of_set(self, board_set: str) -> str:
        try:
            return (await self._home(stored_id(board_set)))[0]
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            # A match that an older release opened has no stored set yet: it begins where its tables are.
            return (await self._home(f"{board_set}o"))[0]

    async def load_own_set(self, board_set: str) -> None:
        """Load a match or set of boards of this hub.

        Raises Refusal if there is no such set, or if it cannot be loaded now.
        """
        self.check_speaks()
        await self.sets.room(board_set)

    async def home_of_event(self, event: str) -> str:
        """Return the hub that has an event, or should have it.

        Raises Refusal if there is no such event, or if it may not be taken from its owner yet.
        """
        self.check_speaks()
        if not is_event_id(event):
            raise Refusal(Code.NO_SUCH_TABLE, "there is no such event")
        return self.id if self._exclusive else (await self._home(stored_event_id(event)))[0]

    async def load_event(self, event: str) -> None:
        """Let the hub that owns an event load it.

        Raises Refusal if there is no such event, or if it cannot be loaded now.
        """
        home = await self.home_of_event(event)
        if home == self.id:
            await self.events.room(event)
        else:
            await self.others.ask(home, LOAD_EVENT, event)

    async def event_shows(self, event: str, player: str) -> bool:
        """Return True if an event shows a player now what was played at other tables of its rounds.

        Raises Refusal if there is no such event, or if it cannot be loaded now.
        """
        home = await self.home_of_event(event)
        if home == self.id:
            return shows_tables((await self.events.room(event)).stored, player)
        answer = await self.others.ask(home, EVENT_SHOWS, (event, player))
        return msgspec.msgpack.decode(answer, type=bool)

    async def _shows_to_other(self, request: msgspec.Raw) -> bool:
        event, player = msgspec.msgpack.decode(request, type=tuple[str, str])
        return shows_tables((await self.events.room(event)).stored, player)

    async def _loaded_for_other(self, request: msgspec.Raw) -> None:
        await self.events.room(msgspec.msgpack.decode(request, type=str))

    def is_awake(self, table: str) -> bool:
        """Return True if a table is in the memory of this hub or of another one."""
        return table in self._rooms or table in self.others.announcements.rows

    def heir(self, table: str) -> str:
        """Return the hub on which all hubs agree that it gets a table without an owner that runs.

        All tables of an event fall to the same hub.
        """
        return self.others.heir(event_of(table) or table)

    def is_living(self, hub: str) -> bool:
        """Return True if another hub runs, as far as its heartbeats tell."""
        return self.others.is_living(hub)

    def tables(self, game: str, right: str | None = None) -> list[TableHandle]:
        """Return the handles of the tables of a game that are in memory, the longest there first.

        The tables of this hub come before those of others. If `right` is the id of a player, return only
        tables at which the player has a seat, or owns one while absent.
        """
        own = [
            self._handles[table.id]
            for table in (room.table for room in self._rooms.values())
            if table.game.name == game and (right is None or table.right_of(right) is not None)
        ]
        return [*own, *self.others.tables(game, right)]

    def newest(self, game: str) -> Iterator[Summary]:
        """Return the summaries of the tables of a game in the memory of any hub, the last to come first.

        The tables of other hubs are as those have announced them, so that no hub has to be asked.
        """
        rooms, rows = self._rooms, self.others.announcements.rows
        own = [(room.came_ms, room.table.id) for room in rooms.values() if room.table.game.name == game]
        far = [(each.came_ms, each.id) for _, each, _ in rows.values() if each.game == game]
        for _, table in sorted((*own, *far), reverse=True):
            # Meanwhile the table may have left memory or its hub, if the caller has let other work go on.
            if table in rooms:
                yield summary(rooms[table])
            elif table in rows:
                yield rows[table][1]

    def tables_of(self, player: str) -> int:
        """Return the number of the tables in the memory of any hub at which a player has a seat."""
        rooms, rows = self._rooms, self.others.announcements.rows
        own = sum(player in room.table.chairs.seats and not room.table.closed for room in rooms.values())
        return own + sum(
            player in each.chairs.seats and not each.closed and table not in rooms
            for table, (_, each, _) in rows.items()
        )

    def told(self, table: str) -> Summary | None:
        """Return the summary of a table in the memory of any hub, as that hub has last announced it."""
        room, row = self._rooms.get(table), self.others.announcements.rows.get(table)
        if room is not None:
            return summary(room)
        return None if row is None else row[1]

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        return self._rooms.get(table)

    async def room(self, table: str, away_ms: int = 0) -> Room:
        """Return the room of a table of this hub, loaded from the store if it is not in memory.

        `away_ms` is the time for which no hub has owned the table. Raises Refusal with the code
        `no_such_table`, or with `unavailable` if the table cannot be loaded now or another hub owns it.
        """
        self.check_speaks()
        room = self._rooms.get(table)
        if room is not None:
            return room
        _check_id(table)
        self.keeper.check(table)
        return await self._waking.room(table, away_ms)

    async def take(self, tables: Sequence[str], dead: str | None) -> list[Room | BaseException]:
        """Load tables that were handed to this hub, or that the hub `dead` has owned.

        Returns their rooms, or why there is none. Raises Refusal while the store does not answer.
        """
        self.check_speaks()
        return await self._waking.take([table for table in tables if table not in self._rooms], dead)

    async def deals(self, meta: Meta, table: str) -> PackedDeals | None:
        """Return the deals that a table plays, None if the table has random deals."""
        return await self.sets.deals(meta, table)

    def add_room(self, table: Table, token: str, deals: Deals, meta: Meta, away_ms: int = 0) -> Room:
        """Make the room of a table that this hub owns with the token `token`."""
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
            mend=self._mend,
            stepped=self.stepped.notify,
        )
        room.name = meta.name
        room.has_preparations = any(each is not None for each in (meta.boards, meta.match, meta.board_set))
        room.viewers.presence.in_event = event_of(table.id) is not None
        if table.game.showing is None:
            room.viewers.presence.uploaded_by = uploaded_by(meta, table.id)
        self._rooms[table.id], self._handles[table.id] = room, RoomHandle(room, self.services.meter)
        self.services.meter.table_came(table.game.name)
        self.lobby.forget(table.id)
        self.others.has_come(table.id)
        room.arm()
        self.sets.join(room, meta)
        self.events.join(room)
        self.came.notify(table)
        if room.viewers.presence.people_present:  # Robots alone wait for no person that starts them.
            self._on_change(room)
        return room

    def _announced(self, table: str) -> tuple[Summary, TableRow] | None:
        """Return the summary and the row of a table that other hubs are told of, None if it is not here."""
        room = self._rooms.get(table)
        return None if room is None else (summary(room), row_of(room))

    def _on_death_elsewhere(self, hub: str) -> None:
        self.services.tasks.run(self._taking_over.from_dead(hub))
        self.services.tasks.run(self._look_for_events())

    def _on_change_elsewhere(self, table: Summary) -> None:
        self.lobby.forget(table.id)
        if table.closed:
            self.ended.notify(table.id)

    def _on_gone_elsewhere(self, table: str) -> None:
        self.lobby.forget(table)
        self.ended.notify(table)

    def _on_change(self, room: Room) -> None:
        self.changed.notify(summary(room))
        self.others.announcements.note_change(room.table.id)
        if room.table.closed:
            self.ended.notify(room.table.id)

    def _mend(self, room: Room, outcome: Outcome) -> None:
        """Try to repair the stored log of a table, of which the store has lost entries or the claim."""
        self.services.tasks.run(self._mend_until_known(room, outcome))

    async def _mend_until_known(self, room: Room, outcome: Outcome) -> None:
        table, logs = room.table.id, self.services.logs
        while self._rooms.get(table) is room:
            try:
                repaired = await repair(table, room.token, tuple(room.kept), logs, self._ownership)
            except StoreError as error:
                self._waking.quarantine(table, error)
                repaired = False
            except OSError:
                await asyncio.sleep(MEND_AGAIN_S)
                continue
            if repaired:
                self.services.meter.repaired.inc()
                words = "table %s: the store had lost entries of its log, which were added again"
                log.warning(words, table, extra={"table": table})
            room.mended(Outcome.DONE if repaired else outcome)
            return

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
            words = "table %s: its log in the store and in memory differ; the stored log is used"
            log.error(words, room.table.id, extra={"table": room.table.id})
            room.viewers.presence.tell(Notice(kind="hold", table=room.table.id, message=ROLLED_BACK))
        self.others.edges.moved(room.table.id)
        self.moved.notify((RoomHandle(room, self.services.meter),))

    async def open_as(
        self,
        table: str,
        host: str,
        request: Open,
        options: msgspec.Struct,
        deals: Sequence[Any],
        member: Member | None = None,
        position: Resumed | None = None,
        seated: Seated | None = None,
    ) -> str:
        """Open a table with the id `table` and return the id.

        If `position` is given, the new table begins at this position of a finished deal. If `seated` is
        given, an event has seated its players.

        If a table with this id exists, in the store or in the archive, it is not changed. If this hub carries
        clearly more tables than another one, or is about to stop, the other hub gets the table.

        If `member` is given, the new table becomes a table of a match or set of boards, which stores the
        deals; this hub owns the set and keeps the table. Raises Refusal if the store does not answer or the
        request is not valid.
        """
        self.check_speaks()
        self.keeper.check(table)
        load = Load(self.id, len(self._rooms), self.draining)
        home = self.id if member is not None else place(self.id, (load, *self.others.loads))
        if home is None or (home == self.id and self.draining):
            raise Refusal(Code.UNAVAILABLE, "this server is stopping; send the request again", retry_ms=500)
        game = self.games[request.game]
        try:
            names = game.seat_names(options)
            chairs = robots(game, (events.Chair(),) * len(names), request.seats)
            base = open_with(game, options, chairs, request.policy, self.services.now_ms(), host)
            base = base if member is None else entered(base, game, options, member)
            base = base if position is None else resumed(base, game, position)
            base = base if seated is None else placed(base, seated)
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        token = self._waking.new_token(home)
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
        async with self._waking.lock(table):
            known = self._rooms.get(table)
            if known is not None and known.table.closed:
                return table  # The archive has the table, or will have it.
            try:
                if await self._was_archived(table) and await self._ownership.owner(table) is None:
                    return table  # A repeated request, long after the table was closed.
                made = await self.services.logs.create(table, meta, token, events.encode(base))
            except OSError:
                raise Refusal(
                    Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
                ) from None
            lost = self._rooms.get(table)
            if made and lost is not None:
                # The store had lost the table, and now has a new one: the players of the old room go there.
                lost.mended(Outcome.MISMATCH)
            if made and home != self.id:
                await self.others.reach(home, table, 0)
            elif made:
                folded = restore(table, game, 0, (base,))
                room = self.add_room(folded, token, Deals(self.services.rng, deals or None), meta)
                room.kept.append(Append(DealLog(table, 0, token), 1, events.encode(base)))
                self.keeper.schedule(room)
        return table


def _check_id(table: str) -> None:
    """Raise Refusal for an id that no table can have."""
    if not is_table_id(table):
        raise Refusal(Code.NO_SUCH_TABLE, "there is no such table")
