"""The events of a hub: their loading, their rounds, and what they learn of their tables.

Each round of an event is a set of boards, which the hub of the event owns, too. The event learns the results
of its tables from this set, which learns them from the logs of the tables. Each of them is computed from its
log after a crash, and asks again for what it does not know: so no result is lost, and none counts twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol
from weakref import WeakValueDictionary

import msgspec

from protocol.v1.codes import Code
from protocol.v1.requests import NoClock, Policy
from protocol.v1.updates import EventNews
from server.board_sets.arrivals import may_know
from server.board_sets.board_set import BoardSet
from server.board_sets.entries import Begun as SetBegun
from server.board_sets.entries import Place
from server.errors import IllegalAction, Refusal, StoreError, loggable
from server.events import entries
from server.events.calls import TableCall, called
from server.events.commands import Asked, MakeDraw, Substitute, Swap, TakeSubstitute
from server.events.conditions import Conditions, check, competing_of, options_of, settled
from server.events.drawing import NoMoreRounds, boards_needed, checked
from server.events.entries import Begun
from server.events.erasure import people_of, player_of, with_pseudonym
from server.events.event import Event, Round, TableNow, first_deal, fold, restore
from server.events.news import news_of
from server.events.people import Person
from server.events.schedule import TableReport, is_done, no_shows, rounds_over, wants_draw
from server.events.shown import EventRow, has_watchers, row_of
from server.events.standings import is_game_over
from server.games.base import AnyGame
from server.hub.events.archived_event import closed_event
from server.hub.events.draws import Draws
from server.hub.events.event_ids import (
    event_of,
    number_of,
    round_of,
    set_id,
    stored_event_id,
    table_id,
)
from server.hub.events.event_room import AGAIN_MS, EventRoom, moving
from server.hub.far.ledgers import Ledgers
from server.hub.observers import Observers, Unsubscribe
from server.hub.presence import Kept
from server.hub.room import Room
from server.hub.services import Services
from server.hub.sets.sets import Sets
from server.store.table_logs import Meta, Stored
from server.table.commands import Direct, Pause, Reseat, Terminate
from server.table.lifetime import DAY_MS
from server.table.packed import PackedDeals
from server.table.seats import Occupant, rights
from server.table.table import Table

log = logging.getLogger("kibitz.events")

BROKEN = (IllegalAction, StoreError, msgspec.MsgspecError, LookupError, ValueError, TypeError)
"""The errors that a corrupt log may raise."""
STEP = 64
"""The number of entries of an event's log that are applied in one turn of the event loop."""
MOST_ARCHIVED = 32
"""The number of events from the archive that a hub keeps in memory."""
AWAY_MS = 60_000
"""The time (ms) after which the side of an absent player may take a substitute."""
TOLD_AT_ONCE = 32
"""The number of players that are told something in one turn of the event loop."""
ENDED_AT_ONCE, ENDED_S = 4, 0.01
"""The number of tables that end at once, and the time in seconds until the next ones do."""
SILENT_MS = 30_000
"""The time (ms) after which an event asks an archive again that has not answered."""
LISTED_MS = 7 * DAY_MS
"""The time (ms) for which an event is listed after its results are final."""
TIME_IS_UP = "the time of the round is over"
NOT_CAME = "the players of an entry have not come in time"
GAME_OVER = "the game of this table is over"
ALL_RULED = "a director has given the results of the boards that were left"
CANCELLED = "the event is cancelled"

Claim = Callable[[str], Awaitable[tuple[Stored, str, int]]]
"""A function that makes this hub the owner of what the store has under an id: its data, the token, the time
in ms for which no live hub owned it. Raises Refusal, OSError or StoreError.
"""


class Tables(Protocol):
    """The methods of a hub that its events use."""

    async def room(self, table: str) -> Room:
        """Return the room of a table of this hub, loaded from the store if it is not in memory."""
        ...

    async def load_event(self, event: str) -> None:
        """Let the hub that owns an event load it."""
        ...


