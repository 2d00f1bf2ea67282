"""Convention cards over HTTP: players upload files, and people with permission download the cards.

An uploaded file is stored under the SHA-256 of its bytes; it becomes a convention card, and can be
downloaded, when a player shows it to the table. The download of a convention card succeeds only if the
player's current view of the table lists the card.
"""

from __future__ import annotations

import hashlib
from typing import Annotated
from urllib.parse import quote

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.handle import TableHandle
from server.session.front_desk import FrontDesk
from server.session.limits import SharedBuckets
from server.store.files_and_tickets import File, FilesAndTickets
from server.table.player import Player
from server.text import clean
from server.web.auth import Authenticator, watch_of
from server.web.bodies import Bodies
from server.web.responses import answer, body_of, content_type_of, query_of, refused

MAX_CARD = 256 * 1024
FILE_S = 90 * 24 * 3600
"""The time in seconds for which an uploaded file is stored; the log of a finished deal is stored as long."""

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
"""HTTP headers that stop a browser from running an uploaded file as if it were a page of this server."""


def content_type(data: bytes) -> str | None:
    """Return the content type of a file, found from its bytes.

    Return None if a convention card cannot have the content type of the file.
    """
    for kind, signature in SIGNATURES.items():
        if data.startswith(signature):
            return kind
    try:
        return TEXT if data.decode() and b"\0" not in data else None
    except UnicodeDecodeError:
        return None


class CardQuery(Struct):
    """The query of the upload of a convention card: the name of the card, which its file does not contain."""

    name: Annotated[str, Meta(max_length=60, description="The name of the card.")] = ""


class UploadedCard(Struct):
    """The answer to the upload of a convention card.

    `file` is the id of the uploaded file; the player sends this id as `file` in the action that shows the
    card to the table.
    """

    file: str
    name: str
    size: int


class Cards:
    """The HTTP handlers of `/v1/tables/{id}/card`, with limits for the uploads of a player or address."""

    def __init__(
        self, front_desk: FrontDesk, files: FilesAndTickets, authenticator: Authenticator, bodies: Bodies
    ) -> None:
        settings = front_desk.settings
        self._front_desk = front_desk
        self._files = files
        self._authenticator = authenticator
        self._bodies = bodies
        ledgers = front_desk.hub.others.ledgers
        self._by_player = SharedBuckets(
            settings.uploads_s, settings.uploads_burst, ledgers.purse("uploads of players")
        )
        self._by_address = SharedBuckets(
            settings.uploads_per_address_s,
            settings.uploads_per_address_burst,
            ledgers.purse("uploads of addresses"),
        )

    async def upload(self, request: Request) -> Response:
        """Upload a convention card, as a player at the table: at most 256 KiB of text, PDF, PNG or JPEG."""
        player = await self._authenticator.player(request, needed=True)
        table = await self._front_desk.hub.handle(watch_of(request).table)
        if not self._has_cards(table):
            return _no_cards(table)
        if (await table.summary()).seat_of(player.id) is None:
            raise Refusal(Code.NOT_SEATED, "you have no seat at this table")
        name = clean(query_of(request, CardQuery).name)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address, MAX_CARD):
            return await self._store(request, player, name, address)

    def _has_cards(self, table: TableHandle) -> bool:
        return self._front_desk.hub.games[table.game].convention_cards is not None

    async def _store(self, request: Request, player: Player, name: str, address: str) -> Response:
        file = _file(content_type_of(request), await body_of(request, MAX_CARD))
        self._count(player, address)
        sha = hashlib.sha256(file.data).hexdigest()
        await self._files.put_file(sha, file, FILE_S)
        return answer(UploadedCard(sha, name, len(file.data)), 201)

    def _count(self, player: Player, address: str) -> None:
        now_ms = self._authenticator.now_ms()
        wait_ms = self._by_player.take(player.id, now_ms) or self._by_address.take(address, now_ms)
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED, "you have uploaded too many files; try again later", retry_ms=wait_ms
            )

    async def show(self, request: Request) -> Response:
        """Download the convention card of a side, if the player may open it now.

        A player may open a convention card if it is listed in the view of the audience that the query
        parameter `as` names. If the query has no `as`, the audience is the player's own seat, or the public
        if the player has no seat. The answer is the same for a card that the player may not open and for a
        side without a card.
        """
        player = await self._authenticator.player(request, needed=True)
        table = await self._front_desk.hub.handle(watch_of(request).table)
        if not self._has_cards(table):
            return _no_cards(table)
        seated = (await table.summary()).seat_of(player.id) is not None
        watch = watch_of(request, "seat" if seated else "public")
        card = await table.convention_card(player, watch, request.path_params["side"])
        if card is None:
            raise Refusal(Code.FORBIDDEN, "this side has no convention card that you may open now")
        if not card.file:
            return _download(card.name, File(TEXT, card.text.encode()))
        file = await self._files.file(card.file)
        if file is None:
            expired = Refusal(
                Code.FORBIDDEN, "the file of this card has expired: upload the card and show it again"
            )
            return refused(expired, 404)
        return _download(card.name, file)


def _file(kind: str, data: bytes) -> File:
    """Return the uploaded file, after a check that its bytes match its declared content type.

    Raises Refusal if the content type of the file is not allowed or does not match its bytes.
    """
    if kind not in ENDINGS:
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected a file of one of the types {', '.join(ENDINGS)}, got {kind[:80] or 'no type'}"
            " - at `content-type`",
        )
    found = content_type(data)
    if found != kind:
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected a file of the type {kind}, got {found or 'one of another type'} - at `$`",
        )
    return File(kind, data)


def _download(name: str, file: File) -> Response:
    name_in_header = quote(f"{name or 'convention card'}.{ENDINGS.get(file.content_type, 'bin')}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name_in_header}", **SAFE}
    return Response(file.data, media_type=file.content_type, headers=headers)


def _no_cards(table: TableHandle) -> Response:
    return refused(Refusal(Code.FORBIDDEN, f"{table.game} has no convention cards"), 404)
