"""The client of a server: it sends requests, and keeps its views of tables correct after lost connections.

async with Client("http://localhost:8000", token=token) as client:
    table = await client.watch("t1")
    async for update in client.updates("t1"):
        print(table.view.pub)
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, Unpack, assert_never
from weakref import WeakSet

import msgspec
from msgspec import UNSET, Struct, UnsetType

from bots.convention_card import ConventionCard
from bots.errors import ClientError, GaveUp
from bots.hosting import HostChanges
from bots.installed_games import add_installed_games
from bots.registry import DEFAULT_GAME
from bots.transport import Connect, over_websocket
from bots.view import View as Seen
from bots.wire.convention_cards import open_card, upload_card
from bots.wire.http import Http
from bots.wire.link import Link
from bots.wire.pending_requests import PendingRequests
from bots.wire.reader import Updates
from bots.wire.subscriptions import Subscriptions
from bots.wire.table_view import TableView
from protocol.v1 import requests, updates
from protocol.v1.codec import MSGPACK, Codec, InvalidMessage
from protocol.v1.requests import ChatTo, Pace, Policy, RequestId, Seats, WatchAs
from protocol.v1.updates import Done, Lobby, Notice, Patch, Pong, ToClient, View, Welcome, You

log = logging.getLogger("kibitz.client")


class Client:
    """One player's connection to a server.

    The client connects again after each lost connection, and gives up after `give_up_s` seconds without a
    connection. `where` is the address of the server, or a function that makes a connection for messages in
    the encoding `codec`. A client without a `token` may only watch public views. After a lost connection the
    client sends each unanswered request again, unchanged. A request raises Refused if the server refuses it,
    GaveUp if the client has given up, and InvalidMessage if the protocol does not allow its content. `events`
    has the newest news of each event for this player.
    """

    def __init__(
        self,
        where: str | Connect,
        *,
        token: str | None = None,
        client: str = "kibitz",
        codec: Codec = MSGPACK,
        give_up_s: float | None = None,
    ) -> None:
        add_installed_games()
        connect = over_websocket(where, codec) if isinstance(where, str) else where
        self._http = Http(where, token) if isinstance(where, str) else None
        hello = requests.Hello(client=client, token=token)
        self.welcome: Welcome | None = None
        self.holding = False
        self.events: dict[str, updates.EventNews] = {}
        self._codec = codec
        self._link = Link(connect, codec, hello, self._welcomed, self._received, give_up_s)
        self._ids = itertools.count(1)
        self._pending = PendingRequests(self._link.send, codec)
        self._subscriptions = Subscriptions(self._pending, self._ids, codec, self._received)
        self._readers: WeakSet[Updates] = WeakSet()
        self._running: asyncio.Task[None] | None = None
        self._first_welcome = asyncio.Event()
        self._failure: ClientError | None = None
        self._clock_offset_ms = 0.0

    async def __aenter__(self) -> Self:
        """Connect to the server, and return when the server has sent its first message, `welcome`.

        Raises GaveUp if the server refuses this client or `give_up_s` seconds pass without a connection.
        """
        self._running = asyncio.create_task(self._run())
        try:
            await self._first_welcome.wait()
        except BaseException:
            await self.close()
            raise
        if self._failure is not None:
            raise self._failure
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection to the server.

        Methods of this client that still wait for an answer raise GaveUp.
        """
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
        self._end(None)

    @property
    def tables(self) -> dict[str, TableView]:
        """Return the tables that this client watches, by their ids."""
        return self._subscriptions.tables

    @property
    def connected(self) -> bool:
        return self._link.connected

    @property
    def skipped(self) -> int:
        """Return the number of updates that this client has skipped because it could not decode them."""
        return self._link.skipped

    @property
    def you(self) -> You:
        """Return the player as which the server has identified this client.

        Raises RuntimeError before the server has sent its first message `welcome`.
        """
        if self.welcome is None:
            raise RuntimeError(
                "expected a connected client, but this client has no connection yet: "
                "use `async with Client(...)`"
            )
        return self.welcome.you

    @property
    def http(self) -> Http:
        """Return the object that sends HTTP requests for this client's player.

        Raises ValueError if the client was made from a function that connects, instead of from a server's
        address.
        """
        if self._http is None:
            raise ValueError(
                "expected a client made from the address of a server: HTTP requests need that address"
            )
        return self._http

    def now_ms(self) -> float:
        """Return the server's present time in milliseconds since 1970, estimated from its last message."""
        return time.monotonic() * 1000 + self._clock_offset_ms

    def updates(self, table: str | None = None) -> Updates:
        """Return an iterator over the server's updates that arrive from now on.

        If `table` is given, the iterator leaves out updates that concern other tables.
        """
        reader = Updates(table)
        self._readers.add(reader)
        if self._failure is not None:
            reader.end(self._failure)
        return reader

    async def watch(self, table: str, as_: WatchAs = "public") -> TableView:
        """Watch a table, and return when its view has arrived.

        If the client watches the table already, it sends the request again and returns when the server has
        answered; a newer view may then arrive shortly afterwards.
        """
        return await self._subscriptions.watch(table, as_)

    async def unwatch(self, table: str) -> None:
        await self._pending.ask(requests.Unwatch(id=next(self._ids), table=table))
        self._subscriptions.tables.pop(table, None)

    async def open(
        self,
        game: str = DEFAULT_GAME,
        options: dict[str, Any] | None = None,
        *,
        name: str = "",
        boards: str | None = None,
        policy: Policy | None = None,
        seats: Seats | None = None,
        id: RequestId | None = None,
    ) -> str:
        """Open a table and return its id.

        A second request to open a table with the same `id` returns the same table, even from another client
        of the same player.
        """
        done = await self._pending.ask(
            requests.Open(
                id=id or secrets.randbits(52) + 1,
                game=game,
                options=options or {},
                name=name,
                boards=boards,
                policy=policy or Policy(),
                seats=seats or {},
            )
        )
        if not isinstance(done, Done) or done.table is None:
            raise InvalidMessage(
                "expected the id of the new table in the server's answer to `open`, got no id"
            )
        return done.table

    async def match(
        self,
        game: str = DEFAULT_GAME,
        options: dict[str, Any] | None = None,
        *,
        count: int = 16,
        name: str = "",
        boards: str | None = None,
        policy: Policy | None = None,
        seats: Seats | None = None,
        other_seats: Seats | None = None,
        id: RequestId | None = None,
    ) -> tuple[str, str]:
        """Open a match: two tables, the open room and the closed room, at which the same deals are played.

        Returns the ids of both tables, the open room first.
        """
        done = await self._pending.ask(
            requests.Match(
                id=id or secrets.randbits(52) + 1,
                game=game,
                count=count,
                options=options or {},
                name=name,
                boards=boards,
                policy=policy or Policy(),
                seats=seats or {},
                other_seats=other_seats or {},
            )
        )
        if not isinstance(done, Done) or done.table is None or done.other is None:
            raise InvalidMessage(
                "expected the ids of two tables in the server's answer to `match`, got no such ids"
            )
        return done.table, done.other

    async def sit(self, table: str, seat: int) -> None:
        await self._pending.ask(requests.Sit(id=next(self._ids), table=table, seat=seat))

    async def stand(self, table: str) -> None:
        await self._pending.ask(requests.Stand(id=next(self._ids), table=table))

    async def next(self, table: str) -> None:
        """Ask for the next deal, which begins at once when all connected players with a seat have asked."""
        await self._pending.ask(requests.Next(id=next(self._ids), table=table))

    async def wait(self, table: str) -> None:
        """Hold the next deal until this player, or the host, asks for it."""
        await self._pending.ask(requests.Wait(id=next(self._ids), table=table))

    async def show(self, table: str, player: str, hand: bool = True) -> None:
        """Show this player's hand to the watcher with the id `player`, after a request of that watcher.

        With `hand=False`, hide this player's hand from the watcher again.
        """
        await self._pending.ask(requests.Show(id=next(self._ids), table=table, player=player, hand=hand))

    async def consent(
        self,
        table: str,
        player: str,
        office: requests.Office,
        agree: bool = True,
        seat: int | None = None,
    ) -> None:
        """Agree that the player with the id `player` becomes director or commentator during this deal.

        With `seat` as the office, agree that the other player takes the seat with the number `seat`. With
        `agree=False`, withdraw the agreement that this player has given before.
        """
        consent = requests.Consent(
            id=next(self._ids), table=table, player=player, office=office, agree=agree, seat=seat
        )
        await self._pending.ask(consent)

    async def rule(self, table: str, ruling: Struct) -> None:
        """Send a director's ruling.

        `ruling` is an object of one of the game's types of rulings in `protocol.v1`.
        """
        plain = msgspec.to_builtins(ruling)
        await self._pending.ask(requests.Rule(id=secrets.randbits(52) + 1, table=table, ruling=plain))

    async def host(self, table: str, **changes: Unpack[HostChanges]) -> None:
        """Change settings of a table of which this player is the host or a director.

        Settings that are omitted keep their values.
        """
        await self._pending.ask(requests.Host(id=next(self._ids), table=table, **changes))

    async def chat(self, table: str, text: str, to: ChatTo = "table") -> None:
        await self._pending.ask(requests.Chat(id=next(self._ids), table=table, text=text, to=to))

    async def card(self, table: str, side: str) -> ConventionCard:
        """Return the convention card of the side `NS` or `EW`.

        Raises Refused if this player may not see the convention card.
        """
        watched = self.tables.get(table)
        return await open_card(self.http, table, side, None if watched is None else watched.as_)

    async def upload_card(self, table: str, name: str, data: bytes) -> str:
        """Upload a convention card as text, PDF, PNG or JPEG.

        Returns the id of the uploaded file, which is to be sent as `file` in the action that sets a side's
        convention card.
        """
        return await upload_card(self.http, table, name, data)

    async def game(self, game: str, format: str = "pbn") -> str:
        """Return the text of a record file with the finished deal `game`, which is named `<table>.<deal>`.

        If `game` is the id of a table, the returned file contains all finished deals of that table.
        """
        return await self.http.game(game, format)

    async def note(self, table: str, card: int, text: str) -> None:
        await self._pending.ask(requests.Note(id=next(self._ids), table=table, card=card, text=text))

    async def lobby(
        self, game: str | None = None, text: str | None = None, cursor: str | None = None
    ) -> Lobby:
        """Return at most 50 open tables.

        `cursor` is the cursor of an earlier answer of the server: the returned tables follow the tables of
        that answer.
        """
        request = requests.Lobby(id=next(self._ids), game=game, text=text, cursor=cursor)
        answer = await self._pending.ask(request)
        if not isinstance(answer, Lobby):
            raise InvalidMessage("expected a list of tables in the server's answer to `lobby`, got no list")
        return answer

    async def queue(self, game: str, pace: Pace = "usual", robots: bool = True) -> str | None:
        """Wait for a seat at a table with other people, and return the table once this player has a seat.

        With `robots`, robots take the empty seats after 30 seconds. `updates` has the messages `queued`
        meanwhile. Returns None if the wait has ended otherwise: by `unqueue`, or because another connection
        of this player waits.
        """
        answer = await self._pending.ask(
            requests.Queue(id=next(self._ids), game=game, pace=pace, robots=robots)
        )
        return answer.table if isinstance(answer, Done) else None

    async def unqueue(self) -> None:
        """Stop waiting for a seat."""
        await self._pending.ask(requests.Unqueue(id=next(self._ids)))

    async def ping(self) -> float:
        """Send a ping, and return how many milliseconds the answer of the server took."""
        began = time.monotonic()
        await self._pending.ask(requests.Ping(c=next(self._ids)))
        return (time.monotonic() - began) * 1000

    async def act(self, table: str, action: Struct, decision: str | UnsetType | None = UNSET) -> None:
        """Send an action at a watched table, and return when the server has stored it.

        `decision` is the id of the decision that the action answers, None for an action that answers no
        decision. If `decision` is omitted, it is the present decision, provided that an action of this type
        can answer it. The client sends one action at a time and numbers its actions. If the server expects an
        action with another number, the client sends the action again with that number, provided that the
        decision has not changed.
        """
        await self._subscriptions.act(table, action, decision)

    async def premove(
        self, table: str, action: Struct, when: Callable[[Seen], bool] = lambda view: True
    ) -> bool:
        """Answer this player's next decision at a watched table with `action`.

        When the decision arrives, the action is sent if `when` returns True for the new view. Until the
        player's decision arrives, the server does not get the action. Returns True if the player's action was
        sent to the server. Returns False if `when` returned False, or if the deal ended before the decision.
        Cancelling this coroutine before the decision arrives withdraws the action.
        """
        return await self._subscriptions.premove(table, action, when, self.updates(table))

    async def _run(self) -> None:
        try:
            await self._link.run()
        except ClientError as error:
            self._end(error)
        except Exception as error:
            self._end(GaveUp(f"the client failed with an unexpected error: {error!r}"))
            raise

    def _end(self, failure: ClientError | None) -> None:
        self._failure = self._failure or failure
        self._pending.end(self._failure)
        for reader in self._readers:
            reader.end(self._failure)
        self._first_welcome.set()

    def _welcomed(self, welcome: Welcome) -> None:
        self.welcome = welcome
        self.holding = False
        self._set_server_time(welcome.now_ms)
        self._pending.resend()
        self._subscriptions.watch_again()
        self._first_welcome.set()

    def _set_server_time(self, now_ms: int) -> None:
        self._clock_offset_ms = now_ms - time.monotonic() * 1000

    def _received(self, update: ToClient) -> None:
        try:
            self._apply(update)
        except InvalidMessage as error:
            log.warning("ignored an invalid update: %s", error)
            return
        for reader in self._readers:
            if reader.table is None or getattr(update, "table", None) in (None, reader.table):
                reader.put(update)

    def _apply(self, update: ToClient) -> None:
        match update:
            case View() | Patch():
                self._set_server_time(update.now_ms)
                self._subscriptions.take_update(update)
            case Done() | Lobby():
                self._pending.settle(update)
            case Pong():
                self._set_server_time(update.now_ms)
                self._pending.settle(update)
            case updates.Refused():
                if not self._pending.settle(update):
                    log.info(
                        "the server refused a request that no caller waits for: %s %s",
                        update.code,
                        update.message,
                    )
            case updates.People() | updates.Chat() | updates.Note() | updates.Notes():
                self._subscriptions.take_message(update)
            case updates.Knock() | updates.Appoint():
                self._subscriptions.take_message(update)
            case updates.EventNews():
                self.events[update.event] = update
            case updates.Queued():
                pass  # Callers read it from `updates`.
            case Notice():
                self._subscriptions.take_notice(update)
                if update.table is None:
                    self.holding = update.kind == "hold"
            case Welcome():
                self.welcome = update
            case _:
                assert_never(update)