class Events:
    """The events in this hub's memory.

    `draws` makes the draws of the events. Observers of `news` get the id of a player and the news of an event
    for this player.
    """

    def __init__(
        self,
        tables: Tables,
        sets: Sets,
        services: Services,
        games: Mapping[str, AnyGame],
        claim: Claim,
        token: Callable[[], str],
        ledgers: Ledgers,
    ) -> None:
        self.news: Observers[[str, EventNews]] = Observers("the news of events")
        self.draws = Draws(ledgers)
        self._tables = tables
        self._sets = sets
        self._services = services
        self._games = games
        self._claim = claim
        self._token = token
        self._rooms: dict[str, EventRoom] = {}
        self._loading: dict[str, asyncio.Task[EventRoom]] = {}
        self._working: dict[str, asyncio.Task[None]] = {}
        self._told: dict[str, dict[str, EventNews]] = {}
        self._archived: OrderedDict[str, EventRoom] = OrderedDict()
        self._listed = ledgers.ledger("events", EventRow)
        self._seats = ledgers.ledger("seats of events", dict[str, EventNews])
        self._again: set[str] = set()
        self._awaiting: dict[str, Unsubscribe] = {}
        self._paused: dict[str, bool] = {}
        self._directed: dict[str, frozenset[str]] = {}
        self._live: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._calls: dict[str, list[tuple[TableCall, Kept]]] = {}
        self._unchecked: set[str] = set()
        self._stopped = False
        sets.learned.subscribe(self._learn)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the events in memory."""
        return tuple(self._rooms)

    # Loading

    async def open(
        self,
        id: str,
        host: Person,
        game: AnyGame,
        name: str,
        conditions: Conditions,
        deals: Sequence[Any] = (),
    ) -> None:
        """Open an event with the id `id`, whose director is `host`; an event that exists is not changed.

        `deals` are the boards of all rounds; without them, the boards are dealt. Raises IllegalAction if the
        conditions or the deals are not valid, and Refusal if the store does not answer.
        """
        conditions = settled(conditions, game)
        check_new(conditions, game, deals)
        options = options_of(conditions, game)
        begun = Begun(
            at_ms=self._services.now_ms(),
            by=host.id,
            name=name,
            conditions=conditions,
            directors=(host,),
            uploaded=bool(deals),
            seed=self._services.secret().hex(),
        )
        meta = Meta(
            game=game.name,
            revision=game.revision,
            name=name,
            host=host.id,
            created_ms=begun.at_ms,
            options=msgspec.msgpack.encode(options),
            boards=PackedDeals.of(deals) if deals else None,
            status="unlisted",
        )
        try:
            if await closed_event(self._services.archive, id) is not None:
                return  # The event of a repeated request may be over for long.
            await self._services.logs.create(stored_event_id(id), meta, self._token(), entries.encode(begun))
        except OSError:
            raise _silent() from None
        await self._tables.load_event(id)

    async def room(self, id: str) -> EventRoom:
        """Return an event, loaded from the store if it is not in memory.

        Raises Refusal with the code `no_such_table`, or with `unavailable` if it cannot be loaded now.
        """
        found = self._rooms.get(id) or self._archived.get(id)
        return found if found is not None else await asyncio.shield(self.start_loading(id))

    def start_loading(self, id: str) -> asyncio.Task[EventRoom]:
        """Start to load an event, unless that has been started already."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self._services.tasks.run(self._load(id))
            loading.add_done_callback(lambda done: self._loaded(id, done))
        return loading

    def _loaded(self, id: str, loading: asyncio.Task[EventRoom]) -> None:
        del self._loading[id]
        if loading.cancelled() or not isinstance(error := loading.exception(), Exception):
            return
        log.info("event %s cannot be loaded now: %s", id, loggable(error), extra={"event": id})
        words = "the event of this table cannot be loaded now; send the call again"
        self._answer_calls(id, Refusal(Code.UNAVAILABLE, words, retry_ms=AGAIN_MS))

    async def _load(self, id: str) -> EventRoom:
        if id in self._rooms:
            return self._rooms[id]
        try:
            stored, token = await self._claimed(id)
            event = await _restored(id, self._games[stored.meta.game], stored.entries)
        except OSError:
            raise _silent() from None
        except BROKEN as error:
            log.error("event %s cannot be read (%s)", id, loggable(error), extra={"event": id})
            raise Refusal(
                Code.INTERNAL, "the log of this event cannot be read; tell the operator of the server"
            ) from None
        room = EventRoom(self._services, event, stored.meta, token, changed=self._changed, lost=self._lose)
        if not token:
            self._archived[id] = room
            if len(self._archived) > MOST_ARCHIVED:
                self._archived.popitem(last=False)
            self._answer_calls(id, None)
            return room
        self._rooms[id] = room
        for table, live in self._live.items():
            if event_of(table) == id:
                self._note_conditions(id, live)
        self._unchecked.add(id)
        for number in range(len(event.rounds)):
            known = self._sets.known(set_id(id, number))
            if known is not None:
                self._learn(known)
        self._changed(room)
        return room

    async def _claimed(self, id: str) -> tuple[Stored, str]:
        """Make this hub the owner of an event, and return the event as the store has it with the token.

        An event that has left the store for the archive has no owner, and the token "".
        """
        try:
            stored, token, _ = await self._claim(stored_event_id(id))
        except Refusal as refusal:
            archived = None
            if refusal.code is Code.NO_SUCH_TABLE:
                archived = await closed_event(self._services.archive, id)
            if archived is None:
                raise
            return archived, ""
        return stored, token

    def let_go(self, id: str) -> str | None:
        """Drop an event from memory, because another hub gets it; return this hub's token of it.

        Returns None if the event is not in memory.
        """
        room = self._rooms.get(id)
        if room is None:
            return None
        self._drop(room)
        self._answer_calls(id, moving())
        return room.token

    def reload(self) -> None:
        """Load all events again after an outage of the store: another hub may have taken them over."""
        for room in tuple(self._rooms.values()):
            self._drop(room)
            self.start_loading(room.id)

    def stop(self) -> None:
        """Stop the work on all events."""
        self._stopped = True
        for task in (*self._loading.values(), *self._working.values()):
            task.cancel()
        for room in self._rooms.values():
            room.leave()

    def _drop(self, room: EventRoom) -> None:
        room.leave()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self.draws.forget(room)
            self._listed.set(room.id, None)
            for table in [table for table in self._awaiting if event_of(table) == room.id]:
                self._awaiting.pop(table)()
            for table in [table for table in self._paused if event_of(table) == room.id]:
                del self._paused[table]
            for table in [table for table in self._directed if event_of(table) == room.id]:
                del self._directed[table]
            for player in self._told.pop(room.id, {}):
                self._note_seats(player)

    def _lose(self, room: EventRoom) -> None:
        words = "event %s: another server has it now, or its stored log differs"
        log.info(words, room.id, extra={"event": room.id})
        self._drop(room)
        self._answer_calls(room.id, moving())

    # Requests

    async def ask(self, id: str, asked: Asked) -> Event:
        """Carry out a request to an event of this hub, and return the event after it.

        Raises Refusal or IllegalAction for a request that is not allowed.
        """
        room = await self.room(id)
        if id in self._archived:
            raise Refusal(Code.FORBIDDEN, "the event is over for long, and nothing of it changes any more")
        if isinstance(asked.command, MakeDraw | Swap) and room.ahead.is_director(asked.person.id):
            command = asked.command
            swapped = (command.one, command.other) if isinstance(command, Swap) else None
            asked = msgspec.structs.replace(asked, made=await self.draws.made(room, swapped))
        elif isinstance(asked.command, TakeSubstitute | Substitute):
            named = asked.command.out
            out = player_of(room.ahead, named) if isinstance(named, str) else named
            renamed = msgspec.structs.replace(asked.command, out=out)
            away, knowing = self.away(room.ahead, asked.person.id), self._knowing(room.ahead, renamed)
            asked = msgspec.structs.replace(asked, command=renamed, away=away, knowing=knowing)
        return await room.ask(asked)

    def away(self, event: Event, player: str) -> frozenset[str]:
        """Return the players of the present round that have been absent from their tables for a while.

        A director hears of all of them, and another player of those at the tables of the own entrant.
        """
        playing, own = event.playing, event.entrant_of(player)
        if playing is None:
            return frozenset()
        found: set[str] = set()
        for number, table in playing.tables.items():
            if not (event.is_director(player) or (own is not None and own.id in table.seating.sides)):
                continue
            live = None if table.ended else self._live.get(table_id(event.id, playing.number, number))
            if live is not None and not live.table.closed:
                found |= _absent(live, playing, table, AWAY_MS)
        return frozenset(found)

    def _knowing(self, event: Event, command: TakeSubstitute | Substitute) -> frozenset[str]:
        """Return the substitute if it may know cards of a board that its table has yet to play."""
        named = (
            command.player if isinstance(command, TakeSubstitute) else command.player and command.player.id
        )
        playing = event.playing
        board_set = None if playing is None else self._sets.known(set_id(event.id, playing.number))
        if playing is None or board_set is None or not named:
            return frozenset()
        for number, table in playing.tables.items():
            live = self._live.get(table_id(event.id, playing.number, number))
            takes = live is not None and not table.ended and _has_place(table, command)
            if takes and live is not None and may_know(board_set, live.table, named):
                return frozenset({named})
        return frozenset()

    # The players that have deleted themselves

    def look_for_erased(self, player: str) -> None:
        """Look whether a player of an event that has given up all tokens has deleted itself.

        What this hub has read of archived events is read again.
        """
        for room in [each for each in self._archived.values() if player in people_of(each.stored)]:
            del self._archived[room.id]
        for room in self._rooms.values():
            # What the player has asked for last may be on its way to the store.
            if player in people_of(room.ahead):
                self._unchecked.add(room.id)
                self._changed(room)

    async def _erase(self, room: EventRoom) -> int | None:
        """Enter into the log the players of an event that the archive has forgotten.

        Return the time to look again if the archive does not answer, or None.
        """
        if room.id not in self._unchecked:
            return None
        self._unchecked.discard(room.id)
        players = sorted(people_of(room.ahead) - room.ahead.erased.keys())
        try:
            found = await self._services.archive.pseudonyms(players)
        except (OSError, StoreError) as error:
            log.info("event %s: the archive does not answer: %s", room.id, loggable(error))
            self._unchecked.add(room.id)
            return self._services.now_ms() + SILENT_MS
        for player, pseudonym in found.items():
            # The time of a deletion is no time of the event, which may be over for days.
            room.put((entries.Erased(player=player, pseudonym=pseudonym, at_ms=room.ahead.time_ms),))
        return None

    # The tables

    def join(self, room: Room) -> None:
        """Note that a table has come into memory: the event to which it belongs is loaded, too.

        The event learns of calls for a director at the table.
        """
        table = room.table
        event = event_of(table.id)
        if event is None or self._stopped:
            return
        self._live[table.id] = room
        self._note_conditions(event, room)
        presence = room.viewers.presence
        presence.keep_call = partial(self._keep_call, event, room)
        presence.disputes.subscribe(lambda: self._note_call(event, _call(room.table, None), _not_awaited))
        known = self._rooms.get(event)
        if known is None:
            self.start_loading(event)
        elif table.game.calls_director(table.state):
            self._changed(known)

    def _note_conditions(self, event: str, live: Room) -> None:
        """Let the first deal of a table wait for its players, if the event asks for that."""
        known = self._rooms.get(event)
        if known is not None and known.stored.conditions.no_show_s:
            live.viewers.presence.awaits_all = True

    def _keep_call(self, event: str, room: Room, seat: int, text: str, kept: Kept) -> None:
        """Enter the call of the player of a seat into the queue, and call `kept` when the store has it.

        The chat is nowhere but in memory, so a player whose call is lost in a crash must not have been told
        that it has arrived.
        """
        table, known = room.table, self._rooms.get(event)
        player = table.chairs[seat].player
        if player is None:
            kept(None)
        elif known is None:
            self._note_call(event, _call(table, player, text), kept)
        else:
            self._enter_call(known, _call(table, player, text), kept)

    def _note_call(self, event: str, call: TableCall, kept: Kept) -> None:
        self._calls.setdefault(event, []).append((call, kept))
        known = self._rooms.get(event)
        if known is not None:
            self._changed(known)
        elif self._stopped:
            self._answer_calls(event, moving())
        else:
            self.start_loading(event)

    def _answer_calls(self, event: str, refusal: Refusal | None) -> None:
        """Answer the calls at tables of an event that this hub can no longer enter into its queue."""
        for _, kept in self._calls.pop(event, ()):
            kept(refusal)

    def _learn(self, board_set: BoardSet) -> None:
        """Tell an event what one of its sets of boards knows of its tables."""
        room = self._rooms.get(board_set.event)
        if room is None:
            return
        room.learn(round_of(board_set.id), _reports(board_set))

    # What an event does

    def _changed(self, room: EventRoom) -> None:
        shown = room.stored.stage not in ("draft", "cancelled")
        row = row_of(room.stored) if shown else None
        if row != self._listed.own(room.id):
            self._listed.set(room.id, row)
        self.draws.note(room)
        self._again.add(room.id)
        if room.id not in self._working and not self._stopped:
            self._working[room.id] = self._services.tasks.run(self._work(room))

    async def _work(self, room: EventRoom) -> None:
        """Do what an event must do outside its log: open tables, make draws, and end tables in time."""
        try:
            while room.id in self._again and not room.left:
                self._again.discard(room.id)
                later_ms = await self._do(room)
                await self._tell(room)
                times = (later_ms, await self._erase(room))
                room.arm(min((each for each in times if each is not None), default=None))
                room.failed = 0
        except Refusal as refusal:
            log.info("event %s goes on later (%s)", room.id, refusal.code, extra={"event": room.id})
            room.try_again(failed=refusal.code is not Code.UNAVAILABLE)
        except Exception as error:
            log.error("event %s: %s", room.id, type(error).__name__, extra={"event": room.id})
            room.try_again(failed=True)
        finally:
            self._working.pop(room.id, None)

    async def _do(self, room: EventRoom) -> int | None:
        """Do what an event must do now, and return the time at which to look again, or None."""
        self._enter_calls(room)
        event = room.stored
        playing = event.playing
        if event.stage == "cancelled":
            return None if playing is None else await self._cancel_tables(room, playing)
        if playing is not None:
            if playing.tables and self._sets.known(set_id(event.id, playing.number)) is None:
                await self._open_round(room, playing)
            await self._load_tables_of_robots(room, playing)
            await self._seat_substitutes(room, playing)
            times = (
                await self._note_no_shows(room, playing),
                await self._direct_tables(room, playing),
                await self._pause_tables(room, playing),
                await self._end_tables(room, playing),
            )
            return min((each for each in times if each is not None), default=None)
        if wants_draw(event) and room.ahead.draw_index == event.draw_index:
            await self._draw(room)
        return None

    def _enter_calls(self, room: EventRoom) -> None:
        """Enter the calls at tables into the queue of the event, and disputes that are not there yet.

        A dispute stands in the log of its table, so the event finds it there after a crash, too.
        """
        for call, kept in self._calls.pop(room.id, ()):
            self._enter_call(room, call, kept)
        playing = room.stored.playing
        ids = [table_id(room.id, playing.number, each) for each in playing.tables] if playing else []
        for live in map(self._live.get, ids):
            if live is not None and live.table.game.calls_director(live.table.state):
                self._enter_call(room, _call(live.table, None, begins=False), _not_awaited)

    def _enter_call(self, room: EventRoom, call: TableCall, kept: Kept) -> None:
        room.put(called(room.ahead, call, self._services.now_ms()))
        room.when_stored(kept)

    async def _draw(self, room: EventRoom) -> None:
        """Make and publish the draw of the next round, which begins after the break."""
        event = room.stored
        try:
            checked(event)
            made = await self.draws.made(room)
        except NoMoreRounds:
            if room.ahead.draw_index == event.draw_index:
                room.put(rounds_over(event, max(self._services.now_ms(), event.time_ms)))
            return
        except Refusal as refusal:
            if refusal.code is Code.UNAVAILABLE:
                raise
            words = "event %s: the next round could not be drawn: %s"
            log.warning(words, event.id, refusal, extra={"event": event.id})
            now_ms = self._services.now_ms()
            room.put((entries.Held(on=True, at_ms=max(now_ms, event.time_ms)),))
            return
        if room.ahead.draw_index != event.draw_index:
            return  # Something has changed meanwhile, and another turn makes the draw.
        at_ms = max(self._services.now_ms(), event.time_ms)
        starts_ms = at_ms + event.conditions.break_s * 1000
        drawn = entries.Drawn(draw=made.draw, numbers=made.asked.numbers, at_ms=at_ms)
        room.put((drawn, entries.Published(starts_ms=starts_ms, at_ms=at_ms)))

    async def _open_round(self, room: EventRoom, round: Round) -> None:
        """Open the tables of a round, as far as they are not open yet."""
        event, game = room.stored, room.stored.game
        id = set_id(event.id, round.number)
        begun = SetBegun(
            at_ms=self._services.now_ms(),
            places=tuple(_place(event, round, each) for each in round.tables.values()),
            policy=policy_of(event),
            uploaded=event.uploaded,
            event=event.id,
            directors=tuple(each.id for each in event.directors),
        )
        options = options_of(event.conditions, game)
        boards_move = event.conditions.moving
        deals = await (self._all_deals(room, round) if boards_move else self._deals(room, round.number))
        # No player hosts the tables of an event; but the player whose boards they are is named there.
        uploader = room.meta.host if event.uploaded else ""
        await self._sets.open(id, uploader, game, event.name, options, deals, begun)
        await self._sets.room(id)

    async def _deals(self, room: EventRoom, round: int) -> Sequence[Any]:
        """Return the boards of a round: those of the event's file, or new ones."""
        event, game = room.stored, room.stored.game
        first, count = round * event.conditions.boards, event.conditions.boards
        if room.meta.boards is not None:
            return PackedDeals(room.meta.boards, game.log_action_type)[first : first + count]
        return await self._drawn(event, first_deal(game, event.conditions, round), count)

    async def _all_deals(self, room: EventRoom, round: Round) -> Sequence[Any]:
        """Return the boards of all groups of an event whose boards move, which each of its rounds has.

        They are those of the event's file or of the round before, or new ones in the first round. Raises
        Refusal if those of the round before cannot be read.
        """
        event = room.stored
        count = boards_needed(event.conditions, len(event.numbers))
        if room.meta.boards is not None:
            return PackedDeals(room.meta.boards, event.game.log_action_type).part(0, count)
        before = [each.number for each in event.rounds if each.number < round.number and each.tables]
        if not before:
            return await self._drawn(event, 0, count)
        try:
            return (await self._sets.read(set_id(event.id, before[-1]))).deals
        except OSError:
            raise _silent() from None

    async def _drawn(self, event: Event, first: int, count: int) -> Sequence[Any]:
        """Return new boards, the first of which has the number `first` in the event."""
        start, drawn = event.game.start(options_of(event.conditions, event.game)), []
        for index in range(first, first + count):
            drawn.append(competing_of(event.game).drawn(start, index, self._services.rng))
            await asyncio.sleep(0)
        return tuple(drawn)

    async def _seat_substitutes(self, room: EventRoom, round: Round) -> None:
        """Give the seats of the round to substitutes, at each table before its next board is dealt.

        While a board is played, or another table has yet to play it, no person may come to a seat.
        """
        new = {each.id for each in room.stored.entrants.values() if each.former}
        for number, table in round.tables.items():
            if table.ended or not new.intersection(table.seating.sides):
                continue
            id, seats = table_id(room.id, round.number, number), table.seating.chairs.items()
            chairs = {seat: with_pseudonym(room.stored, person) for seat, person in seats}
            live = await self._tables.room(id)
            if id in self._awaiting:
                self._awaiting.pop(id)()
            if all(_sits(live.table, seat, person) for seat, person in chairs.items()):
                continue
            self._awaiting[id] = live.committed.subscribe(partial(_reseat, live, chairs))
            _reseat(live, chairs)

    async def _note_no_shows(self, room: EventRoom, round: Round) -> int | None:
        """Enter into the log which entrants have not come to their meetings in time.

        Return the time at which to look again, or None. A player's time of absence begins anew when this hub
        takes the table over, and stands while the table is paused.
        """
        limit_ms = room.stored.conditions.no_show_s * 1000
        if not limit_ms or room.stored.held_ms is not None:
            return None
        absent: dict[int, frozenset[str]] = {}
        waits_ms: list[int] = []
        for number, table in round.tables.items():
            if table.ended or table.absent or table.results:
                continue
            live = await self._tables.room(table_id(room.id, round.number, number))
            now = live.table
            if now.closed or now.deal or not now.game.deal_due(now.state):
                continue
            # A player that is there now, or a table that is paused, is looked at again after the whole time.
            waits_ms.append(limit_ms)
            if not now.paused:
                absent[number] = _absent(live, round, table, limit_ms)
                since = _gone_ms(live, round, table).values()
                ends = [each + limit_ms - live.now_ms() for each in since]
                waits_ms += [each for each in ends if each > 0]
        room.put(no_shows(room.ahead, absent, self._services.now_ms()))
        return self._services.now_ms() + min(waits_ms) if waits_ms else None

    async def _direct_tables(self, room: EventRoom, round: Round) -> int | None:
        """Make the directors of the event those of its tables; return the time to look again, or None.

        A director that the event no longer has loses the view of a table even if a new one may not come yet.
        """
        begun = self._sets.known(set_id(room.id, round.number))
        wanted, again = frozenset(each.id for each in room.stored.directors), None
        for number, table in round.tables.items():
            id = table_id(room.id, round.number, number)
            known = self._directed.get(id, None if begun is None else frozenset(begun.directors))
            if table.ended or known == wanted:
                continue
            live = await self._tables.room(id)
            now = live.table.roles.directors
            if live.table.closed or now == wanted - rights(live.table.chairs):
                self._directed[id] = wanted
                continue
            live.own(Direct(tuple(now & wanted)))
            live.own(Direct(tuple(wanted)))
            again = self._services.now_ms() + AGAIN_MS
        return again

    async def _pause_tables(self, room: EventRoom, round: Round) -> int | None:
        """Pause the tables whose clocks a director has stopped, and let others go on.

        Return the time at which to look again, or None. A table that a director has paused at the table
        itself is left alone, unless its clock has been stopped here, too.
        """
        event, again = room.stored, None
        for number, table in round.tables.items():
            id, wanted = table_id(room.id, round.number, number), event.is_held(table)
            if table.ended or self._paused.get(id, table.was_held and not wanted) is wanted:
                continue
            live = await self._tables.room(id)
            if live.table.closed or live.table.paused is wanted:
                self._paused[id] = wanted
                continue
            live.own(Pause(wanted))
            again = self._services.now_ms() + AGAIN_MS
        return again

    async def _load_tables_of_robots(self, room: EventRoom, round: Round) -> None:
        """Load the tables at which only house robots play: no player asks for them after a crash."""
        for number, table in round.tables.items():
            robots_alone = all(each.robot is not None for each in table.seating.chairs.values())
            if robots_alone and not is_done(round, table, room.stored.conditions.boards):
                await self._tables.room(table_id(room.id, round.number, number))

    async def _end_tables(self, room: EventRoom, round: Round) -> int | None:
        """End the tables of a round whose time or game is over, that are ruled, or whose entrants are absent.

        Return the time at which to look again, or None.
        """
        conditions, now_ms = room.stored.conditions, self._services.now_ms()
        again, reasons = None, {}
        for number, table in round.tables.items():
            if is_done(round, table, conditions.boards):
                continue
            ruled = table.is_ruled(conditions.boards)
            ended = is_game_over(room.stored, table)
            closing = table.closing and not room.stored.is_held(table)
            if not (ruled or ended or closing or table.absent):
                continue
            again = now_ms + AGAIN_MS
            live = await self._tables.room(table_id(room.id, round.number, number))
            game = live.table.game
            between = live.table.over or game.deal_due(live.table.state)
            over = table.ends_ms is not None and now_ms >= table.ends_ms + conditions.grace_s * 1000
            if table.absent or ruled or between or over:
                why = ALL_RULED if ruled else GAME_OVER if ended else TIME_IS_UP
                reasons[number] = NOT_CAME if table.absent else why
        await self._terminate(room, round, reasons)
        return again

    async def _cancel_tables(self, room: EventRoom, round: Round) -> int | None:
        """End all tables of the round that is played, because the event is cancelled.

        Return the time at which to look again, or None.
        """
        known = self._sets.known(set_id(room.id, round.number)) is not None
        left = {number: CANCELLED for number, table in round.tables.items() if not table.ended}
        # The event may have been cancelled before the tables of the round were opened.
        if not left or not (known or await self._sets.tables_of(set_id(room.id, round.number))):
            return None
        await self._terminate(room, round, left)
        return self._services.now_ms() + AGAIN_MS

    async def _terminate(self, room: EventRoom, round: Round, reasons: Mapping[int, str]) -> None:
        """End tables of a round, for the reasons by their numbers, a few at a time."""
        ended = 0
        for number, reason in reasons.items():
            live = await self._tables.room(table_id(room.id, round.number, number))
            if live.table.closed:
                continue
            live.own(Terminate(reason))
            ended += 1
            if ended % ENDED_AT_ONCE == 0:
                await asyncio.sleep(ENDED_S)

    # News

    async def _tell(self, room: EventRoom) -> None:
        """Tell players what has changed for them, a few in each turn of the event loop.

        A player hears of a seat when the table is open.
        """
        told = self._told.setdefault(room.id, {})
        news = news_of(room.stored, lambda round, table: table_id(room.id, round, table))
        changed = [(player, each) for player, each in news.items() if told.get(player) != each]
        for number, (player, each) in enumerate(changed, 1):
            told[player] = each
            self._note_seats(player)
            self.news.notify(player, each)
            if number % TOLD_AT_ONCE == 0:
                await asyncio.sleep(0)
                if room.left:
                    return
        for player in told.keys() - news.keys():
            del told[player]
            self._note_seats(player)

    def _note_seats(self, player: str) -> None:
        """Tell the other hubs what the events of this hub say to a player that may connect there."""
        mine = {id: told[player] for id, told in self._told.items() if player in told}
        self._seats.set(player, {id: each for id, each in mine.items() if each.stage != "over"} or None)

    def news_of(self, player: str) -> tuple[EventNews, ...]:
        """Return what the events of all hubs tell a player, without those that are over for the player."""
        own = self._seats.own(player) or {}
        others = {id: each for _, theirs in self._seats.elsewhere(player) for id, each in theirs.items()}
        return tuple({**others, **own}.values())

    def listed(self) -> list[EventRow]:
        """Return the events of all hubs that are open or run, or have ended in the last days."""
        since_ms = self._services.now_ms() - LISTED_MS
        return [row for row in self._listed.values() if row.ended_ms is None or row.ended_ms >= since_ms]

    def list_ended(self, id: str, ended_ms: int) -> None:
        """List an event of the store that has ended, if that was in the last days: it is loaded for that."""
        if id not in self._rooms and not self._stopped and ended_ms >= self._services.now_ms() - LISTED_MS:
            self.start_loading(id)


