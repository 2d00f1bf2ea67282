"""The HTTP side of the protocol: guests, tables, one action, one view, and a stream of lines."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from protocol.v1.codec import FAULTS, JSON, MAX_FRAME_BYTES, InvalidMessage
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Act, Hello, Match, Open, Policy, Watch, WatchAs
from protocol.v1.updates import Done, People, Refused, TableRow
from server.errors import Refusal
from server.games.registry import DEFAULT_GAME
from server.hub.feeds import Frame
from server.hub.room import Ask
from server.session.front_desk import FrontDesk
from server.session.session import Session
from server.table.player import Player
from server.web.auth import Authenticator, watch_of
from server.web.bodies import Bodies
from server.web.client_ip import ClientAddresses
from server.web.responses import STATUS, answer, body_of, is_json, kind_of, plain_object, query_of, typed
from server.workers.parsing import Boards, InJson

MAX_STREAM_BYTES = 64 * 1024
Wish = TypeVar("Wish", Open, Match)
WISHES = frozenset((*Open.__struct_fields__, *Match.__struct_fields__))
"""The fields of a wish; no format of boards has one of these at its top."""
MAX_WISH = 64 * 1024
"""The bytes that a wish may have beside its boards."""
_fields = JSON.decoder(
    msgspec.defstruct("Fields", [(name, msgspec.Raw, msgspec.Raw()) for name in sorted(WISHES)])
)
"""Reads the fields of a wish as they are: a megabyte is scanned, not made into objects."""
MAX_SCALARS = 1_000
_scalars = JSON.decoder(dict[str, str | int | float | bool | None])
KEEPALIVE_S = 7.0


class Guest(Struct):
    """The name of a new guest."""

    name: Annotated[str, Meta(max_length=60)] = ""


class NewGuest(Struct):
    """A player that the server has made. The `token` is for `hello` and for `Authorization: Bearer`."""

    id: str
    name: str
    token: str


class TablesQuery(Struct):
    """The query of the lobby."""

    game: Annotated[str | None, Meta(description="Only tables of this game.")] = None
    text: Annotated[str | None, Meta(description="Part of a table's name or id.")] = None
    cursor: Annotated[str | None, Meta(description="`cursor` of the last answer, for the next page.")] = None


class FileQuery(Struct):
    """The game and the name of a table that opens on a file."""

    game: Annotated[str | None, Meta(description="`replay` shows the file as it is.")] = None
    name: Annotated[str | None, Meta(description="The name of the table.")] = None


class AsQuery(Struct):
    """Which view of a table is asked for."""

    as_: Annotated[WatchAs, Meta(description="As in `watch`.")] = field(default="public", name="as")


class Tables(Struct):
    """Open tables, 50 at most; `cursor` where there are more."""

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
    """A table with one view. `invited`, `onlookers` and `unwelcome` are told to its host only."""

    table: str
    name: str
    people: People
    policy: Policy
    view: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/ViewUpdate"})]
    invited: list[str] | UnsetType = UNSET
    onlookers: list[str] | UnsetType = UNSET
    unwelcome: list[str] | UnsetType = UNSET


class Rest:
    """The handlers; every table they touch is the same as over the websocket."""

    def __init__(
        self, desk: FrontDesk, addresses: ClientAddresses, callers: Authenticator, bodies: Bodies
    ) -> None:
        self._desk = desk
        self._addresses = addresses
        self._callers = callers
        self._bodies = bodies

    async def create_guest(self, request: Request) -> Response:
        """Make a guest: a player with an id and a token."""
        wait_ms = self._addresses.guest(self._callers.address(request), self._callers.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many guests from this address", retry_ms=wait_ms)
        wish: Guest = typed(plain_object(await body_of(request, MAX_FRAME_BYTES)), Guest)
        player, token = await self._desk.guests.create(wish.name)
        return answer(NewGuest(player.id, player.name, token), 201)

    async def list_tables(self, request: Request) -> Response:
        """List open tables, 50 at most."""
        query = query_of(request, TablesQuery)
        rows, cursor = await self._desk.hub.lobby.page(query.game, query.text, query.cursor)
        return answer(Tables(rows, cursor))

    async def open_table(self, request: Request) -> Response:
        """Open a table: by `open` as JSON, its `boards` a text or JSON, or by a file of boards as it is."""
        player = await self._callers.player(request, needed=True)
        address = self._callers.address(request)
        async with self._bodies.held(request, address):
            wish, boards = await _wish_of(request, Open)
            table = await self._desk.opening.open(player, wish, JSON, boards, address)
        return answer(OpenedTable(table), 201)

    async def open_match(self, request: Request) -> Response:
        """Open a match: by `match` as JSON, or by a file of boards as it is."""
        player = await self._callers.player(request, needed=True)
        address = self._callers.address(request)
        async with self._bodies.held(request, address):
            wish, boards = await _wish_of(request, Match)
            table, other = await self._desk.opening.open_match(player, wish, JSON, boards, address)
        return answer(OpenedMatch(table, other), 201)

    async def show_table(self, request: Request) -> Response:
        """Show a table: its people, its policy, and one view of its game."""
        player = await self._callers.player(request, needed=False)
        watch = watch_of(request)
        room = await self._desk.hub.room(watch.table)
        view = room.viewers.snapshot(player, watch, JSON)
        people = room.viewers.presence.people(room.table)
        shown = TableShown(room.table.id, room.name, people, room.table.policy, Raw(view.payload))
        if player.id and player.id == room.table.host:
            shown.invited = sorted(room.table.invited)
            shown.onlookers = sorted(room.table.onlookers)
            shown.unwelcome = sorted(room.table.unwelcome)
        return answer(shown)

    async def act(self, request: Request) -> Response:
        """Do something in the game. The answer is that of the websocket."""
        player = await self._callers.player(request, needed=True)
        plain = plain_object(await body_of(request, MAX_FRAME_BYTES))
        act: Act = typed({**plain, "t": "act", "table": request.path_params["table"]}, Act)
        room = await self._desk.hub.room(act.table)
        answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()

        def reply(told: Done | Refused) -> None:
            if not answered.done():
                answered.set_result(told)

        room.ask(Ask(player=player, request=act, codec=JSON, reply=reply))
        told = await answered
        return answer(told, 200 if isinstance(told, Done) else STATUS[told.code])

    async def stream(self, request: Request) -> Response:
        """Follow a table: the messages that answer a `watch`, a line of JSON each."""
        player = await self._callers.player(request, needed=False)
        watch = watch_of(request)
        await self._desk.hub.room(watch.table)
        address = self._callers.address(request)
        full = self._addresses.enter(address, self._callers.now_ms())
        if full is not None:
            raise Refusal(Code.RATE_LIMITED, full[1], retry_ms=5_000)
        return Stream(self._desk, player, watch, partial(self._addresses.leave, address))


async def _wish_of(request: Request, kind: type[Wish]) -> tuple[Wish, Boards | None]:
    """Read the table or match that is asked for, and the boards that came with it. Raises Refusal.

    A body that is no wish is a file of boards, whatever content type it claims; `?game=` and `?name=` tell
    the rest then.
    """
    body = await body_of(request)
    media_type = kind_of(request)
    as_json = not media_type or is_json(media_type)
    wish = read_wish(body, kind) if as_json else None
    if wish is not None:
        beside = _beside(body, wish[1])
        if len(beside) > MAX_WISH:  # by long fields that no wish has: their keys are looked at elsewhere
            await asyncio.to_thread(plain_object, beside)
        return wish
    told = msgspec.structs.asdict(query_of(request, FileQuery))
    return _typed_wish({name: value for name, value in told.items() if value is not None}, kind), body


def read_wish(body: bytes, kind: type[Wish]) -> tuple[Wish, InJson | None] | None:
    """Read what a JSON object asks for; None for a body that is none, or that is boards. Raises Refusal.

    Its boards stay encoded: the process that reads them decodes them, too.
    """
    if body.strip()[:1] not in (b"", b"{"):
        return None
    try:
        fields = _fields(body or b"{}")
    except (*FAULTS, InvalidMessage) as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    given = {name: bytes(raw) for name in sorted(WISHES) if (raw := getattr(fields, name))}
    if not given and _is_file(body or b"{}"):
        return None
    boards = given.pop("boards", b"null")
    if sum(map(len, given.values())) > MAX_WISH:
        raise Refusal(Code.TOO_BIG, f"expected at most {MAX_WISH} bytes beside `boards` - at `$`")
    read = None if boards == b"null" else InJson(boards)
    if len(beside := _beside(body, read)) <= MAX_WISH:
        plain_object(beside)  # of a key that comes twice the scan above took the last value
    try:
        plain = {name: JSON.plain(raw, MAX_WISH) for name, raw in given.items()}
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    return _typed_wish(plain, kind), read


def _beside(body: bytes, boards: InJson | None) -> bytes:
    """Return the JSON of a wish without its boards, where they are long."""
    return body if boards is None or len(body) <= MAX_WISH else body.replace(boards.value, b"null", 1)


def _is_file(body: bytes) -> bool:
    """Whether an object that has no field of a wish is a file: one with a `deal`, or not only scalars."""
    try:
        return body.count(b":") > MAX_SCALARS or "deal" in _scalars(body)
    except (*FAULTS, InvalidMessage):
        return True


def _typed_wish(plain: dict[str, Any], kind: type[Wish]) -> Wish:
    wish: Wish = typed({"game": DEFAULT_GAME, **plain, "t": kind.__name__.lower()}, kind)
    return wish


class Stream(StreamingResponse):
    """The answer of `stream`; `ended` is called when it has ended, however early."""

    def __init__(self, desk: FrontDesk, player: Player, watch: Watch, ended: Callable[[], None]) -> None:
        self._lines = Lines()
        self._session = Session(self._lines, JSON, desk, player)
        self._watch = watch
        self._ended = ended
        headers = {"cache-control": "no-store"}
        super().__init__(self._body(), media_type="application/x-ndjson", headers=headers)

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


class Lines:
    """A session's wire made of lines, bounded: what does not fit is conflated into a view later."""

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
        """The lines as they come, while a table is followed; an empty one after `KEEPALIVE_S` without."""
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
