"""Matches of two tables: their opening, the exchange of results, and the separation of their players.

The hub sends each finished result of one table of a match to the other table, as a ruling of the server. The
hub compares both tables of a match after every change of a result and whenever a table is loaded, so that no
result is lost in a crash.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.requests import Match, Open, Policy, Seats, Sit
from protocol.v1.updates import Done, Refused
from server.errors import IllegalAction, Refusal, StoreError
from server.games.base import AnyGame, Matching
from server.hub.inbox import InboxRequest
from server.hub.log_prefixes import prefixes
from server.hub.observers import Unsubscribe
from server.hub.room import Room
from server.hub.services import Services
from server.hub.table_ids import TableIds
from server.store.table_logs import Meta
from server.table import events
from server.table.commands import Adjudicate, Command
from server.table.hosting import robots
from server.table.log_fold import LogFold
from server.table.packed import PackedDeals
from server.table.player import Player
from server.table.table import Table
from server.table.typed_requests import ChangeTable

log = logging.getLogger("kibitz.match")

AGAIN_MS = 2_000
"""The time in ms after which a refused exchange between the tables of a match is repeated."""
NAME_LENGTH = 40
DRAWN = 16
"""The number of random deals that are made in one turn of the event loop."""
ROOMS: tuple[Literal["open"], Literal["closed"]] = ("open", "closed")


class Pair(Struct, frozen=True, omit_defaults=True):
    """The match of one table, as it is stored with the table, with all data needed to make the other table.

    `room` says if this table is the open or the closed room of the match, and `other` is the id of the
    match's other table. `seats` are the house robots of this table, and `other_seats` are those of the
    match's other table. Both tables of the match have the policy `policy`. `uploaded` is True if the player
    that opened the match uploaded its deals.
    """

    room: Literal["open", "closed"]
    other: str
    name: str
    seats: Seats
    other_seats: Seats
    policy: Policy
    uploaded: bool = False


def uploaded_by(meta: Meta) -> str | None:
    """Return the id of the player that uploaded a table's deals, None if the server has drawn them.

    The result is "" for deals that came from the operator of the server. A match that was opened by an older
    version of the server does not say that its deals were uploaded, so the result for it is None.
    """
    if meta.boards is None:
        return None
    if meta.match is not None and not msgspec.msgpack.decode(meta.match, type=Pair).uploaded:
        return None
    return meta.host


def paired(base: events.Base, game: AnyGame, options: Struct, pair: Pair) -> events.Base:
    """Return the first entry of a table's log, changed so that the table is one of the two tables of a match.

    Raises IllegalAction if the game has no matches.
    """
    if game.matching is None:
        raise IllegalAction(f"expected a game with matches of two tables, got {game.name}, which has none")
    state = game.rule(game.start(options), game.matching.paired(pair.room, pair.other), base.at_ms)
    return replace(base, state=msgspec.Raw(msgspec.msgpack.encode(state)))


class Side:
    """One table of a match, loaded in memory, with the players that know hidden cards of its deals.

    `witnesses` maps a deal's number to the ids of the players that know its cards. `complete` is True if
    `witnesses` covers every deal that the other table of the match has not yet finished.
    """

    def __init__(self, room: Room, complete: bool) -> None:
        self.room = room
        self.complete = complete
        self.witnesses: dict[int, set[str]] = {}
        self.published: object = None
        self.subscriptions: tuple[Unsubscribe, ...] = ()

    @property
    def matching(self) -> Matching[Any]:
        """Return the match rules of the table's game."""
        matching = self.room.table.game.matching
        assert matching is not None, "expected a game that has matches of two tables"
        return matching

    @property
    def standing(self) -> Any:
        """Return the table's part of the state of the match."""
        return self.matching.standing(self.room.table.state)

    @property
    def first_unfinished(self) -> int:
        """Return the number of the first deal that this table has not finished."""
        return self.room.table.deal + self.room.table.over

    def note(self, table: Table) -> None:
        """Add all players that know hidden cards of the table's present deal to `witnesses`."""
        if not table.game.deal_due(table.state):
            self.witnesses.setdefault(table.deal, set()).update(table.people_of_deal)

    def knows(self, player: str, deal: int) -> bool:
        """Return True if a player knows hidden cards of deal number `deal` or of a later deal."""
        return any(player in known for number, known in self.witnesses.items() if number >= deal)

    def forget(self, before: int) -> None:
        """Forget the players that know cards of deals before `before`; the other table has finished these."""
        for number in [number for number in self.witnesses if number < before]:
            del self.witnesses[number]