def check_new(conditions: Conditions, game: AnyGame, deals: Sequence[Any]) -> None:
    """Raise IllegalAction if no event can have these conditions and boards; () stands for dealt boards."""
    check(settled(conditions, game), game)
    needed = conditions.rounds * conditions.boards
    if deals and len(deals) < needed:
        raise IllegalAction(f"expected {needed} boards for all rounds, got {len(deals)}")


def policy_of(event: Event) -> Policy:
    """Return the policy of the tables of an event."""
    conditions = event.conditions
    return Policy(
        clock=NoClock() if conditions.clock is None and conditions.board_s else conditions.clock,
        pause_ms=conditions.pause_s * 1000,
        robot_ms=conditions.robot_ms,
        access="private",
        sits="invited",
        watchers=has_watchers(event),
        hold_ms=None if conditions.robot is None else conditions.absent_s * 1000,
        substitute=conditions.robot,
        correction_ms=conditions.correction_s * 1000,
    )


def _place(event: Event, round: Round, table: TableNow) -> Place:
    chairs, group, boards = table.seating.chairs, table.seating.group, event.conditions.boards
    return Place(
        table=table_id(event.id, round.number, table.seating.table),
        name=f"{event.name[:30]} {round.number + 1}/{table.seating.table}".strip(),
        seats={seat: person.robot for seat, person in chairs.items() if person.robot is not None},
        players={
            seat: Occupant(person.id, with_pseudonym(event, person).name)
            for seat, person in chairs.items()
            if person.id
        },
        boards=None if group is None else (group * boards, boards),
    )


