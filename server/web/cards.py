"""Convention cards by HTTP: a pair uploads a file, and who may open a card is given it.

What is uploaded is kept under the SHA-256 of its bytes and shown to nobody; it becomes a card when a player
lays it at the table. Whoever asks for a card is shown it if the view that he may have at this moment says so.
"""

from __future__ import annotations

import hashlib
from typing import Annotated
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.session.limits import Buckets
from server.store.interface import File
from server.table.player import Player
from server.text import clean
from server.web.auth import Authenticator, watch_of
from server.web.bodies import Bodies
from server.web.responses import answer, body_of, kind_of, query_of, refused

MAX_CARD = 256 * 1024
FILE_S = 90 * 24 * 3600
"""How long a file is kept, as long as the log of a finished deal."""

TEXT = "text/plain"
SIGNATURES = {
    "application/pdf": b"%PDF-",
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
}
ENDINGS = {TEXT: "txt", "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg"}

SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox",
    "Cache-Control": "no-store",
}
"""What a stranger wrote is for reading, not for running: never inside a page of this server."""


def content_type(data: bytes) -> str | None:
    """What kind of file the bytes are, None for none of those that a card may be."""
    for kind, signature in SIGNATURES.items():
        if data.startswith(signature):
            return kind
    try:
        return TEXT if data.decode() and b"\0" not in data else None
    except UnicodeDecodeError:
        return None


class CardQuery(Struct):
    """What is told of a card beside its file."""

    name: Annotated[str, Meta(max_length=60, description="The name of the card.")] = ""


class UploadedCard(Struct):
    """A file that was uploaded; `file` is for the action that lays a card."""

    file: str
    name: str
    size: int


class _Own(Struct):
    systems: tuple[str, ...] = ()


class _View(Struct):
    """What of a view tells which cards may be opened, in whichever game."""

    own: _Own | None = None


_read_view = msgspec.json.Decoder(_View).decode


class Cards:
    """The handlers of `/v1/tables/{id}/card`. Uploads are counted by player and by address."""

    def __init__(self, desk: FrontDesk, callers: Authenticator, bodies: Bodies) -> None:
        settings = desk.settings
        self._desk = desk
        self._callers = callers
        self._bodies = bodies
        self._by_player = Buckets(settings.uploads_s, settings.uploads_burst)
        self._by_address = Buckets(settings.uploads_per_address_s, settings.uploads_per_address_burst)

    async def upload(self, request: Request) -> Response:
        """Upload a convention card, as a player at the table: at most 256 KiB of text, PDF, PNG or JPEG."""
        player = await self._callers.player(request, needed=True)
        room = await self._desk.hub.room(watch_of(request).table)
        if room.table.game.convention_cards is None:
            return _no_cards(room)
        if room.table.seat_of(player.id) is None:
            raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
        name = clean(query_of(request, CardQuery).name)
        address = self._callers.address(request)
        async with self._bodies.held(request, address, MAX_CARD):
            return await self._keep(request, player, name, address)

    async def _keep(self, request: Request, player: Player, name: str, address: str) -> Response:
        file = _file(kind_of(request), await body_of(request, MAX_CARD))
        self._count(player, address)
        sha = hashlib.sha256(file.data).hexdigest()
        await self._desk.hub.services.store.put_file(sha, file, FILE_S)
        return answer(UploadedCard(sha, name, len(file.data)), 201)

    def _count(self, player: Player, address: str) -> None:
        now_ms = self._callers.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms) or self._by_address.take(address, now_ms)
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many files uploaded", retry_ms=wait_ms)

    async def show(self, request: Request) -> Response:
        """Download the convention card of a side, if the player may open it now.

        Without `as` the view is that of the player's own seat, or else the public one. That a card may not be
        opened and that there is none is one answer.
        """
        player = await self._callers.player(request, needed=True)
        room = await self._desk.hub.room(watch_of(request).table)
        cards = room.table.game.convention_cards
        if cards is None:
            return _no_cards(room)
        side = request.path_params["side"]
        laid = cards.card(room.table.state, side) if side in _systems(room, player, request) else None
        if laid is None:
            raise Refusal(Code.FORBIDDEN, "there is no convention card of this side that you may open now")
        if not laid.file:
            return _shown(laid.name, File(TEXT, laid.text.encode()))
        file = await self._desk.hub.services.store.file(laid.file)
        if file is None:
            gone = Refusal(Code.FORBIDDEN, "the file of this card is kept no more; it has to be laid again")
            return refused(gone, 404)
        return _shown(laid.name, file)


def _file(kind: str, data: bytes) -> File:
    """An uploaded file, which is what it says it is. Raises Refusal."""
    if kind not in ENDINGS:
        raise Refusal(Code.INVALID_MESSAGE, f"expected one of {', '.join(ENDINGS)} - at `content-type`")
    found = content_type(data)
    if found != kind:
        raise Refusal(Code.INVALID_MESSAGE, f"expected {kind}, got {found or 'something else'} - at `$`")
    return File(kind, data)


def _systems(room: Room, player: Player, request: Request) -> tuple[str, ...]:
    """The sides whose card this player may open, as his view of this moment tells. Raises Refusal."""
    usual = "public" if room.table.seat_of(player.id) is None else "seat"
    view = _read_view(room.viewers.snapshot(player, watch_of(request, usual), JSON).payload)
    return () if view.own is None else view.own.systems


def _shown(name: str, file: File) -> Response:
    called = quote(f"{name or 'convention card'}.{ENDINGS.get(file.content_type, 'bin')}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}", **SAFE}
    return Response(file.data, media_type=file.content_type, headers=headers)


def _no_cards(room: Room) -> Response:
    return refused(Refusal(Code.FORBIDDEN, f"{room.table.game.name} has no convention cards"), 404)
