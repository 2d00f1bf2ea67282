"""The matches and sets of boards whose tables this hub owns: their loading, and what their tables learn.

A set learns of its tables from their logs: from each entry that a table in memory has stored, and, when the
set is loaded, from the stored logs. After the set has stored what it has learned, it sends its tables rulings
of the server with all that they do not know yet. So nothing is lost in a crash between two of these steps.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Open
from protocol.v1.updates import Done, Refused
from server.board_sets import entries
from server.board_sets.arrivals import newcomers, plays_elsewhere
from server.board_sets.board_set import BoardSet, fold, restore
from server.board_sets.entries import Begun, Place
from server.board_sets.reports import People, people, report
from server.errors import IllegalAction, Refusal, StoreError, loggable
from server.games.base import AnyGame
from server.hub.inbox import InboxRequest
from server.hub.log_prefixes import prefixes
from server.hub.membership import Member
from server.hub.observers import Observers, Unsubscribe
from server.hub.room import Room
from server.hub.services import Services
from server.hub.sets.archived_set import closed_set
from server.hub.sets.former_match import begun_of
from server.hub.sets.member import member_of, pair_of, stored_id
from server.hub.sets.set_room import SetRoom
from server.store.table_logs import Meta, Stored
from server.table.commands import Adjudicate, Command
from server.table.log_fold import LogFold
from server.table.packed import PackedDeals
from server.table.placed import Seated
from server.table.player import Player
from server.table.table import Table
from server.table.typed_requests import ChangeTable, MakeAction

log = logging.getLogger("kibitz.sets")

AGAIN_MS = 2_000
"""The time in ms after which refused rulings to the tables of a set of boards are sent again."""
OPENED_AT_ONCE = 4
"""The number of tables of a set of boards whose opening the store is asked for at once."""
COMPARED_AT_ONCE = 16
"""The number of tables of a set that are compared with the others in one turn of the event loop."""
STEP = 64
"""The number of entries of a set's log that are applied in one turn of the event loop."""
BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""The errors that a corrupt log may raise."""

Claim = Callable[[str], Awaitable[tuple[Stored, str, int]]]
"""A function that makes this hub the owner of what the store has under an id: its data, the token, the time
in ms for which no live hub owned it. Raises Refusal, OSError or StoreError.
"""


class StoredSet(Struct, frozen=True):
    """A set as the store has it: the data about it, its state, and its boards."""

    meta: Meta
    board_set: BoardSet
    deals: PackedDeals


class Tables(Protocol):
    """The methods of a hub that its sets use."""

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    async def room(self, table: str) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table or it cannot be loaded now.
        """
        ...

    async def load_set(self, board_set: str) -> None:
        """Let the hub that owns a set of boards load it.

        Raises Refusal if there is no such set or it cannot be loaded now.
        """
        ...

    async def open_as(
        self,
        table: str,
        host: str,
        request: Open,
        options: Struct,
        deals: Sequence[Any],
        member: Member | None = None,
        *,
        seated: Seated | None = None,
    ) -> str:
        """Open a table with the id `table`, as a table of a set of boards if `member` is not None.

        If `seated` is not None, an event has seated its players.

        Raises Refusal if the table cannot be opened.
        """
        ...


