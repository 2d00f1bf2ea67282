"""The front desk: whom the server knows, how much each may ask, and how tables are opened."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.codec import MAX_FRAME_BYTES, Codec
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Chat, Consent, Host, Match, Open, Policy, Rule, Seats, Show, Sit, Stand
from protocol.v1.updates import Limits, Notice, ToClient, Welcome, You
from server.errors import Refusal
from server.hub.hub import Hub
from server.hub.room import Room
from server.session.guests import Guests
from server.session.limits import Bucket, Buckets
from server.session.openings import Openings
from server.settings import Settings
from server.table.hosting import read_options
from server.table.player import Player
from server.workers.analyst import Analyst
from server.workers.parsing import Boards, Parsers, Parsing, Upload


class Visitor(Protocol):
    """A session, as the desk knows it."""

    player: Player

    def send(self, update: ToClient) -> None: ...

    def close(self, code: CloseCode, reason: str) -> None: ...

    def moved(self, room: Room) -> None: ...


NO_ROBOTS: Mapping[str, Collection[str]] = MappingProxyType({})


class FrontDesk:
    """Everything that sessions share. `robots` are the house's, each with the games that it plays."""

    def __init__(
        self,
        hub: Hub,
        guests: Guests,
        settings: Settings,
        name: str,
        robots: Mapping[str, Collection[str]] = NO_ROBOTS,
        analyst: Analyst | None = None,
        parsers: Parsing | None = None,
    ) -> None:
        self.hub = hub
        self.guests = guests
        self.settings = settings
        self.analyst = analyst or Analyst()
        """It starts no process before it is asked; whoever built it stops it."""
        self._parsers = parsers or Parsers()
        self._name = name
        self._robots = robots
        self._players = Buckets(settings.player_requests_s, settings.player_requests_burst)
        self._visitors: dict[Visitor, None] = {}
        self._by_player: dict[str, list[Visitor]] = {}
        self._lobby: weakref.WeakKeyDictionary[Visitor, Bucket] = weakref.WeakKeyDictionary()
        self._changes = Buckets(settings.changes_s, settings.changes_burst)
        self._opens = Buckets(settings.opens_s, settings.opens_burst)
        self._claims = Buckets(settings.claims_s, settings.claims_burst)
        self._openings = Openings(settings.tables_per_player, settings.tables_per_address)
        hub.hold = self._hold
        hub.moved = self._moved
        hub.plays = self.plays
        hub.ended = self._openings.remove
        hub.budget = self.take_claim

    @property
    def visitors(self) -> int:
        """How many sessions have said hello and not ended."""
        return len(self._visitors)

    def connection_bucket(self) -> Bucket:
        """A new connection's allowance."""
        now_ms = self.hub.services.now_ms()
        return Bucket(self.settings.requests_s, self.settings.requests_burst, now_ms)

    def take(self, player: Player, now_ms: int) -> int:
        """0, or how long (ms) this player must wait, who has asked too much."""
        return 0 if not player.id else self._players.take(player.id, now_ms)

    def check_change(
        self, player: Player, request: Sit | Stand | Show | Consent | Host | Rule | Chat
    ) -> None:
        """Raise Refusal for a change that names no robot of ours for the game, or comes too soon.

        Changes stay in the log or are told to everybody at the table: they cost more than their asking.
        """
        if isinstance(request, Host):
            room = self.hub.live(request.table)
            game = None if room is None else room.table.game.name
            self.check_robots(request.seats or {}, game)
            self._check_substitute(request.policy, game)
        wait_ms = 0 if not player.id else self._changes.take(player.id, self.hub.services.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many changes of tables, or too much talk", retry_ms=wait_ms)

    def take_claim(self, player: Player) -> int:
        """Take one claim of this player's budget; return 0, or how long (ms) until the next may come."""
        return self._claims.take(player.id, self.hub.services.now_ms())

    def take_lobby(self, visitor: Visitor, now_ms: int) -> int:
        """0, or how long (ms) until this connection may look at the lobby again."""
        bucket = self._lobby.get(visitor)
        if bucket is None:
            bucket = self._lobby[visitor] = Bucket(1.0, 1, now_ms)
        return bucket.take(now_ms)

    def welcome(self, player: Player) -> Welcome:
        """The answer to hello: all limits are told, not guessed."""
        settings = self.settings
        return Welcome(
            you=You(id=player.id, name=player.name),
            server=self._name,
            limits=Limits(
                frame_bytes=MAX_FRAME_BYTES,
                requests_per_s=settings.requests_s,
                requests_burst=settings.requests_burst,
            ),
            durability=self.hub.services.store.durability,
            heartbeat_s=settings.heartbeat_s,
            now_ms=self.hub.services.now_ms(),
        )

    def enter(self, visitor: Visitor) -> None:
        """A session has said hello; a player's oldest connection goes when there are too many."""
        self._visitors[visitor] = None
        player = visitor.player
        if not player.id or player.house:
            return
        mine = self._by_player.setdefault(player.id, [])
        mine.append(visitor)
        if len(mine) > self.settings.connections_per_player:
            mine.pop(0).close(CloseCode.REPLACED, "too many connections of this player")

    def leave(self, visitor: Visitor) -> None:
        """A session has ended."""
        self._visitors.pop(visitor, None)
        mine = self._by_player.get(visitor.player.id)
        if mine is not None and visitor in mine:
            mine.remove(visitor)
            if not mine:
                del self._by_player[visitor.player.id]

    def dismiss(self, player: Player) -> None:
        """A player's token is none any more: his connections end."""
        for visitor in list(self._by_player.get(player.id, ())):
            visitor.close(CloseCode.UNAUTHORIZED, "you have logged out")

    def say_goodbye(self) -> None:
        """The server stops: everybody but the house's own is told to come back."""
        for visitor in list(self._visitors):
            if not visitor.player.house:
                visitor.close(CloseCode.RESTART, "the server restarts")

    def _hold(self, held: bool) -> None:
        kind = "hold" if held else "go"
        for visitor in list(self._visitors):
            visitor.send(
                Notice(kind="hold", message="the store is away") if kind == "hold" else Notice(kind="go")
            )

    def _moved(self, room: Room) -> None:
        for visitor in list(self._visitors):
            visitor.moved(room)

    async def open(
        self, player: Player, request: Open, codec: Codec, boards: Boards | None = None, address: str = ""
    ) -> str:
        """Open the table that a client at this address asks for, on `boards` where it uploaded some.

        `address` is "" where it is not known; uploads of one address wait for each other. Raises Refusal.
        """
        _check_token(player)
        table = await self.hub.table_id(player, request.id)
        with self._counted((table,), player, address):
            options, deals = await self._wishes(player, request, codec, boards, address)
            return await self.hub.open_as(table, player.id, request, options, deals)

    async def open_match(
        self, player: Player, request: Match, codec: Codec, boards: Boards | None = None, address: str = ""
    ) -> tuple[str, str]:
        """Open the two tables of a match, as `open` does one; the open room's id comes first."""
        _check_token(player)
        self.check_robots(request.other_seats, request.game)
        tables = await self.hub.matches.table_ids(player, request.id)
        with self._counted(tables, player, address):
            options, deals = await self._wishes(player, request, codec, boards, address)
            await self.hub.matches.open(tables, player, request, options, deals)
        return tables

    @contextmanager
    def _counted(self, tables: tuple[str, ...], player: Player, address: str) -> Iterator[None]:
        """Count tables among those that are open, if they then are. Raises Refusal for too many."""
        new = self._openings.add(tables, player.id, address)
        try:
            yield
        finally:
            rooms = {table: self.hub.live(table) for table in new}
            self._openings.remove(*(id for id, room in rooms.items() if room is None or room.table.closed))

    async def _wishes(
        self, player: Player, request: Open | Match, codec: Codec, boards: Boards | None, address: str
    ) -> tuple[Struct, Sequence[Any]]:
        """The options and the deals of what is to be opened. Raises Refusal."""
        game = self.hub.games.get(request.game)
        if game is None:
            known = ", ".join(sorted(self.hub.games))
            raise Refusal(
                Code.INVALID_MESSAGE, f"expected one of {known}, got {request.game!r} - at `$.game`"
            )
        wait_ms = self._opens.take(player.id, self.hub.services.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many tables opened", retry_ms=wait_ms)
        self.check_robots(request.seats, game.name)
        self._check_substitute(request.policy, game.name)
        match = isinstance(request, Match)
        usual = game.matching.options if match and game.matching is not None else {}
        options = read_options(game, {**usual, **request.options}, codec)
        text = boards if boards is not None else request.boards
        if text is None:
            return options, ()
        upload = Upload(text, request.name, game, options, match)
        return options, await self._parsers.read(address or player.id, upload)

    def plays(self, robot: str, game: str) -> bool:
        """Whether this server has a house robot of this name that plays the game."""
        return game in self._robots.get(robot, ())

    def check_robots(self, seats: Seats, game: str | None) -> None:
        """Raise Refusal for a house robot that this server does not have, or not for this game.

        None for a game that is not known here: any robot may be meant.
        """
        for robot in seats.values():
            self._check_robot(robot, game, "$.seats")

    def _check_substitute(self, policy: Policy | None, game: str | None) -> None:
        self._check_robot(None if policy is None else policy.substitute, game, "$.policy.substitute")

    def _check_robot(self, robot: str | None, game: str | None, at: str) -> None:
        if robot is None or robot in (fit := self._fit(game)):
            return
        which = f", which play {game}" if robot in self._robots else ""
        known = ", ".join(fit) or "none"
        raise Refusal(
            Code.INVALID_MESSAGE, f"expected one of the robots {known}{which}, got {robot!r} - at `{at}`"
        )

    def _fit(self, game: str | None) -> list[str]:
        """The robots for a table of this game; where a record is shown its own room says so."""
        if game is None or self.hub.games[game].showing is not None:
            return sorted(self._robots)
        return sorted(name for name in self._robots if self.plays(name, game))


def _check_token(player: Player) -> None:
    if not player.id:
        raise Refusal(Code.UNAUTHORIZED, "only a player with a token opens tables")