def _reports(board_set: BoardSet) -> dict[int, TableReport]:
    """Return what a set of boards knows of its tables, by their numbers."""
    reports = {}
    for id, table in board_set.tables.items():
        # The deals of a set are counted from 0, as those of a round.
        results = {deal: (board, table.results.get(board)) for board, deal in table.deals.items()}
        players = {deal: table.players.get(board, ()) for board, deal in table.deals.items()}
        reports[number_of(id)] = TableReport(results, players, table.closed)
    return reports


def _call(table: Table, player: str | None, text: str = "", *, begins: bool = True) -> TableCall:
    """Return a player's call at a table of an event, or without a player that of its dispute."""
    round, number = round_of(table.id.rpartition("-")[0]), number_of(table.id)
    if player is not None:
        return TableCall(round, number, player, text)
    return TableCall(round, number, dispute=f"{table.deal}:{table.decision}", begins=begins)


def _people(table: TableNow) -> tuple[str, ...]:
    """Return the ids of the players that the event has seated at a table."""
    return tuple(each.id for each in table.seating.chairs.values() if each.id)


def _gone_ms(live: Room, round: Round, table: TableNow) -> dict[str, int]:
    """Return the players of a table that are not there, each with the time since which that is so.

    A player whose seat a robot has taken has been absent for long. One that has given up the seat has been
    absent since the round began. A substitute that has yet to get the seat is not absent.
    """
    presence, seated, found = live.viewers.presence, rights(live.table.chairs), {}
    for seat, person in table.seating.chairs.items():
        if not person.id or person.id in presence.names:
            continue
        chair = live.table.chairs[seat]
        if person.id in seated:
            found[person.id] = presence.seat_presence.absent_since_ms(person.id) or 0
        elif not chair.people and chair.robot is None:
            found[person.id] = round.began_ms or 0
    return found


