"""Two tables that play a match: opened as one, told of each other's results, kept from each other's players.

What one table has finished is told to the other by rulings of the server, whenever there is something to tell
and whenever either wakes; both are compared then, so that nothing is lost by a crash in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codec import MSGPACK
from protocol.v1.codes import Code
from protocol.v1.requests import Host, Match, Open, Policy, Seats, Sit
from protocol.v1.updates import Done, Refused
from server.errors import IllegalAction, Refusal, StoreError
from server.games.base import AnyGame, Matching
from server.hub.log_prefixes import prefixes
from server.hub.observers import Unsubscribe
from server.hub.room import Ask, Room
from server.hub.services import Services
from server.hub.table_ids import TableIds
from server.store.interface import Meta
from server.table import events
from server.table.commands import Adjudicate, Request
from server.table.hosting import robots
from server.table.packed import PackedDeals
from server.table.player import Player
from server.table.table import Table

log = logging.getLogger("kibitz.match")

AGAIN_MS = 2_000
"""When the tables of a match are compared again after something was in the way."""
NAME = 40
DRAWN = 16
"""How many deals are drawn before the loop may do something else."""
ROOMS: tuple[Literal["open"], Literal["closed"]] = ("open", "closed")


class Pair(Struct, frozen=True):
    """What a table's hash says of its match: all that it takes to make the other table.

    `seats` are the other's house robots, `policy` both tables'.
    """

    room: Literal["open", "closed"]
    other: str
    name: str
    seats: Seats
    other_seats: Seats
    policy: Policy


def paired(base: events.Base, game: AnyGame, options: Struct, pair: Pair) -> events.Base:
    """The first entry of a table that is one of a match from the start. Raises IllegalAction."""
    if game.matching is None:
        raise IllegalAction(f"{game.name} plays no matches")
    state = game.rule(game.start(options), game.matching.paired(pair.room, pair.other), base.at_ms)
    return replace(base, state=msgspec.Raw(msgspec.msgpack.encode(state)))


class Side:
    """One awake table of a match, and who knows hidden cards of its deals.

    `complete`: `witnesses` tells of every deal that the other table has yet to play.
    """

    def __init__(self, room: Room, complete: bool) -> None:
        self.room = room
        self.complete = complete
        self.witnesses: dict[int, set[str]] = {}
        self.told: object = None
        self.subscriptions: tuple[Unsubscribe, ...] = ()

    @property
    def matching(self) -> Matching[Any]:
        """How the game plays matches."""
        matching = self.room.table.game.matching
        assert matching is not None, "expected a game that plays matches"
        return matching

    @property
    def standing(self) -> Any:
        """What the table knows of its match."""
        return self.matching.standing(self.room.table.state)

    @property
    def first_unfinished(self) -> int:
        """The first deal that this table has yet to finish."""
        return self.room.table.deal + self.room.table.over

    def note(self, table: Table) -> None:
        """Keep who knows hidden cards of the table's deal."""
        if not table.game.deal_due(table.state):
            seated = {chair.player for chair in table.chairs if chair.player is not None}
            office = table.directors | table.commentators
            self.witnesses.setdefault(table.deal, set()).update(seated, office, table.saw, table.left)

    def knows(self, player: str, deal: int) -> bool:
        """Whether a player knows hidden cards of this deal or of a later one."""
        return any(player in known for number, known in self.witnesses.items() if number >= deal)

    def forget(self, before: int) -> None:
        """The other table has finished every deal before this one."""
        for number in [number for number in self.witnesses if number < before]:
            del self.witnesses[number]


class Tables(Protocol):
    """The tables of one hub, as its matches ask for them."""

    def live(self, table: str) -> Room | None:
        """Return the table if it is in memory."""
        ...

    async def room(self, table: str) -> Room:
        """Return the table, woken if it sleeps. Raises Refusal."""
        ...

    async def open_as(
        self,
        table: str,
        host: str,
        request: Open,
        options: Struct,
        deals: Sequence[Any],
        pair: Pair | None = None,
    ) -> str:
        """Open a table under a chosen id, as one of a match where `pair` is given. Raises Refusal."""
        ...

    def uploaded_deals(self, meta: Meta) -> PackedDeals | None:
        """Return the deals that a table was opened on, None where it draws its own."""
        ...


