"""The HTTP API of protocol v1: guests, tables, matches, actions, views and streams."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from protocol.v1.codec import JSON, MAX_FRAME_BYTES
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Act, Hello, Match, Open, Policy, Sit, Stand, Watch, WatchAs
from protocol.v1.updates import Done, People, Refused, TableRow
from server.errors import Refusal
from server.hub.listeners import Frame
from server.session.asking import answer_to
from server.session.conversion import command_of
from server.session.front_desk import FrontDesk
from server.session.session import Session, Wire
from server.table.player import Player
from server.table.typed_requests import MakeAction
from server.web.auth import Authenticator, watch_of
from server.web.bodies import Bodies
from server.web.client_ip import ClientAddresses
from server.web.requests import request_of
from server.web.responses import (
    STATUS,
    answer,
    body_of,
    plain_object,
    query_of,
    read_message,
)
from server.web.schemas import legal_actions

MAX_STREAM_BYTES = 64 * 1024
KEEPALIVE_S = 7.0


class Guest(Struct):
    """The body of a request that creates a guest: the guest's name."""

    name: Annotated[str, Meta(max_length=60)] = ""


class NewGuest(Struct):
    """A new player without an account.

    The `token` identifies the player in the message `hello` and in the header `Authorization: Bearer`.
    """

    id: str
    name: str
    token: str


class TablesQuery(Struct):
    """The query of a request for the open tables."""

    game: Annotated[str | None, Meta(description="Only tables of this game.")] = None
    text: Annotated[str | None, Meta(description="Part of a table's name or id.")] = None
    cursor: Annotated[str | None, Meta(description="`cursor` of the previous page.")] = None


class AsQuery(Struct):
    """The query of a request for a view of a table: the audience."""

    as_: Annotated[WatchAs, Meta(description="The audience, as in `watch`.")] = field(
        default="public", name="as"
    )


class Tables(Struct):
    """At most 50 open tables; if there are more, `cursor` is the query parameter for the next page."""

    tables: Sequence[TableRow]
    cursor: str | None


class OpenedTable(Struct):
    """The id of the table that was opened."""

    table: str


class OpenedMatch(Struct):
    """The ids of both tables of the match that was opened."""

    table: str
    other: str


class TableShown(Struct):
    """A table: its people, its policy, its options, and one view of its game.

    `options` are the options of the game as in the request `open`, each with its value. The option `seed` of
    Hanabi, which sets the order of the deck, is left out, because a player could work out the deck from it.
    `begun` is true once the first deal has begun; the host can change the options until then. The fields
    `invited`, `onlookers` and `unwelcome` are sent only to the host of the table, and so is `here`: the names
    of the people who follow the table, by id. With `as=seat`, `actions` are the legal actions of the player's
    seat, [] while the seat has no decision to make; the field is left out if the game's views do not tell
    them.
    """

    table: str
    name: str
    people: People
    policy: Policy
    view: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/ViewUpdate"})]
    options: dict[str, Any]
    begun: bool
    invited: list[str] | UnsetType = UNSET
    onlookers: list[str] | UnsetType = UNSET
    unwelcome: list[str] | UnsetType = UNSET
    here: dict[str, str] | UnsetType = UNSET
    actions: list[Any] | UnsetType = UNSET


