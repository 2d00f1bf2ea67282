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
from server.analysis.analysis import annotated
from server.errors import Refusal
from server.formats.catalogue import FORMATS, Format
from server.formats.record import BoardRecord
from server.hub.past.past import NoSuchGame, Past
from server.session.desk import Desk
from server.table.player import Player
from server.web.analyses import Analysed, Analyses, NotAnalysed, shown
from server.web.answers import answer, refused
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
        self._analyses = Analyses(desk)
        self._writing = asyncio.Lock()

    async def download(self, request: Request) -> Response:
        """`GET /v1/games/{id}?format=&dd=`: the finished boards under this id as a file.

        Without `format` the first one that the header `Accept` names, else PBN. `dd=yes` adds double-dummy
        results and par, where the format has room for them.
        """
        wanted, analysis = _format(request), _wants_analysis(request)
        player = await self._callers.player(request, needed=False)
        game = request.path_params["game"]
        try:
            if analysis:
                found = await self._analysed(request, player, game)
                records = tuple(record if each is None else annotated(record, each) for record, each in found)
            else:
                records = await self._past.records(player, game)
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        return _file(game, wanted, await self._written(records, wanted))

    async def analyse(self, request: Request) -> Response:
        """`GET /v1/games/{id}/analysis`: `{boards}`, each with 20 results, par and the worth of its cards."""
        player = await self._callers.player(request, needed=False)
        try:
            found = await self._analysed(request, player, request.path_params["game"])
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        return answer({"boards": [shown(record, each) for record, each in found]})

    async def _analysed(self, request: Request, player: Player, game: str) -> tuple[Analysed, ...]:
        """The boards under an id with their analysis; they are asked for again, as it may take a while."""
        records = await self._past.records(player, game)
        found = await self._analyses.of(records, player, self._callers.address(request))
        if await self._past.records(player, game) != records:
            raise Refusal(Code.UNAVAILABLE, "the boards are others by now; ask again", retry_ms=500)
        return found

    async def _written(self, records: tuple[BoardRecord, ...], wanted: Format) -> bytes:
        """The file; one long one after the other, as each thread at work takes its turn from the loop."""
        if len(records) <= IN_LOOP:
            return wanted.dumps(records).encode()
        async with self._writing:
            return await asyncio.to_thread(lambda: wanted.dumps(records).encode())


def _nothing(why: NoSuchGame | NotAnalysed) -> Response:
    return refused(why, why.status if isinstance(why, NotAnalysed) else 404)


def _wants_analysis(request: Request) -> bool:
    wish = request.query_params.get("dd", "no")
    if wish not in ("yes", "no"):
        raise Refusal(Code.INVALID_MESSAGE, "expected yes or no - at `dd` of the query")
    return wish == "yes"


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


def _file(game: str, wanted: Format, data: bytes) -> Response:
    ending = next(iter(wanted.suffixes), ".json" if "json" in wanted.content_type else ".txt")
    called = quote(f"{game}{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}", "Vary": "Accept", **SAFE}
    return Response(data, media_type=wanted.content_type, headers=headers)
