"""Finished boards and games by HTTP: one board or hand, or a whole sitting, in every format there is for it.

A game's id is its table's id, a dot, and the number of the board or hand as views show it (`pub.board`,
`pub.hand`, `pub.game_no`); the table's id alone is the whole sitting. Whoever asks is given what he may see
by now. What is not finished, not for him yet, or not there, is one answer.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal
from urllib.parse import quote

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.archive.archive import Archive, NoSuchGame
from server.hub.archive.export import Anything, Given
from server.records.bridge.record import BoardRecord
from server.records.registry import FORMATS, HANABI, SPADES
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.analyses import Analysed, Analyses, BoardAnalysis, NotAnalysed, shown
from server.web.auth import Authenticator
from server.web.cards import SAFE
from server.web.responses import answer, refused
from server.workers.double_dummy.analysis import annotated

IN_LOOP = 4
"""So few records are written without a thread."""
POSITION = frozenset(("turn", "as"))
DIGITS = 4


class GameQuery(Struct):
    """Which file, or which position, is asked for."""

    format: Annotated[
        str | None, Meta(description="A format of the game's records; `Accept` may name it, too.")
    ] = None
    dd: Annotated[Literal["yes", "no"], Meta(description="`yes` adds double-dummy results.")] = "no"
    turn: Annotated[int | None, Meta(description="So many actions of a game of Hanabi are done.")] = None
    as_: Annotated[int | None, Meta(description="With `turn`: as this seat had it.")] = field(
        default=None, name="as"
    )


class AnalysedBoards(Struct):
    """The analysis of each board."""

    boards: list[BoardAnalysis]


class Games:
    """The handlers of `/v1/games`."""

    def __init__(self, desk: FrontDesk, callers: Authenticator) -> None:
        self._callers = callers
        self._past = Archive(desk.hub)
        self._analyses = Analyses(desk)
        self._writing = asyncio.Lock()

    async def download(self, request: Request) -> Response:
        """Download what is finished under an id, as a file; or show a game of Hanabi after so many actions.

        Without `format` the first one that the header `Accept` names, else the usual one of the game: PBN at
        bridge, JSON at Spades and Hanabi. `dd=yes` adds double-dummy results and par to boards of bridge,
        where the format has room for them.

        With `turn` the answer is one game of Hanabi after so many actions, as the seat `as` had it before it,
        without `as` as all had it.
        """
        if not POSITION.isdisjoint(request.query_params):
            return await self._position(request)
        wish, analysis = _format(request), _wants_analysis(request)
        player = await self._callers.player(request, needed=False)
        game = request.path_params["game"]
        try:
            if analysis:
                found = await self._analysed(request, player, game)
                boards = (record if each is None else annotated(record, each) for record, each in found)
                given: Anything = Given(tuple(boards), FORMATS)
            else:
                given = await self._past.given(player, game)
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        wanted = _accepted(request.headers.get("accept", ""), given) if wish is None else wish
        if wanted not in given.formats:
            raise _unknown(", ".join(given.formats))
        return _file(game, given, wanted, await self._written(given, wanted))

    async def analyse(self, request: Request) -> Response:
        """Analyse finished boards: each with 20 double-dummy results, par and the worth of its cards."""
        player = await self._callers.player(request, needed=False)
        try:
            found = await self._analysed(request, player, request.path_params["game"])
        except (NoSuchGame, NotAnalysed) as nothing:
            return _nothing(nothing)
        return answer(AnalysedBoards([shown(record, each) for record, each in found]))

    async def _position(self, request: Request) -> Response:
        turn, seat = _number(request, "turn"), _number(request, "as")
        if turn is None:
            raise Refusal(Code.INVALID_MESSAGE, "expected `turn` with `as` - at `turn` of the query")
        player = await self._callers.player(request, needed=False)
        try:
            return answer(await self._past.position(player, request.path_params["game"], turn, seat))
        except NoSuchGame as nothing:
            return _nothing(nothing)

    async def _analysed(self, request: Request, player: Player, game: str) -> tuple[Analysed, ...]:
        """The boards under an id with their analysis; they are asked for again, as it may take a while."""
        boards = await self._boards(player, game)
        found = await self._analyses.of(boards, player, self._callers.address(request))
        if await self._boards(player, game) != boards:
            raise Refusal(Code.UNAVAILABLE, "the boards are others by now; ask again", retry_ms=500)
        return found

    async def _boards(self, player: Player, game: str) -> tuple[BoardRecord, ...]:
        """The boards of bridge under an id. Raises NoSuchGame where it is one of another game."""
        records = (await self._past.given(player, game)).records
        boards = tuple(record for record in records if isinstance(record, BoardRecord))
        if len(boards) < len(records):
            raise NoSuchGame(Code.FORBIDDEN, "double-dummy analysis is for boards of bridge")
        return boards

    async def _written(self, given: Anything, wanted: str) -> bytes:
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
    """Return the format that is asked for, None where none is; `convert` calls some by longer names.

    Raises Refusal for a format that no game has.
    """
    name = request.query_params.get("format")
    name = next((key for key, form in HANABI.items() if form.name == name), name)
    if name is not None and name not in {**FORMATS, **SPADES, **HANABI}:
        others = f"of Spades {', '.join(SPADES)}, or of Hanabi {', '.join(HANABI)}"
        raise _unknown(f"{', '.join(FORMATS)}, or for a game {others}")
    return name


def _unknown(known: str) -> Refusal:
    return Refusal(Code.INVALID_MESSAGE, f"expected one of {known} - at `format` of the query")


def _accepted(header: str, given: Anything) -> str:
    """The first format that the header names, else the usual one."""
    kinds = [part.partition(";")[0].strip().lower() for part in header.split(",")]
    for kind in kinds:
        for name, known in given.formats.items():
            if known.content_type.partition(";")[0] == kind:
                return name
    return next(iter(given.formats))


def _file(game: str, given: Anything, name: str, data: bytes) -> Response:
    wanted = given.formats[name]
    ending = next(iter(wanted.suffixes), ".json" if "json" in wanted.content_type else ".txt")
    called = quote(f"{game}{ending}", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{called}", "Vary": "Accept", **SAFE}
    return Response(data, media_type=wanted.content_type, headers=headers)