class Rest:
    """The HTTP handlers of protocol v1, which use the same tables as the websocket."""

    def __init__(
        self, front_desk: FrontDesk, addresses: ClientAddresses, authenticator: Authenticator, bodies: Bodies
    ) -> None:
        self._front_desk = front_desk
        self._addresses = addresses
        self._authenticator = authenticator
        self._bodies = bodies

    async def create_guest(self, request: Request) -> Response:
        """Create a guest: a player without an account, with an id and a token."""
        wait_ms = self._addresses.guest(self._authenticator.address(request), self._authenticator.now_ms())
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED, "too many new guests from your address; try again later", retry_ms=wait_ms
            )
        wanted: Guest = read_message(plain_object(await body_of(request, MAX_FRAME_BYTES)), Guest)
        player, token = await self._front_desk.guests.create(wanted.name)
        return answer(NewGuest(player.id, player.name, token), 201)

    async def list_tables(self, request: Request) -> Response:
        """List open tables, at most 50."""
        query = query_of(request, TablesQuery)
        rows, cursor = await self._front_desk.hub.lobby.page(query.game, query.text, query.cursor)
        return answer(Tables(rows, cursor))

    async def open_table(self, request: Request) -> Response:
        """Open a table; the body is an `open` request as JSON (with `boards` as text or JSON), or a file."""
        player = await self._authenticator.player(request, needed=True)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address):
            wanted, boards = await request_of(request, Open)
            table = await self._front_desk.opening.open(player, wanted, JSON, boards, address)
        return answer(OpenedTable(table), 201)

    async def open_match(self, request: Request) -> Response:
        """Open a match; the body is a `match` request as JSON, or a file of boards."""
        player = await self._authenticator.player(request, needed=True)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address):
            wanted, boards = await request_of(request, Match)
            table, other = await self._front_desk.opening.open_match(player, wanted, JSON, boards, address)
        return answer(OpenedMatch(table, other), 201)

    async def show_table(self, request: Request) -> Response:
        """Show a table: its people, its policy, its options, and one view of its game."""
        player = await self._authenticator.player(request, needed=False)
        watch = watch_of(request)
        table = await self._front_desk.hub.handle(watch.table)
        seen = await table.snapshot(player, watch, JSON)
        people, about = await table.people(), await table.summary()
        shown = TableShown(
            about.id,
            about.name,
            people,
            about.policy,
            Raw(seen.view),
            msgspec.to_builtins(seen.options),
            begun=seen.begun,
        )
        if player.id and player.id == about.roles.host:
            shown.invited = sorted(about.roles.invited)
            shown.onlookers = sorted(about.roles.onlookers)
            shown.unwelcome = sorted(about.roles.unwelcome)
            shown.here = about.names
        actions = legal_actions(self._front_desk.hub.games[table.game], seen.view)
        if actions is not None:
            shown.actions = actions
        return answer(shown)

    async def act(self, request: Request) -> Response:
        """Make an action, such as a call or the play of a card, in the game of a table.

        The answer to an action over HTTP is the same as the answer to the message `act` over the websocket.
        """
        player = await self._authenticator.player(request, needed=True)
        plain = plain_object(await body_of(request, MAX_FRAME_BYTES))
        act: Act = read_message({**plain, "t": "act", "table": request.path_params["table"]}, Act)
        return await self._change(player, act)

    async def sit(self, request: Request) -> Response:
        """Take a free seat of a table, or take one's own seat back.

        The answer is the same as the answer to the message `sit` over the websocket. A player whose stream of
        the table is open is present there; other players hold their seat as absent players do.
        """
        player = await self._authenticator.player(request, needed=True)
        plain = plain_object(await body_of(request, MAX_FRAME_BYTES))
        sit: Sit = read_message({**plain, "t": "sit", "table": request.path_params["table"]}, Sit)
        return await self._change(player, sit)

    async def stand(self, request: Request) -> Response:
        """Leave one's seat; the answer is the same as to the message `stand` over the websocket."""
        player = await self._authenticator.player(request, needed=True)
        plain = plain_object(await body_of(request, MAX_FRAME_BYTES))
        stand: Stand = read_message({**plain, "t": "stand", "table": request.path_params["table"]}, Stand)
        return await self._change(player, stand)

    async def _change(self, player: Player, wanted: Act | Sit | Stand) -> Response:
        """Send a player's request to its table, and return the table's answer."""
        hub = self._front_desk.hub
        table = await hub.handle(wanted.table)
        if not isinstance(wanted, Act):
            self._front_desk.check_change(player, wanted, table.game)
        try:
            command = command_of(hub.games[table.game], wanted, JSON)
            if isinstance(command, MakeAction):
                self._front_desk.moderation.check_action(command.action)
        except Refusal as refusal:
            hub.services.meter.refusal(refusal.code)
            n = wanted.n if isinstance(wanted, Act) else None
            outcome: Done | Refused = Refused(
                code=refusal.code, message=str(refusal), table=wanted.table, id=wanted.id, n=n
            )
        else:
            outcome = await answer_to(table, player, command, hub.services.trace, "an HTTP request")
        return answer(outcome, 200 if isinstance(outcome, Done) else STATUS[outcome.code])

    async def stream(self, request: Request) -> Response:
        """Follow a table: send the messages that follow a `watch` request, one JSON object per line."""
        player = await self._authenticator.player(request, needed=False)
        watch = watch_of(request)
        await self._front_desk.hub.handle(watch.table)
        address = self._authenticator.address(request)
        full = self._addresses.enter(address, self._authenticator.now_ms())
        if full is not None:
            raise Refusal(Code.RATE_LIMITED, full[1], retry_ms=5_000)
        return Stream(self._front_desk, player, watch, partial(self._addresses.leave, address), address)


class Stream(StreamingResponse):
    """The response of the operation `stream`; `ended` is called when the response ends for any reason.

    `address` is the address of the client.
    """

    def __init__(
        self,
        front_desk: FrontDesk,
        player: Player,
        watch: Watch,
        ended: Callable[[], None],
        address: str = "",
    ) -> None:
        self._lines = Lines()
        self._session = Session(self._lines, JSON, front_desk, player, address)
        self._watch = watch
        self._ended = ended
        super().__init__(self._body(), media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._session.gone()
            self._ended()

    async def _body(self) -> AsyncIterator[bytes]:
        self._session.receive(JSON.encode(Hello(client="stream")))
        self._session.receive(JSON.encode(self._watch))
        async for line in self._lines.read(self._session):
            yield line


class Lines(Wire):
    """The transport of a session that writes its messages as lines of an HTTP answer, with a bounded buffer.

    A client that has not read its lines gets a whole view of the table later, instead of the lines in
    between.
    """

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._size = 0
        self._ready = asyncio.Event()
        self._ended = False

    @property
    def congested(self) -> bool:
        return self._size > MAX_STREAM_BYTES

    def send(self, frame: Frame) -> None:
        self._lines.append(frame.payload)
        self._size += len(frame.payload)
        self._ready.set()

    def close(self, code: int, reason: str) -> None:
        if code != CloseCode.RESTART:
            self.send(Frame(JSON.encode(Refused(code=Code.UNAVAILABLE, message=reason)), False))
        self._ended = True
        self._ready.set()

    async def read(self, session: Session) -> AsyncIterator[bytes]:
        """Yield the session's messages as lines, as long as the session follows a table.

        After `KEEPALIVE_S` seconds without a message, yield an empty line.
        """
        while True:
            while self._lines:
                line = self._lines.popleft()
                was = self.congested
                self._size -= len(line)
                yield line + b"\n"
                if was and not self.congested:
                    session.drained()
            if self._ended or not session.followed:
                return
            self._ready.clear()
            try:
                await asyncio.wait_for(self._ready.wait(), KEEPALIVE_S)
            except TimeoutError:
                yield b"\n"