class Sets:
    """The matches and sets of boards with tables in this hub's memory.

    Observers of `learned` get each set of boards that has learned something of its tables, as the store has
    it then.
    """

    def __init__(
        self,
        tables: Tables,
        services: Services,
        games: Mapping[str, AnyGame],
        claim: Claim,
        token: Callable[[], str],
    ) -> None:
        self._tables = tables
        self._services = services
        self._games = games
        self._claim = claim
        self._token = token
        self._rooms: dict[str, SetRoom] = {}
        self._members: dict[str, Member] = {}
        self._subscriptions: dict[str, tuple[Room, tuple[Unsubscribe, ...]]] = {}
        self._loading: dict[str, asyncio.Task[SetRoom]] = {}
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._untold: set[str] = set()
        self._deals: WeakValueDictionary[str, PackedDeals] = WeakValueDictionary()
        self._stopped = False
        self.learned: Observers[[BoardSet]] = Observers("what sets of boards learn")

    def known(self, id: str) -> BoardSet | None:
        """Return a set of boards as the store has it, None if it is not in memory."""
        room = self._rooms.get(id)
        return None if room is None else room.stored

    # The tables of sets

    def join(self, room: Room, meta: Meta) -> None:
        """Note that a table of a match or a set of boards has been opened, or loaded from the store."""
        member = member_of(meta, room.table.id)
        if member is None:
            return
        self._members[room.table.id] = member
        self._subscriptions[room.table.id] = (
            room,
            (
                room.checks.subscribe(
                    lambda player, command, after: self._check(room, member, player, command, after)
                ),
                room.committed.subscribe(lambda: self._committed(room, member)),
            ),
        )
        if member.board_set in self._rooms:
            self._committed(room, member)
        else:
            self._start_loading(member.board_set)

    def leave(self, room: Room) -> None:
        """Note that a table has left memory; a set of boards without tables in memory leaves memory, too."""
        joined = self._subscriptions.get(room.table.id)
        if joined is None or joined[0] is not room:
            return
        for unsubscribe in joined[1]:
            unsubscribe()
        del self._subscriptions[room.table.id]
        member = self._members.pop(room.table.id)
        if all(each.board_set != member.board_set for each in self._members.values()):
            self._drop(member.board_set)

    def companions(self, room: Room) -> tuple[str, ...]:
        """Return the ids of the other tables of a table's match or set of boards.

        Returns () for a table that plays alone.
        """
        member = self._members.get(room.table.id)
        return () if member is None else member.others

    def set_of(self, room: Room) -> str | None:
        """Return the id of a table's match or set of boards, None for a table that plays alone."""
        member = self._members.get(room.table.id)
        return None if member is None else member.board_set

    async def remove(self, id: str) -> None:
        """Remove the stored data of a set of boards whose tables have been removed.

        A set that stays in the store, because the server is stopped before its removal, does no harm: no
        table names it any more.
        """
        self._drop(id)
        try:
            _, token, _ = await self._claim(stored_id(id))
        except Refusal:
            return
        await self._services.logs.remove(stored_id(id), token)

    def let_go(self, id: str) -> str | None:
        """Drop a set of boards from memory, because another hub gets it; return this hub's token of it.

        Returns None if the set is not in memory.
        """
        room = self._rooms.get(id)
        if room is None:
            return None
        self._drop_room(room)
        return room.token

    def reload(self) -> None:
        """Load all sets of boards again after an outage of the store.

        Another hub may have taken them over during the outage.
        """
        for id in tuple(self._rooms):
            self._drop(id)
            self._start_loading(id)

    def stop(self) -> None:
        """Stop the work on all sets of boards."""
        self._stopped = True
        for task in (*self._loading.values(), *self._telling.values()):
            task.cancel()
        for room in self._rooms.values():
            room.leave()

    def _committed(self, room: Room, member: Member) -> None:
        set_room = self._rooms.get(member.board_set)
        if set_room is None:
            return
        facts = report(room.table)
        # A call or a card changes nothing that the set knows.
        if facts != set_room.reports.get(facts.table):
            set_room.learn(facts)
            self._start_telling(set_room)

    def _check(self, room: Room, member: Member, player: Player, command: Command, after: Table) -> None:
        """Raise Refusal for a command that the rules of a match or a set of boards forbid.

        For example, no player may sit at two tables of one match.
        """
        if isinstance(command, MakeAction):
            return
        if isinstance(command, ChangeTable):
            self._check_change(room, member, player.id, command)
        # Only players that come need the set: leaving a table and its next deal wait for nothing.
        if newcomers(room.table, after):
            self._ready(member.board_set).receive(room.table, after)

    def _check_change(self, room: Room, member: Member, player: str, request: ChangeTable) -> None:
        """Raise Refusal for a change that the host of a table in a match or a set of boards may not make.

        The options must stay the same, and a host that plays at another table of the set may not disturb a
        deal at this table.
        """
        if request.options is not None:
            raise Refusal(
                Code.FORBIDDEN, "the options cannot change here, because several tables play these boards"
            )
        seats = request.seats is not None or request.place is not None
        if member.event and (request.terminate or seats):
            raise Refusal(Code.FORBIDDEN, "the event decides who plays here and when the table ends")
        if member.event and request.pause is not None and player not in room.table.roles.directors:
            raise Refusal(Code.FORBIDDEN, "only a director of the event may pause this table or let it go on")
        sent = (request.policy, request.seats, request.place, request.pause, request.add_ms)
        disturbs = request.terminate or any(each is not None for each in sent)
        if not disturbs or player != room.table.roles.host or not room.table.hidden:
            return
        if plays_elsewhere(self._ready(member.board_set).ahead, room.table.id, player):
            raise Refusal(
                Code.FORBIDDEN,
                "you play at another table with these boards: change this table only between its deals",
            )

    def _ready(self, id: str) -> SetRoom:
        """Return a set of boards from memory.

        If the set is not in memory, the method starts to load it, and raises Refusal, so that the request is
        sent again later.
        """
        room = self._rooms.get(id)
        if room is None:
            self._start_loading(id)
            raise Refusal(
                Code.UNAVAILABLE,
                "the results of the other tables are being loaded; send the request again",
                retry_ms=300,
            )
        return room

    # Loading

    async def room(self, id: str) -> SetRoom:
        """Return a set of boards, loaded from the store if it is not in memory.

        Raises Refusal with the code `no_such_table`, or with `unavailable` if it cannot be loaded now.
        """
        found = self._rooms.get(id)
        return found if found is not None else await asyncio.shield(self._start_loading(id))

    def _start_loading(self, id: str) -> asyncio.Task[SetRoom]:
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self._services.tasks.run(self._load(id))
            loading.add_done_callback(lambda done: self._loaded(id, done))
        return loading

    def _loaded(self, id: str, loading: asyncio.Task[SetRoom]) -> None:
        del self._loading[id]
        if loading.cancelled() or not isinstance(error := loading.exception(), Exception):
            return
        log.info("set %s cannot be loaded now: %s", id, loggable(error), extra={"set": id})
        if isinstance(error, Refusal) and error.code is Code.UNAVAILABLE:
            self._services.timers.at(self._services.now_ms() + AGAIN_MS, lambda: self._load_again(id))

    def _load_again(self, id: str) -> None:
        """Load a set of boards that has tables in memory but is not in memory itself.

        Only a set in memory learns what happens at its tables.
        """
        used = any(member.board_set == id for member in self._members.values())
        if used and not self._stopped and id not in self._rooms:
            self._start_loading(id)

    async def _load(self, id: str) -> SetRoom:
        try:
            stored, token = await self._claimed(id)
            game = self._games[stored.meta.game]
            board_set = await _restored(id, game, stored.entries)
            room = self._room_of(board_set, stored.meta, token)
            missing = {table for table in board_set.tables if not await self._learn_from_table(room, table)}
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        except BROKEN as error:
            raise _unreadable(id, error) from None
        # Tables in memory may have made entries since their logs were read. There must be no `await` from
        # here until the set is in `_rooms`, where it learns of further entries.
        for table in board_set.tables:
            live = self._tables.live(table)
            if live is not None:
                room.learn(report(live.table))
                # A player may be coming by an entry that is on its way to the store. The set has allowed it.
                with suppress(Refusal):
                    room.receive(live.table, live.ahead)
        self._rooms[id] = room
        try:
            await self._open_tables(room, stored.meta, missing)
        except Refusal:
            # The next request for the set loads it again, and opens its missing tables.
            self._drop_room(room)
            raise
        self._note_learned(room)
        return room

    async def _claimed(self, id: str) -> tuple[Stored, str]:
        """Make this hub the owner of a set of boards, and return it as the store has it.

        If an older version of the server has opened the match, it stored no set of boards; then make one. A
        set that has left the store for the archive is over, and has no owner.
        """
        try:
            stored, token, _ = await self._claim(stored_id(id))
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            archived = await closed_set(self._services.archive, id)
            if archived is not None:
                return archived, self._token()
            if not await self._adopt(id):
                raise
            stored, token, _ = await self._claim(stored_id(id))
        return stored, token

    async def _stored(self, id: str) -> Stored | None:
        """Return a set of boards as the store has it, or the archive after its end; None if there is none.

        Raises OSError if one of them does not answer, and StoreError or an error of msgspec for a set that
        cannot be read.
        """
        return await self._services.logs.load(stored_id(id)) or await closed_set(self._services.archive, id)

    async def _adopt(self, id: str) -> bool:
        """Make the set of boards of a match that an older version of the server opened.

        Return False if there is no such match.
        """
        for table in (f"{id}o", f"{id}c"):
            stored = await self._services.logs.load(table)
            pair = None if stored is None else pair_of(stored.meta)
            if stored is not None and pair is not None:
                meta = replace(stored.meta, name=pair.name, status="unlisted", match=None)
                begun = entries.encode(begun_of(stored.meta, table, pair))
                await self._services.logs.create(stored_id(id), meta, self._token(), begun)
                log.info("match %s of an older version goes on as a set of boards", id, extra={"set": id})
                return True
        return False

    async def _learn_from_table(self, room: SetRoom, table: str) -> bool:
        """Tell a set of boards what the store has of one of its tables; return False if it has none.

        A log that cannot be read must not stop the other tables. The set does not learn what it says, so the
        boards that this table has yet to play stay secret. Raises OSError if the store does not answer.
        """
        try:
            found = await self._services.logs.load(table)
            if found is not None:
                await self._learn_from_log(room, table, found)
        except BROKEN as error:
            words, about = "set %s: the log of table %s cannot be read (%s)", {"set": room.id, "table": table}
            log.error(words, room.id, table, loggable(error), extra=about)
            return True
        return found is not None

    async def _learn_from_log(self, room: SetRoom, table: str, stored: Stored) -> None:
        """Tell a set of boards what a table's logs say, from the first deal on that the set does not know."""
        for deal in range(room.ahead.tables[table].played, stored.deal):
            await self._learn_from_deal(room, table, deal, await self._services.logs.load_deal(table, deal))
        await self._learn_from_deal(room, table, stored.deal, stored.entries)

    async def _learn_from_deal(
        self, room: SetRoom, table: str, deal: int, packed_log: tuple[bytes, ...]
    ) -> None:
        last: Table | None = None
        met: tuple[People, bool] | None = None
        async for prefix in prefixes(LogFold(table, room.ahead.game, deal), packed_log):
            # The people that were there before the cards were dealt know them from then on.
            now = people(prefix), prefix.game.deal_due(prefix.state)
            if now != met:
                room.meet(report(prefix))
            met, last = now, prefix
        if last is not None:
            room.learn(report(last))

    def _packed(self, id: str, meta: Meta) -> PackedDeals:
        """Return the boards of a set of boards in encoded form; all of its tables in memory share the bytes.

        Raises StoreError if the set has no boards, and msgspec.DecodeError if they cannot be read.
        """
        known = self._deals.get(id)
        if known is None:
            if meta.boards is None:
                raise StoreError(f"expected set {id} to have boards, got none")
            known = self._deals[id] = PackedDeals(meta.boards, self._games[meta.game].log_action_type)
        return known

    async def read(self, id: str) -> StoredSet:
        """Return a set of boards as it is stored, without loading it.

        Raises Refusal if there is no such set, or if it cannot be read.
        """
        room = self._rooms.get(id)
        if room is not None:
            return StoredSet(room.meta, room.stored, room.deals)
        try:
            stored = await self._stored(id)
            if stored is None:
                raise Refusal(Code.NO_SUCH_TABLE, "there is no such set of boards")
            game = self._games[stored.meta.game]
            board_set = await _restored(id, game, stored.entries)
            return StoredSet(stored.meta, board_set, self._packed(id, stored.meta))
        except BROKEN as error:
            raise _unreadable(id, error) from None

    async def deals(self, meta: Meta, table: str) -> PackedDeals | None:
        """Return the deals that a table plays, in their order; None if the table has random deals.

        Raises OSError if the store does not answer, StoreError if the table's set is not stored, and an error
        of msgspec if the deals cannot be read.
        """
        if meta.board_set is None:
            kind = self._games[meta.game].log_action_type
            return None if meta.boards is None else PackedDeals(meta.boards, kind)
        member = member_of(meta, table)
        assert member is not None
        known = self._deals.get(member.board_set)
        if known is not None:
            return _played(known, member.boards)
        stored = await self._stored(member.board_set)
        if stored is None:
            raise StoreError(f"table {table}: expected the store to have its set of boards, got none")
        return _played(self._packed(member.board_set, stored.meta), member.boards)

    # Opening

    async def tables_of(self, id: str) -> tuple[str, ...]:
        """Return the ids of the tables of a set of boards; () if there is no such set.

        Raises Refusal if the store does not answer.
        """
        room = self._rooms.get(id)
        if room is not None:
            return tuple(room.stored.tables)
        try:
            stored = await self._stored(id)
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        begun = None if stored is None else entries.decode(stored.entries[0])
        return tuple(place.table for place in begun.places) if isinstance(begun, Begun) else ()

    async def open(
        self,
        id: str,
        host: str,
        game: AnyGame,
        name: str,
        options: Struct,
        deals: Sequence[Any],
        begun: Begun,
    ) -> None:
        """Open a match or set of boards with all of its tables; a set that exists is not changed.

        Raises Refusal if the store does not answer, or if a table cannot be opened.
        """
        meta = Meta(
            game=game.name,
            revision=game.revision,
            name=name,
            host=host,
            created_ms=begun.at_ms,
            options=msgspec.msgpack.encode(options),
            boards=PackedDeals.of(deals),
            status="unlisted",
        )
        try:
            # The set of a repeated request may be over for long.
            if await closed_set(self._services.archive, id) is None and not await self._adopt(id):
                await self._services.logs.create(stored_id(id), meta, self._token(), entries.encode(begun))
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None
        # If this request is a repeated one, the set may be at another hub.
        await self._tables.load_set(id)

    async def _open_tables(self, room: SetRoom, meta: Meta, missing: set[str]) -> None:
        """Open those tables of a set of boards that the store does not have yet.

        `missing` are the ids of these tables. Raises Refusal if a table cannot be opened.
        """
        tables = room.stored.tables
        wanted = [table.place for id, table in tables.items() if id in missing and not table.closed]
        options = msgspec.msgpack.decode(meta.options, type=self._games[meta.game].options_type)

        async def open_one(place: Place) -> None:
            others = tuple(id for id in tables if id != place.table)
            begun = room.stored
            host, uploader = ("", meta.host) if begun.event else (meta.host, "")
            member = Member(
                *(room.id, others, meta.name, place.room, begun.uploaded, begun.event, uploader, place.boards)
            )
            request = Open(game=meta.game, name=place.name, policy=begun.policy, seats=place.seats)
            seated = Seated(place.players, begun.directors) if begun.event else None
            deals = _played(room.deals, place.boards)
            await self._tables.open_as(place.table, host, request, options, deals, member, seated=seated)

        for first in range(0, len(wanted), OPENED_AT_ONCE):
            some = map(open_one, wanted[first : first + OPENED_AT_ONCE])
            opened = await asyncio.gather(*some, return_exceptions=True)
            for failed in opened:
                if isinstance(failed, BaseException):
                    raise failed

    # Telling the tables

    def _start_telling(self, room: SetRoom) -> None:
        """Start to send the tables of a set of boards the results that they do not know yet.

        If this work has started already, it looks at all tables once more.
        """
        if room.id in self._telling:
            self._untold.add(room.id)
        elif self._rooms.get(room.id) is room:
            self._telling[room.id] = self._services.tasks.run(self._tell_until_done(room.id))

    async def _tell_until_done(self, id: str) -> None:
        try:
            while (room := self._rooms.get(id)) is not None:
                self._untold.discard(id)
                try:
                    if not await self._tell_tables(room) and id not in self._untold:
                        return
                    continue
                except Refusal as refusal:
                    words = "set %s: a ruling was refused (%s) and will be sent again"
                    log.info(words, id, refusal.code, extra={"set": id, "code": str(refusal.code)})
                await asyncio.sleep(AGAIN_MS / 1000)
        except Exception as error:
            words = "set %s: its tables were not told of new results: %s"
            log.error(words, id, type(error).__name__, extra={"set": id})
        finally:
            # Remove the task before the next turn of the event loop, so that no later result is overlooked.
            self._telling.pop(id, None)
            self._untold.discard(id)

    async def _tell_tables(self, room: SetRoom) -> bool:
        """Send each table of a set of boards the results that it does not know yet.

        Return True if at least one table was sent something. Raises Refusal, after all tables have had their
        turn, if the rulings to one of them must be sent again later.
        """
        told, refused = False, None
        reports = tuple(room.reports.items())
        for first in range(0, len(reports), COMPARED_AT_ONCE):
            if first:
                await asyncio.sleep(0)
            # Each table is compared with all others of the set, of which an event has many.
            stored = room.stored
            known = stored.known()
            for table, facts in reports[first : first + COMPARED_AT_ONCE]:
                try:
                    for ruling in stored.news(table, facts.standing, known):
                        await self._rule(table, ruling)
                        told = True
                except Refusal as refusal:
                    refused = refusal
        if refused is not None:
            raise refused
        return told

    async def _rule(self, table: str, ruling: Any) -> None:
        live = await self._tables.room(table)
        answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        live.put(InboxRequest(Player(""), Adjudicate(ruling=ruling), answered.set_result))
        answer = await answered
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.message, answer.retry_ms)

    def _room_of(self, board_set: BoardSet, meta: Meta, token: str) -> SetRoom:
        deals = self._packed(board_set.id, meta)
        return SetRoom(
            self._services, board_set, meta, deals, token, told=self._note_learned, lost=self._lost
        )

    def _note_learned(self, room: SetRoom) -> None:
        """Pass on what a set of boards has learned, to its tables and to the observers of `learned`."""
        self._start_telling(room)
        if self._rooms.get(room.id) is room:
            self.learned.notify(room.stored)

    def _drop(self, id: str) -> None:
        room = self._rooms.get(id)
        if room is not None:
            self._drop_room(room)

    def _drop_room(self, room: SetRoom) -> None:
        room.leave()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    def _lost(self, room: SetRoom) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            words = "set %s: another server has it now, or its stored log differs"
            log.info(words, room.id, extra={"set": room.id})
            self._load_again(room.id)


async def _restored(id: str, game: AnyGame, packed: tuple[bytes, ...]) -> BoardSet:
    """Return a set after all entries of its log, which are applied a few in each turn of the event loop.

    Raises StoreError or an error of msgspec if the entries are not a valid log.
    """
    board_set = restore(id, game, map(entries.decode, packed[:1]))
    for number, entry in enumerate(packed[1:], 1):
        board_set = fold(board_set, entries.decode(entry))
        if number % STEP == 0:
            await asyncio.sleep(0)
    return board_set


def _played(deals: PackedDeals, boards: tuple[int, int] | None) -> PackedDeals:
    """Return those deals of a set that a table plays: all of them, or some with the first and the number."""
    return deals if boards is None else deals.part(*boards)


def _unreadable(id: str, error: Exception) -> Refusal:
    """Write to the server's log that a set of boards cannot be read, and return a refusal."""
    log.error("set %s cannot be read (%s)", id, loggable(error), extra={"set": id})
    return Refusal(
        Code.INTERNAL, "the log of this set of boards cannot be read; tell the operator of the server"
    )
