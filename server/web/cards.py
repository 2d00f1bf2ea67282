"""Convention cards over HTTP: players upload files, and people with permission download the cards.

An uploaded file is stored under the SHA-256 of its bytes, but it cannot be downloaded until a player shows
it. The file becomes a convention card when a player shows it to the table. A download succeeds only if the
caller's current view lists the card.
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
from server.web.responses import answer, body_of, content_type_of, query_of, refused

MAX_CARD = 256 * 1024
FILE_S = 90 * 24 * 3600
"""The time in seconds for which a file is stored; the log of a finished deal is stored for the same time."""

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
"""Headers that stop a browser from running an uploaded file as if it were a page of this server."""


def content_type(data: bytes) -> str | None:
    """Return the content type of a file, found from its bytes.

    Return None if convention cards cannot have that type.
    """
    for kind, signature in SIGNATURES.items():
        if data.startswith(signature):
            return kind
    try:
        return TEXT if data.decode() and b"\0" not in data else None
    except UnicodeDecodeError:
        return None


class CardQuery(Struct):
    """The query of an upload: the data of a card that its file does not contain."""

    name: Annotated[str, Meta(max_length=60, description="The name of the card.")] = ""


class UploadedCard(Struct):
    """An uploaded file.

    `file` is the id of the uploaded file; the player sends this id as `file` in the action that shows the
    card to the table.
    """

    file: str
    name: str
    size: int


class _Own(Struct):
    systems: tuple[str, ...] = ()


class _View(Struct):
    """The fields of a view, in any game, that list the convention cards which the viewer may open."""

    own: _Own | None = None


_read_view = msgspec.json.Decoder(_View).decode


class Cards:
    """The handlers of `/v1/tables/{id}/card`, with uploads limited by player and by address."""

    def __init__(self, front_desk: FrontDesk, authenticator: Authenticator, bodies: Bodies) -> None:
        settings = front_desk.settings
        self._front_desk = front_desk
        self._authenticator = authenticator
        self._bodies = bodies
        self._by_player = Buckets(settings.uploads_s, settings.uploads_burst)
        self._by_address = Buckets(settings.uploads_per_address_s, settings.uploads_per_address_burst)

    async def upload(self, request: Request) -> Response:
        """Upload a convention card, as a player at the table: at most 256 KiB of text, PDF, PNG or JPEG."""
        player = await self._authenticator.player(request, needed=True)
        room = await self._front_desk.hub.room(watch_of(request).table)
        if room.table.game.convention_cards is None:
            return _no_cards(room)
        if room.table.seat_of(player.id) is None:
            raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
        name = clean(query_of(request, CardQuery).name)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address, MAX_CARD):
            return await self._store(request, player, name, address)

    async def _store(self, request: Request, player: Player, name: str, address: str) -> Response:
        file = _file(content_type_of(request), await body_of(request, MAX_CARD))
        self._count(player, address)
        sha = hashlib.sha256(file.data).hexdigest()
        await self._front_desk.hub.services.store.put_file(sha, file, FILE_S)
        return answer(UploadedCard(sha, name, len(file.data)), 201)

    def _count(self, player: Player, address: str) -> None:
        now_ms = self._authenticator.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms) or self._by_address.take(address, now_ms)
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many uploaded files", retry_ms=wait_ms)

    async def show(self, request: Request) -> Response:
        """Download the convention card of a side, if the player may open it now.

        The view of the audience `as` decides if the player may open the card. Without `as`, it is the view of
        the player's own seat, or the public view if the player has no seat. The answer is the same for a card
        that the player may not open and for a side without a card.
        """
        player = await self._authenticator.player(request, needed=True)
        room = await self._front_desk.hub.room(watch_of(request).table)
        cards = room.table.game.convention_cards
        if cards is None:
            return _no_cards(room)
        side = request.path_params["side"]
        card = cards.card(room.table.state, side) if side in _systems(room, player, request) else None
        if card is None:
            raise Refusal(Code.FORBIDDEN, "this side has no convention card that you may open now")
        if not card.file:
            return _download(card.name, File(TEXT, card.text.encode()))
        file = await self._front_desk.hub.services.store.file(card.file)
        if file is None:
            expired = Refusal(
                Code.FORBIDDEN, "the file of this card has expired: upload the card and show it again"
            )
            return refused(expired, 404)
        return _download(card.name, file)


def _file(kind: str, data: bytes) -> File:
    """Return the uploaded file, after a check that its bytes match its declared type.

    Raises Refusal if the type is not allowed or does not match the bytes.
    """
    if kind not in ENDINGS:
        raise Refusal(Code.INVALID_MESSAGE, f"expected one of {', '.join(ENDINGS)} - at `content-type`")
    found = content_type(data)
    if found != kind:
        raise Refusal(
            Code.INVALID_MESSAGE, f"expected {kind}, got {found or 'a file of another type'} - at `$`"
        )
    return File(kind, data)


def _systems(room: Room, player: Player, request: Request) -> tuple[str, ...]:
    """Return the sides with a card that the player may open, from the player's current view.

    Raises Refusal if the player is not allowed to have the view of this audience.
    """
    default = "public" if room.table.seat_of(player.id) is None else "seat"
    view = _read_view(room.viewers.snapshot(player, watch_of(request, default), JSON).payload)
    return () if view.own is None else view.own.systems


def _download(name: str, file: File) -> Response:
    name_in_header = quote(f"{name or 'convention card'}.{ENDINGS.get(file.content_type, 'bin')}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name_in_header}", **SAFE}
    return Response(file.data, media_type=file.content_type, headers=headers)


def _no_cards(room: Room) -> Response:
    return refused(Refusal(Code.FORBIDDEN, f"{room.table.game.name} has no convention cards"), 404)
