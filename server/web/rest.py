"""The HTTP side of the protocol: guests, tables, one action, one view, and a stream of lines."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from protocol.v1.codec import JSON, MAX_FRAME_BYTES, InvalidMessage, convert
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Act, Hello, Open, Watch
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.outbox import Frame
from server.hub.room import Ask
from server.session.desk import Desk
from server.session.session import Session
from server.table.player import Player
from server.web.addresses import Addresses

MAX_BODY = 1 << 20
MAX_STREAM_BYTES = 64 * 1024
KEEPALIVE_S = 7.0

STATUS = {
    Code.ILLEGAL_ACTION: 422,
    Code.NOT_YOUR_TURN: 409,
    Code.NOT_SEATED: 403,
    Code.STALE_DECISION: 409,
    Code.N_TAKEN: 409,
    Code.BAD_N: 409,
    Code.NO_SUCH_TABLE: 404,
    Code.FORBIDDEN: 403,
    Code.RATE_LIMITED: 429,
    Code.TOO_BIG: 413,
    Code.UNAVAILABLE: 503,
    Code.UNAUTHORIZED: 401,
    Code.INVALID_MESSAGE: 400,
    Code.INTERNAL: 500,
}


class Guest(msgspec.Struct):
    """The body of `POST /v1/guests`."""

    name: str = ""


def answer(body: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    """A refusal as the websocket words it, with the HTTP status of its code."""
    response = answer(
        Refused(code=refusal.code, message=str(refusal), retry_ms=refusal.retry_ms), STATUS[refusal.code]
    )
    if refusal.retry_ms is not None:
        response.headers["Retry-After"] = str(max(1, -(-refusal.retry_ms // 1000)))
    return response


Handler = Callable[[Request], Awaitable[Response]]


def told(handler: Handler, limit: Callable[[Request], None]) -> Handler:
    """A handler behind the address's limit, whose Refusals become answers."""

    async def handle(request: Request) -> Response:
        try:
            limit(request)
            return await handler(request)
        except Refusal as refusal:
            return refused(refusal)
        except OSError:
            return refused(Refusal(Code.UNAVAILABLE, "the store is away; ask again", retry_ms=1000))
        except ClientDisconnect:
            return Response(status_code=400)

    return handle