class Tables(Protocol):
    """The methods of a hub that the matches of its tables use."""

    def live(self, table: str) -> Room | None:
        """Return the room of a table if the table is in memory, else None."""
        ...

    async def room(self, table: str) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table or it cannot be loaded now.
        """
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
        """Open a table with the id `table`, as a table of a match if `pair` is not None.

        Raises Refusal if the table cannot be opened.
        """
        ...

    def uploaded_deals(self, meta: Meta) -> PackedDeals | None:
        """Return the uploaded deals of a table, None if the table has random deals."""
        ...


class Matches:
    """The matches of the tables that this hub owns."""

    def __init__(
        self, tables: Tables, ids: TableIds, services: Services, games: Mapping[str, AnyGame]
    ) -> None:
        self._tables = tables
        self._ids = ids
        self._services = services
        self._games = games
        self._sides: dict[str, Side] = {}
        self._exchanging: dict[str, asyncio.Task[None]] = {}
        self._completing: dict[str, asyncio.Task[None]] = {}

    async def table_ids(self, player: Player, request_id: int) -> tuple[str, str]:
        """Return the ids of the two tables that a player's request opens, the open room's id first.

        A repeated request of the same player with the same request id gives the same two table ids, unless
        the request id is 0. Raises Refusal if the store does not answer.
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
        """Open both tables of a match with the ids `tables`, and with new random deals if `deals` is empty.

        Raises Refusal if the options or the deals are not valid for a match, or if a table cannot be opened.
        """
        game = self._games[request.game]
        if game.matching is None:
            raise Refusal(
                Code.FORBIDDEN, f"expected a game with matches of two tables, got {game.name}, which has none"
            )
        try:
            # Do not check packed deals again: the process that read the file has checked them, and decoding
            # all of them here would take too long.
            game.matching.check(options, () if isinstance(deals, PackedDeals) else tuple(deals))
            dealt: Sequence[Any] = deals or await self._drawn(
                game.start(options), game.matching, request.count
            )
        except IllegalAction as error:
            raise Refusal(Code.ILLEGAL_ACTION, str(error)) from None
        robots(game, (events.Chair(),) * len(game.seat_names(options)), request.other_seats)
        here, there = tables
        pair = Pair(
            "open",
            there,
            request.name,
            request.seats,
            request.other_seats,
            request.policy,
            uploaded=bool(deals),
        )
        await self._make(here, player.id, game.name, options, dealt, pair)
        await self._complete(here)

    async def _drawn(self, start: Any, matching: Matching[Any], count: int) -> tuple[Any, ...]:
        """Make new random deals, a few in each turn of the event loop."""
        drawn = []
        for number in range(count):
            drawn.append(matching.drawn(start, number, self._services.rng))
            if number % DRAWN == DRAWN - 1:
                await asyncio.sleep(0)
        return tuple(drawn)

    async def _make(
        self, table: str, host: str, game: str, options: Struct, deals: Sequence[Any], pair: Pair
    ) -> None:
        name = f"{pair.name[:NAME_LENGTH]} ({pair.room} room)".strip()
        request = Open(game=game, name=name, policy=pair.policy, seats=pair.seats)
        await self._tables.open_as(table, host, request, options, deals, pair)

    async def _complete(self, table: str) -> None:
        """Make the second table of a match if only its first table, `table`, exists.

        Raises Refusal if the store does not answer.
        """
        making = self._completing.get(table)
        if making is None:
            making = self._completing[table] = asyncio.create_task(self._make_other(table))
            making.add_done_callback(lambda made: self._completing.pop(table))
        try:
            await asyncio.shield(making)
        except OSError:
            raise Refusal(
                Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
            ) from None

    async def _make_other(self, table: str) -> None:
        """Make the second table of a match from the stored data of `table`, unless it exists."""
        stored = await self._services.logs.load(table)
        if stored is None or stored.meta.match is None or stored.meta.boards is None:
            raise StoreError(f"expected the store to have table {table} with its match, got none")
        pair = msgspec.msgpack.decode(stored.meta.match, type=Pair)
        if await self._services.logs.about(pair.other) is not None:
            return
        meta, game = stored.meta, self._games[stored.meta.game]
        room = ROOMS[1 - ROOMS.index(pair.room)]
        other = Pair(room, table, pair.name, pair.other_seats, pair.seats, pair.policy, pair.uploaded)
        options = msgspec.msgpack.decode(meta.options, type=game.options_type)
        deals = self._tables.uploaded_deals(meta) or ()
        await self._make(pair.other, meta.host, meta.game, options, deals, other)

    def join(self, room: Room, meta: Meta, woken: bool) -> None:
        """Note that a table has been opened, or loaded from the store.

        A table of a match that is loaded from the store exchanges results with the other table of the match.
        """
        if meta.match is None:
            return
        side = self._sides[room.table.id] = Side(room, complete=not woken)
        side.note(room.table)
        side.subscriptions = (
            room.checks.subscribe(lambda player, request: self._check(side, player, request)),
            room.committed.subscribe(lambda: self._committed(side)),
        )
        if woken:
            self._start_exchange(room.table.id)

    def other_of(self, room: Room) -> str | None:
        """Return the id of the other table of the match of `room`, or None if `room` plays no match."""
        side = self._sides.get(room.table.id)
        return None if side is None else side.matching.other(side.standing)

    def leave(self, room: Room) -> None:
        """Note that a table has been removed from memory."""
        side = self._sides.get(room.table.id)
        if side is not None and side.room is room:
            del self._sides[room.table.id]
            for unsubscribe in side.subscriptions:
                unsubscribe()

    def stop(self) -> None:
        """Stop all exchanges of results between the tables of matches."""
        for task in (*self._exchanging.values(), *self._completing.values()):
            task.cancel()

    def _committed(self, side: Side) -> None:
        side.note(side.room.table)
        results = (side.standing.here, side.room.table.closed)
        if results != side.published:
            side.published = results
            self._start_exchange(side.room.table.id)

    def _start_exchange(self, table: str) -> None:
        """Start the exchange of new results between the two tables of a match, unless it runs already."""
        if table not in self._exchanging:
            task = self._exchanging[table] = asyncio.create_task(self._exchange_until_done(table))
            task.add_done_callback(lambda done: self._exchanging.pop(table))

    async def _exchange_until_done(self, table: str) -> None:
        while self._tables.live(table) is not None:
            try:
                while await self._exchange(table):
                    pass
                return
            except Refusal as refusal:
                log.info(
                    "match of table %s: the exchange of results was refused (%s) and will be repeated",
                    table,
                    refusal.code,
                )
            except Exception as error:
                log.error(
                    "match of table %s: the exchange of results failed with %s", table, type(error).__name__
                )
                return
            await asyncio.sleep(AGAIN_MS / 1000)

    async def _exchange(self, table: str) -> bool:
        """Send each table of a match the other table's new results, and return True if there were any.

        Raises Refusal if the exchange of results must be repeated later.
        """
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
        return await self._send_news(here, there) or await self._send_news(there, here)

    async def _side(self, table: str) -> Side:
        await self._tables.room(table)
        side = self._sides.get(table)
        if side is None:
            raise Refusal(
                Code.UNAVAILABLE, "the table is being moved; send the request again", retry_ms=AGAIN_MS
            )
        return side

    async def _send_news(self, receiver: Side, sender: Side) -> bool:
        news = receiver.matching.news(receiver.standing, sender.standing, sender.room.table.closed)
        for ruling in news:
            answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
            request = Adjudicate(ruling=ruling)
            receiver.room.put(InboxRequest(Player(""), request, answered.set_result))
            answer = await answered
            if isinstance(answer, Refused):
                raise Refusal(answer.code, answer.message, answer.retry_ms)
        return bool(news)

    async def _recall(self, side: Side, first: int) -> None:
        """Read from a table's logs which players know cards that the match's other table has yet to play.

        The logs of each table of a match are read once, after the table was loaded from the store.
        """
        side.forget(first)
        if side.complete:
            return
        table = side.room.table
        for deal in range(first, table.deal + 1):
            try:
                log_entries = await self._services.logs.load_deal(table.id, deal)
            except OSError:
                raise Refusal(
                    Code.UNAVAILABLE, "the store does not answer; send the request again", retry_ms=500
                ) from None
            async for prefix in prefixes(LogFold(table.id, table.game, deal), log_entries):
                side.note(prefix)
        side.complete = True

    def _check(self, side: Side, player: Player, request: Command) -> None:
        """Raise Refusal for a request that a match forbids, such as to sit at both tables of the match."""
        match request:
            case Sit():
                self._check_seat(side, player.id)
            case ChangeTable():
                self._check_host(side, player.id, request)
                if request.options is not None:
                    raise Refusal(
                        Code.FORBIDDEN, "the options of a match cannot change, because both tables share them"
                    )
                for placed in filter(None, (request.place or {}).values()):
                    self._check_seat(side, placed)
                offices = side.room.ahead.roles.directors | side.room.ahead.roles.commentators
                for named in (*(request.directors or ()), *(request.commentators or ())):
                    self._check_office(side, named)
                    if named not in offices:
                        self._check_newcomer(side, named)
            case _:
                return

    def _check_host(self, side: Side, player: str, request: ChangeTable) -> None:
        """Raise Refusal if a host that plays at one table of a match would disturb a deal at the other."""
        sent = (request.policy, request.seats, request.place, request.pause, request.add_ms)
        disturbs = request.terminate or any(each is not None for each in sent)
        if not disturbs or player != side.room.table.roles.host or not side.room.ahead.hidden:
            return
        if self._other(side).room.ahead.right_of(player) is not None:
            reason = "you play at the other table of this match: change this table only between its deals"
            raise Refusal(Code.FORBIDDEN, reason)

    def _check_newcomer(self, side: Side, player: str) -> None:
        """Raise Refusal for a newcomer after a deal that the match's other table has yet to finish.

        In the pause after a deal, the people of a table see all cards of the deal. In the pause after a deal,
        a newcomer could tell its cards to a player of the match's other table, as one person may be several
        guests.
        """
        table, other = side.room.ahead, self._other(side)
        if not table.over or other.first_unfinished > table.deal or other.room.ahead.closed:
            return
        if not side.complete:
            raise self._loading(side)
        if player not in side.witnesses.get(table.deal, ()):
            raise Refusal(
                Code.FORBIDDEN,
                "the other table of this match still plays the deal that has just ended here, and only the"
                " people of the deal see its cards: send the request again when the next deal begins",
            )

    def _check_seat(self, side: Side, player: str) -> None:
        self._check_newcomer(side, player)
        other = self._other(side)
        table = other.room.ahead
        other.note(table)
        if table.right_of(player) is not None:
            raise Refusal(
                Code.FORBIDDEN, "a player of one table of a match cannot sit down at its other table"
            )
        if player in table.roles.directors or player in table.roles.commentators:
            raise Refusal(
                Code.FORBIDDEN,
                "a director or commentator of one table of a match cannot sit down at its other table",
            )
        if other.knows(player, side.first_unfinished):
            raise Refusal(
                Code.FORBIDDEN,
                "a player that has seen a hand of a deal cannot sit down where the deal is yet to be played",
            )

    def _check_office(self, side: Side, player: str) -> None:
        if self._other(side).room.ahead.right_of(player) is not None:
            reason = "a player of one table of a match cannot be director or commentator of the other table"
            raise Refusal(Code.FORBIDDEN, reason)

    def _other(self, side: Side) -> Side:
        other = self._sides.get(side.matching.other(side.standing))
        if other is None or not other.complete:
            raise self._loading(side)
        return other

    def _loading(self, side: Side) -> Refusal:
        """Start to read the logs of a match's tables, and return the refusal of a request until then."""
        self._start_exchange(side.room.table.id)
        reason = "the other table of the match is being loaded; send the request again"
        return Refusal(Code.UNAVAILABLE, reason, retry_ms=300)