class Matches:
    """The matches whose tables this hub owns."""

    def __init__(
        self, tables: Tables, ids: TableIds, services: Services, games: Mapping[str, AnyGame]
    ) -> None:
        self._tables = tables
        self._ids = ids
        self._services = services
        self._games = games
        self._sides: dict[str, Side] = {}
        self._comparing: dict[str, asyncio.Task[None]] = {}
        self._completing: dict[str, asyncio.Task[None]] = {}

    async def table_ids(self, player: Player, request_id: int) -> tuple[str, str]:
        """Return the ids of the two tables that this request of a player opens, the open room's first.

        The same player and request id (not 0) get the same two. Raises Refusal.
        """
        here = await self._ids.of(player, request_id, ending="o")
        return here, here.removesuffix("o") + "c"

    async def open(
        self,
        tables: tuple[str, str],
        player: Player,
        request: Match,
        options: Struct,
        deals: Sequence[Any],
    ) -> None:
        """Open both tables under these ids; without `deals` new ones are drawn. Raises Refusal."""
        game = self._games[request.game]
        if game.matching is None:
            raise Refusal(Code.FORBIDDEN, f"{game.name} plays no matches")
        try:
            # packed deals were checked by the process that read them; to decode them all here takes too long
            game.matching.check(options, () if isinstance(deals, PackedDeals) else tuple(deals))
            dealt: Sequence[Any] = deals or await self._drawn(
                game.start(options), game.matching, request.count
            )
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        robots(game, (events.Chair(),) * len(game.seat_names(options)), request.other_seats)
        here, there = tables
        pair = Pair("open", there, request.name, request.seats, request.other_seats, request.policy)
        await self._make(here, player.id, game.name, options, dealt, pair)
        await self._complete(here)

    async def _drawn(self, start: Any, matching: Matching[Any], count: int) -> tuple[Any, ...]:
        """Draw new deals, a few at a time so that the event loop may do something else."""
        drawn = []
        for place in range(count):
            drawn.append(matching.drawn(start, place, self._services.rng))
            if place % DRAWN == DRAWN - 1:
                await asyncio.sleep(0)
        return tuple(drawn)

    async def _make(
        self, table: str, host: str, game: str, options: Struct, deals: Sequence[Any], pair: Pair
    ) -> None:
        name = f"{pair.name[:NAME]} ({pair.room} room)".strip()
        request = Open(game=game, name=name, policy=pair.policy, seats=pair.seats)
        await self._tables.open_as(table, host, request, options, deals, pair)

    async def _complete(self, table: str) -> None:
        """See to it that the other table is there. Raises Refusal."""
        making = self._completing.get(table)
        if making is None:
            making = self._completing[table] = asyncio.create_task(self._make_other(table))
            making.add_done_callback(lambda made: self._completing.pop(table))
        try:
            await asyncio.shield(making)
        except OSError:
            raise Refusal(Code.UNAVAILABLE, "the store is away; ask again", retry_ms=500) from None

    async def _make_other(self, table: str) -> None:
        """The other table is made of what the hash of this one says, whoever made this one and when."""
        stored = await self._services.store.load(table)
        if stored is None or stored.meta.match is None or stored.meta.boards is None:
            raise StoreError(f"expected table {table} to be one of a match")
        pair = msgspec.msgpack.decode(stored.meta.match, type=Pair)
        if await self._services.store.about(pair.other) is not None:
            return
        meta, game = stored.meta, self._games[stored.meta.game]
        room = ROOMS[1 - ROOMS.index(pair.room)]
        other = Pair(room, table, pair.name, pair.other_seats, pair.seats, pair.policy)
        options = msgspec.msgpack.decode(meta.options, type=game.options_type)
        deals = self._tables.uploaded_deals(meta) or ()
        await self._make(pair.other, meta.host, meta.game, options, deals, other)

    def join(self, room: Room, meta: Meta, woken: bool) -> None:
        """A table is in memory now; one of a match is kept in step with its other."""
        if meta.match is None:
            return
        side = self._sides[room.table.id] = Side(room, complete=not woken)
        side.note(room.table)
        side.subscriptions = (
            room.checks.subscribe(lambda player, request: self._check(side, player, request)),
            room.committed.subscribe(lambda: self._committed(side)),
        )
        if woken:
            self._compare(room.table.id)

    def other_of(self, room: Room) -> str | None:
        """The other table of a match, None for a table that is not of one."""
        side = self._sides.get(room.table.id)
        return None if side is None else side.matching.other(side.standing)

    def leave(self, room: Room) -> None:
        """A table is in memory no more."""
        side = self._sides.get(room.table.id)
        if side is not None and side.room is room:
            del self._sides[room.table.id]
            for unsubscribe in side.subscriptions:
                unsubscribe()

    def stop(self) -> None:
        """Tell nobody anything any more."""
        for task in (*self._comparing.values(), *self._completing.values()):
            task.cancel()

    def _committed(self, side: Side) -> None:
        side.note(side.room.table)
        told = (side.standing.here, side.room.table.closed)
        if told != side.told:
            side.told = told
            self._compare(side.room.table.id)

    def _compare(self, table: str) -> None:
        """Tell both tables of a match what they do not know yet of each other."""
        if table not in self._comparing:
            task = self._comparing[table] = asyncio.create_task(self._compare_until_told(table))
            task.add_done_callback(lambda done: self._comparing.pop(table))

    async def _compare_until_told(self, table: str) -> None:
        while self._tables.live(table) is not None:
            try:
                while await self._tell_both(table):
                    pass
                return
            except Refusal as refusal:
                log.info("match of table %s: %s; asked again", table, refusal.code)
            except Exception as error:
                log.error("match of table %s met %s", table, type(error).__name__)
                return
            await asyncio.sleep(AGAIN_MS / 1000)

    async def _tell_both(self, table: str) -> bool:
        """Whether there was something to tell. Raises Refusal for what may do later."""
        here = await self._side(table)
        other = here.matching.other(here.standing)
        try:
            there = await self._side(other)
        except Refusal as refusal:
            if refusal.code is not Code.NO_SUCH_TABLE:
                raise
            await self._complete(table)
            there = await self._side(other)
        await self._recall(here, there.first_unfinished)
        await self._recall(there, here.first_unfinished)
        return await self._tell(here, there) or await self._tell(there, here)

    async def _side(self, table: str) -> Side:
        await self._tables.room(table)
        side = self._sides.get(table)
        if side is None:
            raise Refusal(Code.UNAVAILABLE, "the table is being moved; ask again", retry_ms=AGAIN_MS)
        return side

    async def _tell(self, told: Side, teller: Side) -> bool:
        news = told.matching.news(told.standing, teller.standing, teller.room.table.closed)
        for ruling in news:
            answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
            request = Adjudicate(ruling=ruling)
            told.room.ask(Ask(Player(""), request, MSGPACK, answered.set_result))
            answer = await answered
            if isinstance(answer, Refused):
                raise Refusal(answer.code, answer.message, answer.retry_ms)
        return bool(news)

    async def _recall(self, side: Side, first: int) -> None:
        """Learn again who saw what in the deals that the other table has yet to play, after a wake."""
        side.forget(first)
        if side.complete:
            return
        table = side.room.table
        for deal in range(first, table.deal + 1):
            try:
                log_entries = await self._services.store.load_deal(table.id, deal)
            except OSError:
                raise Refusal(Code.UNAVAILABLE, "the store is away", retry_ms=500) from None
            async for prefix in prefixes(table.id, table.game, deal, log_entries):
                side.note(prefix)
        side.complete = True

    def _check(self, side: Side, player: Player, request: Request) -> None:
        """Raise Refusal for what a match does not allow: its players and officers are of one table."""
        match request:
            case Sit():
                self._check_seat(side, player.id)
            case Host():
                self._check_host(side, player.id, request)
                if request.options is not None:
                    raise Refusal(Code.FORBIDDEN, "a match is played as it was opened: both tables alike")
                for placed in filter(None, (request.place or {}).values()):
                    self._check_seat(side, placed)
                for named in (*(request.directors or ()), *(request.commentators or ())):
                    self._check_office(side, named)
            case _:
                return

    def _check_host(self, side: Side, player: str, request: Host) -> None:
        """Raise Refusal for a host who plays in one room and would disturb a deal of the other."""
        sent = (request.policy, request.seats, request.place, request.pause, request.add_ms)
        disturbs = request.terminate or any(each is not None for each in sent)
        if not disturbs or player != side.room.table.host or not side.room.ahead.hidden:
            return
        if self._other(side).room.ahead.right_of(player) is not None:
            words = "you play at the other table of this match; change this one between its deals"
            raise Refusal(Code.FORBIDDEN, words)

    def _check_seat(self, side: Side, player: str) -> None:
        other = self._other(side)
        table = other.room.ahead
        other.note(table)
        if table.right_of(player) is not None:
            raise Refusal(Code.FORBIDDEN, "you play at the other table of this match")
        if player in table.directors or player in table.commentators:
            raise Refusal(Code.FORBIDDEN, "you have an office at the other table of this match")
        if other.knows(player, side.first_unfinished):
            raise Refusal(Code.FORBIDDEN, "you have seen a hand of a deal that this table has yet to play")

    def _check_office(self, side: Side, player: str) -> None:
        if self._other(side).room.ahead.right_of(player) is not None:
            raise Refusal(Code.FORBIDDEN, "who plays at one table of a match has no office at the other")

    def _other(self, side: Side) -> Side:
        other = self._sides.get(side.matching.other(side.standing))
        if other is None or not other.complete:
            self._compare(side.room.table.id)
            raise Refusal(Code.UNAVAILABLE, "the other table of the match is asleep; ask again", retry_ms=300)
        return other