async def body_of(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body, at most `limit` bytes. Raises Refusal."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Refusal(Code.TOO_BIG, f"expected at most {limit} bytes")
        parts.append(part)
    return b"".join(parts)


def plain_object(body: bytes) -> dict[str, Any]:
    """A JSON body that is an object; an empty body is an empty one. Raises Refusal."""
    try:
        plain = JSON.plain(body or b"{}", MAX_BODY)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
    if not isinstance(plain, dict):
        raise Refusal(Code.INVALID_MESSAGE, f"expected an object, got {type(plain).__name__} - at `$`")
    return plain


def typed(plain: dict[str, Any], kind: Any) -> Any:
    """Plain data as the struct `kind`. Raises Refusal with the path of the fault."""
    try:
        return convert(plain, kind, JSON)
    except InvalidMessage as error:
        raise Refusal(Code.INVALID_MESSAGE, str(error)) from None


class Rest:
    """The handlers; every table they touch is the same as over the websocket."""

    def __init__(self, desk: Desk, addresses: Addresses) -> None:
        self._desk = desk
        self._addresses = addresses

    def _now_ms(self) -> int:
        return self._desk.hub.services.now_ms()

    def limit(self, request: Request) -> None:
        """Count a request of its address. Raises Refusal."""
        wait_ms = self._addresses.request(self._address(request), self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many requests from this address", retry_ms=wait_ms)

    def _address(self, request: Request) -> str:
        return self._addresses.of(request.client, request.headers.getlist)

    async def _player(self, request: Request, *, needed: bool) -> Player:
        """Who asks, by bearer token. Raises Refusal."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if not token:
            if needed:
                raise Refusal(Code.UNAUTHORIZED, "expected a header `Authorization: Bearer …`")
            return Player("")
        player = await self._desk.guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if player is None:
            raise Refusal(Code.UNAUTHORIZED, "this token is not known, or too old")
        wait_ms = self._desk.take(player, self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many requests", retry_ms=wait_ms)
        return player

    async def create_guest(self, request: Request) -> Response:
        """`POST /v1/guests`: `{name?}` gives `{id, name, token}`."""
        wait_ms = self._addresses.guest(self._address(request), self._now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many guests from this address", retry_ms=wait_ms)
        wish: Guest = typed(plain_object(await body_of(request, MAX_FRAME_BYTES)), Guest)
        if len(wish.name) > 60:
            raise Refusal(Code.INVALID_MESSAGE, "expected at most 60 characters - at `$.name`")
        player, token = await self._desk.guests.create(wish.name)
        return answer({"id": player.id, "name": player.name, "token": token}, 201)

    async def list_tables(self, request: Request) -> Response:
        """`GET /v1/tables?game=&text=&cursor=`: open tables, 50 at most."""
        query = request.query_params
        rows, cursor = self._desk.hub.lobby.page(query.get("game"), query.get("text"), query.get("cursor"))
        return answer({"tables": rows, "cursor": cursor})

    async def open_table(self, request: Request) -> Response:
        """`POST /v1/tables`: `open` as JSON, its `boards` a text or Board JSON; or a PBN file as it is."""
        player = await self._player(request, needed=True)
        body = await body_of(request)
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        boards: bytes | None = None
        if kind in ("application/json", ""):
            wish, boards = await asyncio.to_thread(_read_open, body)
        else:
            wish = Open(
                game=request.query_params.get("game", "bridge"), name=request.query_params.get("name", "")
            )
            boards = body
        table = await self._desk.open(player, wish, JSON, boards)
        return answer({"table": table}, 201)

    async def show_table(self, request: Request) -> Response:
        """`GET /v1/tables/{id}?as=public`: the people and one view."""
        player = await self._player(request, needed=False)
        watch = _watch(request)
        room = await self._desk.hub.room(watch.table)
        view = room.gallery.snapshot(player, watch, JSON)
        people = room.gallery.people.people(room.table, room.host)
        body = {
            "table": room.table.id,
            "name": room.name,
            "people": people,
            "view": msgspec.Raw(view.payload),
        }
        return answer(body)

    async def act(self, request: Request) -> Response:
        """`POST /v1/tables/{id}/act`: `{n, decision, action}`; the answer is that of the websocket."""
        player = await self._player(request, needed=True)
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
        """`GET /v1/tables/{id}/stream?as=public`: the messages of a `watch`, a JSON line each."""
        player = await self._player(request, needed=False)
        watch = _watch(request)
        await self._desk.hub.room(watch.table)
        address = self._address(request)
        full = self._addresses.enter(address, self._now_ms())
        if full is not None:
            raise Refusal(Code.RATE_LIMITED, full[1], retry_ms=5_000)
        return Stream(self._desk, player, watch, partial(self._addresses.leave, address))


def _watch(request: Request) -> Watch:
    wish = request.query_params.get("as", "public")
    audience = int(wish) if wish.isdecimal() and len(wish) < 4 else wish
    watch: Watch = typed({"t": "watch", "table": request.path_params["table"], "as": audience}, Watch)
    return watch


def _read_open(body: bytes) -> tuple[Open, bytes | None]:
    """The table that a JSON body asks for, and the boards that came with it, as text."""
    plain = plain_object(body)
    boards = plain.pop("boards", None)
    wish: Open = typed({"game": "bridge", **plain, "t": "open"}, Open)
    if boards is None or isinstance(boards, str):
        return wish, None if boards is None else boards.encode()
    return wish, msgspec.json.encode(boards)


class Stream(StreamingResponse):
    """The answer of `stream`; `ended` is called when it has ended, however early."""

    def __init__(self, desk: Desk, player: Player, watch: Watch, ended: Callable[[], None]) -> None:
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