def _absent(live: Room, round: Round, table: TableNow, ms: int) -> frozenset[str]:
    """Return the players of a table that have been absent from it for `ms` ms."""
    gone_ms = _gone_ms(live, round, table)
    return frozenset(id for id, since_ms in gone_ms.items() if since_ms + ms <= live.now_ms())


def _has_place(table: TableNow, command: TakeSubstitute | Substitute) -> bool:
    """Return True if a substitute may come to a table: that of the absent player, or one of the entrant."""
    if isinstance(command, TakeSubstitute):
        return command.out in _people(table)
    return command.entrant in table.seating.sides


def _not_awaited(refusal: Refusal | None) -> None:
    """Answer a call of the game, for which no player waits."""


def _sits(table: Table, seat: int, person: Person) -> bool:
    """Return True if a person, or the house robot that plays instead, has a seat of a table."""
    chair = table.chairs[seat]
    if person.id:
        return person.id in (chair.player, chair.owner)
    return not chair.people and chair.robot == person.robot


def _reseat(live: Room, chairs: Mapping[int, Person]) -> None:
    """Ask a table that is about to deal to give its seats to these people, if they do not sit there."""
    table = live.table
    if table.closed or not table.game.deal_due(table.state):
        return
    for seat, person in chairs.items():
        if not _sits(table, seat, person):
            occupant = Occupant(person.id, person.name) if person.id else None
            live.own(Reseat(seat, occupant, person.robot))


async def _restored(id: str, game: AnyGame, packed: tuple[bytes, ...]) -> Event:
    """Return an event after all entries of its log, applied a few in each turn of the event loop."""
    event = restore(id, game, map(entries.decode, packed[:1]))
    for number, entry in enumerate(packed[1:], 1):
        event = fold(event, entries.decode(entry))
        if number % STEP == 0:
            await asyncio.sleep(0)
    return event


def _silent() -> Refusal:
    return Refusal(Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500)
