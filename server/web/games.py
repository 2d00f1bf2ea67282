"""Finished deals by HTTP: one deal or a whole sitting, in every format of its game.

A game's id is its table's id, a dot, and the number of the board or hand as views show it (`pub.board`,
`pub.hand`, `pub.game_no`); the table's id alone is the whole sitting. A caller is given the deals that the
caller may see by now. A deal that is not finished, not for the caller yet, or not there, gets one answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from urllib.parse import quote

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.archive.archive import Archive, NoSuchGame
from server.records import registry
from server.records.base import Analysing, Exported
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.analyses import Analyses, NotAnalysed
from server.web.auth import Authenticator
from server.web.cards import SAFE
from server.web.games_help import ANALYSE, DD, DOWNLOAD, TURN
from server.web.responses import answer, refused

IN_LOOP = 4
"""So few records are written without a thread."""
POSITION = frozenset(("turn", "as"))
DIGITS = 4

Analysed = Sequence[tuple[Any, Any | None]]
"""Records and their analyses, None for one that took too long."""


class GameQuery(Struct):
    """Which file, or which position, is asked for."""

    format: Annotated[
        str | None, Meta(description="A format of the game's records; `Accept` may name it, too.")
    ] = None
    dd: Annotated[Literal["yes", "no"], Meta(description=DD)] = "no"
    turn: Annotated[int | None, Meta(description=TURN)] = None
    as_: Annotated[int | None, Meta(description="With `turn`: as this seat had it.")] = field(
        default=None, name="as"
    )


class Games:
    """The handlers of `/v1/games`."""

    def __init__(self, desk: FrontDesk, callers: Authenticator) -> None:
        self._callers = callers
        self._past = Archive(desk.hub)
        self._analyses = Analyses(desk)
        self._writing = asyncio.Lock()

    async def download(self, request: Request) -> Response:
        if not POSITION.isdisjoint(request.query_params):
            return await self._position(request)
        wish, analysis = _format(request), _wants_analysis(request)
        player = await self._callers.player(request, needed=False)
        game = request.path_params["game"]
        try:
            given: Exported[Any] = (
                await self._annotated(request, player, game)
                if analysis
                else await self._past.given(player, game)
            )
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        wanted = _accepted(request.headers.get("accept", ""), given) if wish is None else wish
        if wanted not in given.formats:
            raise _unknown(", ".join(given.formats))
        return _file(game, given, wanted, await self._written(given, wanted))

    async def analyse(self, request: Request) -> Response:
        player = await self._callers.player(request, needed=False)
        try:
            _, analysing, found = await self._analysed(request, player, request.path_params["game"])
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        return answer(analysing.answer(found))

    download.__doc__, analyse.__doc__ = DOWNLOAD, ANALYSE

    async def _position(self, request: Request) -> Response:
        turn, seat = _number(request, "turn"), _number(request, "as")
        if turn is None:
            raise Refusal(Code.INVALID_MESSAGE, "expected `turn` with `as` - at `turn` of the query")
        player = await self._callers.player(request, needed=False)
        try:
            return answer(await self._past.position(player, request.path_params["game"], turn, seat))
        except NoSuchGame as nothing:
            return _nothing(nothing)

    async def _annotated(self, request: Request, player: Player, game: str) -> Exported[Any]:
        """Return the records under an id with their analysis in them."""
        given, analysing, found = await self._analysed(request, player, game)
        full = (record if each is None else analysing.annotated(record, each) for record, each in found)
        return Exported(given.game, tuple(full))

    async def _analysed(
        self, request: Request, player: Player, game: str
    ) -> tuple[Exported[Any], Analysing[Any], Analysed]:
        """Return the records under an id with their analysis; they are read again after it has come.

        Raises NoSuchGame for a game whose records are not analysed.
        """
        given = await self._past.given(player, game)
        analysing = given.game.analysing
        if analysing is None:
            raise NoSuchGame(Code.FORBIDDEN, registry.analysed_only())
        found = await self._analyses.of(analysing, given.records, player, self._callers.address(request))
        if (await self._past.given(player, game)).records != given.records:
            words = f"the {analysing.noun}s are others by now; ask again"
            raise Refusal(Code.UNAVAILABLE, words, retry_ms=500)
        return given, analysing, found

    async def _written(self, given: Exported[Any], wanted: str) -> bytes:
        """The file; one long one after the other, as each thread at work takes its turn from the loop."""
        if len(given.records) <= IN_LOOP:
            return given.file(wanted)
        async with self._writing:
            return await asyncio.to_thread(given.file, wanted)


def _nothing(why: NoSuchGame | NotAnalysed) -> Response:
    return refused(why, why.status if isinstance(why, NotAnalysed) else 404)


def _wants_analysis(request: Request) -> bool:
    wish = request.query_params.get("dd", "no")
    if wish not in ("yes", "no"):
        raise Refusal(Code.INVALID_MESSAGE, "expected yes or no - at `dd` of the query")
    return wish == "yes"


def _number(request: Request, name: str) -> int | None:
    """A number of the query, None where it is not told. Raises Refusal for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > DIGITS:
        raise Refusal(Code.INVALID_MESSAGE, f"expected a number from 0 - at `{name}` of the query")
    return int(text)


def _format(request: Request) -> str | None:
    """Return the format that is asked for, None where none is; `kibitz convert` has longer names for some.

    Raises Refusal for a format that no game has.
    """
    name = request.query_params.get("format")
    name = None if name is None else registry.http_format(name)
    if name is not None and all(name not in each.formats for each in registry.RECORDS.values()):
        raise _unknown(registry.http_formats())
    return name


def _unknown(known: str) -> Refusal:
    return Refusal(Code.INVALID_MESSAGE, f"expected one of {known} - at `format` of the query")


def _accepted(header: str, given: Exported[Any]) -> str:
    """The first format that the header names, else the usual one."""
    kinds = [part.partition(";")[0].strip().lower() for part in header.split(",")]
    for kind in kinds:
        for name, known in given.formats.items():
            if known.media_type == kind:
                return name
    return next(iter(given.formats))


def _file(game: str, given: Exported[Any], name: str, data: bytes) -> Response:
    wanted = given.formats[name]
    ending = next(iter(wanted.suffixes), ".json" if "json" in wanted.content_type else ".txt")
    called = quote(f"{game}{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}", "Vary": "Accept", **SAFE}
    return Response(data, media_type=wanted.content_type, headers=headers)
