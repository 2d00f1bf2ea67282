"""Finished boards by HTTP: one, or a whole sitting, in every format that files come in.

A game's id is its table's id, a dot, and the board's number as views show it (`pub.board`); the table's id
alone is the whole sitting. Whoever asks is given what he may see by now. What is not finished, not for him
yet, or not there, is one answer.
"""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import Refusal
from server.formats.catalogue import FORMATS, Format
from server.formats.record import BoardRecord
from server.hub.past.past import NoSuchGame, Past
from server.session.desk import Desk
from server.web.answers import refused
from server.web.callers import Callers
from server.web.cards import SAFE

USUAL = "pbn"
IN_LOOP = 4
"""So few boards are written without a thread."""


class Games:
    """The handlers of `/v1/games`."""

    def __init__(self, desk: Desk, callers: Callers) -> None:
        self._callers = callers
        self._past = Past(desk.hub)

    async def download(self, request: Request) -> Response:
        """`GET /v1/games/{id}?format=`: the finished boards under this id as a file.

        Without `format` the first one that the header `Accept` names, else PBN.
        """
        wanted = _format(request)
        player = await self._callers.player(request, needed=False)
        game = request.path_params["game"]
        try:
            records = await self._past.records(player, game)
        except NoSuchGame as nothing:
            return refused(nothing, 404)
        return _file(game, wanted, await _written(records, wanted))


def _format(request: Request) -> Format:
    """The format that is asked for. Raises Refusal for one that is unknown."""
    name = request.query_params.get("format")
    if name is None:
        return _accepted(request.headers.get("accept", ""))
    if name not in FORMATS:
        raise Refusal(
            Code.INVALID_MESSAGE, f"expected one of {', '.join(FORMATS)} - at `format` of the query"
        )
    return FORMATS[name]


def _accepted(header: str) -> Format:
    kinds = [part.partition(";")[0].strip().lower() for part in header.split(",")]
    for kind in kinds:
        for known in FORMATS.values():
            if known.content_type.partition(";")[0] == kind:
                return known
    return FORMATS[USUAL]


async def _written(records: tuple[BoardRecord, ...], wanted: Format) -> bytes:
    if len(records) <= IN_LOOP:
        return wanted.dumps(records).encode()
    return await asyncio.to_thread(lambda: wanted.dumps(records).encode())


def _file(game: str, wanted: Format, data: bytes) -> Response:
    ending = next(iter(wanted.suffixes), ".json" if "json" in wanted.content_type else ".txt")
    called = quote(f"{game}{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}", "Vary": "Accept", **SAFE}
    return Response(data, media_type=wanted.content_type, headers=headers)
