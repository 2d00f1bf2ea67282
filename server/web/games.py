"""Finished deals over HTTP: one deal, or all deals of a table, in every file format of the game.

In a URL, a deal's id is its table's id, a dot, and the number of the board, hand or game as in views
(`pub.board`, `pub.hand`, `pub.game_no`). A table's id without a number stands for all finished deals of the
table. An answer contains only the finished deals that the player may see now. The answer to a request for a
deal is the same if the deal is unfinished, hidden from the player, or does not exist.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from urllib.parse import quote

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from server.errors import Refusal
from server.games.base import AnyGame
from server.hub.archive.archive import Archive, NoSuchGame
from server.records import registry
from server.records.base import Analysing, Exported, Eyes
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.analyses import Analyses, NotAnalysed
from server.web.auth import Authenticator
from server.web.cards import SAFE
from server.web.games_help import ANALYSE, ANALYSE_SHOWN, AS, DD, DOWNLOAD, TURN
from server.web.responses import answer, read_message, refused

IN_LOOP = 4
"""The maximum number of records that are written in the event loop; a file with more is written in a thread.
"""
POSITION = frozenset(("turn", "as"))
DIGITS = 4

Analysed = Sequence[tuple[Any, Any | None]]
"""Records of deals with their analyses; an analysis is None if it took too long."""


class GameQuery(Struct):
    """The query of a download of finished deals, or of a position in one of them."""

    format: Annotated[
        str | None,
        Meta(description="The format of the answer. The header `Accept` may name the format instead."),
    ] = None
    dd: Annotated[Literal["yes", "no"], Meta(description=DD)] = "no"
    turn: Annotated[int | None, Meta(description=TURN)] = None
    as_: Annotated[int | Literal["all"] | None, Meta(description=AS)] = field(default=None, name="as")


class Games:
    """The HTTP handlers of `/v1/games`: downloads and analyses of finished deals."""

    def __init__(self, front_desk: FrontDesk, archive: Archive, authenticator: Authenticator) -> None:
        self._authenticator = authenticator
        self._hub = front_desk.hub
        self._archive = archive
        self._analyses = Analyses(front_desk)
        self._writing = asyncio.Lock()

    async def download(self, request: Request) -> Response:
        if not POSITION.isdisjoint(request.query_params):
            return await self._position(request)
        requested, analysis = _format(request), _wants_analysis(request)
        player = await self._authenticator.player(request, needed=False)
        game = request.path_params["game"]
        try:
            exported: Exported[Any] = (
                await self._annotated(request, player, game)
                if analysis
                else await self._archive.exported(player, game)
            )
        except (NoSuchGame, NotAnalysed) as nothing:
            return _no_file(nothing)
        form = _accepted(request.headers.get("accept", ""), exported) if requested is None else requested
        if form not in exported.formats:
            raise _unknown(", ".join(exported.formats))
        return _file(game, exported, form, await self._written(exported, form))

    async def analyse(self, request: Request) -> Response:
        player = await self._authenticator.player(request, needed=False)
        try:
            _, analysing, found = await self._analysed(request, player, request.path_params["game"])
        except (NoSuchGame, NotAnalysed) as nothing:
            return _no_file(nothing)
        return answer(analysing.answer(found))

    download.__doc__, analyse.__doc__ = DOWNLOAD, ANALYSE

    async def analyse_shown(self, request: Request) -> Response:
        player = await self._authenticator.player(request, needed=False)
        watch: Watch = read_message(
            {"t": "watch", "table": request.path_params["table"], "as": "public"}, Watch
        )
        table = await self._hub.handle(watch.table)
        shown = await table.snapshot(player, watch, JSON)
        analysing, record = _shown(self._hub.games[table.game], shown.replayed)
        try:
            found = await self._analyses.analyse(
                analysing, (record,), player, self._authenticator.address(request)
            )
        except NotAnalysed as nothing:
            return _no_file(nothing)
        return answer(analysing.answer(found))

    analyse_shown.__doc__ = ANALYSE_SHOWN

    async def _position(self, request: Request) -> Response:
        turn, eyes = _number(request, "turn"), _eyes(request)
        if turn is None:
            raise Refusal(
                Code.INVALID_MESSAGE,
                "the query parameter `as` asks for a position of one deal: expected also the query"
                " parameter `turn`, the number of moves before the position",
            )
        player = await self._authenticator.player(request, needed=False)
        try:
            return answer(await self._archive.position(player, request.path_params["game"], turn, eyes))
        except NoSuchGame as nothing:
            return _no_file(nothing)

    async def _annotated(self, request: Request, player: Player, game: str) -> Exported[Any]:
        """Return the records of one deal, or of all deals of a table, with an analysis added to each of them.

        If the analysis of a record took too long, the record is returned without it.
        """
        exported, analysing, found = await self._analysed(request, player, game)
        full = (record if each is None else analysing.annotated(record, each) for record, each in found)
        return Exported(exported.game, tuple(full))

    async def _analysed(
        self, request: Request, player: Player, game: str
    ) -> tuple[Exported[Any], Analysing[Any], Analysed]:
        """Return the records of one deal or of all deals of a table, and the analysis of each record.

        Also returns the object that makes the analyses. An analysis that took too long is None. Raises
        Refusal if the records have changed during the analysis. Raises NoSuchGame if this card game has no
        analysis.
        """
        exported = await self._archive.exported(player, game)
        analysing = exported.game.analysing
        if analysing is None:
            raise NoSuchGame(Code.FORBIDDEN, registry.analysed_only())
        found = await self._analyses.analyse(
            analysing, exported.records, player, self._authenticator.address(request)
        )
        if (await self._archive.exported(player, game)).records != exported.records:
            text = f"the {analysing.noun}s have changed during the analysis: send the same request again"
            raise Refusal(Code.UNAVAILABLE, text, retry_ms=500)
        return exported, analysing, found

    async def _written(self, exported: Exported[Any], form: str) -> bytes:
        """Return exported records as the bytes of a file in the format `form`.

        Files of many records are written one at a time, because each thread that writes a file slows the
        event loop.
        """
        if len(exported.records) <= IN_LOOP:
            return exported.file(form)
        async with self._writing:
            return await asyncio.to_thread(exported.file, form)


def _shown(game: AnyGame, state: Any) -> tuple[Analysing[Any], Any]:
    """Return the record of the deal that a replay table shows, and the object that analyses such records.

    `state` is the state of the replay, None for a table that is played.

    Raises Refusal for a table that is not a replay: the analysis of a live deal would reveal hidden cards.
    """
    records = registry.shown_by(game.name)
    if records is None or records.showing is None or records.analysing is None:
        raise Refusal(
            Code.FORBIDDEN,
            f"only recorded {_analysed_nouns()} at a replay table can be analysed,"
            f" and this is a table of {game.name}",
        )
    if game.deal_due(state):
        raise Refusal(
            Code.UNAVAILABLE,
            "the table is still opening its file of records; send the request again",
            retry_ms=500,
        )
    record = records.showing.record(state)
    if record is None:
        raise Refusal(Code.FORBIDDEN, f"the record of this {records.analysing.noun} has no cards")
    return records.analysing, record


def _analysed_nouns() -> str:
    return " or ".join(each.many for each in registry.RECORDS.values() if each.analysing is not None)


def _no_file(why: NoSuchGame | NotAnalysed) -> Response:
    return refused(why, why.status if isinstance(why, NotAnalysed) else 404)


def _wants_analysis(request: Request) -> bool:
    dd = request.query_params.get("dd", "no")
    if dd not in ("yes", "no"):
        raise Refusal(Code.INVALID_MESSAGE, "expected yes or no - at `dd` of the query")
    return dd == "yes"


def _number(request: Request, name: str) -> int | None:
    """Return the number in the query parameter `name`, or None if the query has no such parameter.

    Raises Refusal if the query parameter is not a whole number from 0 to 9999.
    """
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > DIGITS:
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected a whole number from 0 to {10**DIGITS - 1} - at `{name}` of the query",
        )
    return int(text)


def _eyes(request: Request) -> Eyes:
    return "all" if request.query_params.get("as") == "all" else _number(request, "as")


def _format(request: Request) -> str | None:
    """Return the file format that the query names, or None if the query names no format.

    The format names of the command `kibitz convert` are accepted, too.

    Raises Refusal for a file format that no game has.
    """
    name = request.query_params.get("format")
    name = None if name is None else registry.http_format(name)
    if name is not None and all(name not in each.formats for each in registry.RECORDS.values()):
        raise _unknown(registry.http_formats())
    return name


def _unknown(known: str) -> Refusal:
    return Refusal(Code.INVALID_MESSAGE, f"expected one of {known} - at `format` of the query")


def _accepted(header: str, exported: Exported[Any]) -> str:
    """Return the first file format of the game that the header `Accept` names.

    If the header `Accept` names no format of the game, return the game's default format.
    """
    types = [part.partition(";")[0].strip().lower() for part in header.split(",")]
    for media_type in types:
        for name, known in exported.formats.items():
            if known.media_type == media_type:
                return name
    return next(iter(exported.formats))


def _file(game: str, exported: Exported[Any], name: str, data: bytes) -> Response:
    form = exported.formats[name]
    # Several formats are JSON without an ending of their own: their files need different names.
    ending = next(iter(form.suffixes), f".{name}.{'json' if 'json' in form.content_type else 'txt'}")
    file_name = quote(f"{game}{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{file_name}", "Vary": "Accept", **SAFE}
    return Response(data, media_type=form.content_type, headers=headers)
