"""Sets of boards over HTTP: requests that open a set with its tables, and that compare its results."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from protocol.v1.requests import OpenSet, TableId
from protocol.words import list_alternatives
from server.board_sets.board_set import BoardSet, SetTable
from server.errors import Refusal
from server.games.base import AnyGame, Comparing, TableResults
from server.hub.events.event_ids import round_of
from server.hub.sets.sets import StoredSet
from server.records.base import Printing
from server.records.registry import RECORDS
from server.session.front_desk import FrontDesk
from server.table import access
from server.table.player import Player
from server.web.auth import Authenticator
from server.web.bodies import Bodies
from server.web.requests import request_of
from server.web.responses import answer, query_of, read_message

DOCUMENT = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
}
"""The header by which a browser shows a printed comparison without scripts and without any other file."""


class SetQuery(Struct):
    """The query of a request to compare the results of a set of boards.

    It names the scoring and the form of the answer.
    """

    scoring: Annotated[
        str | None,
        Meta(
            description="`mp`, `imp`, `butler`, `bam` or `total` at bridge; the default is the first of them."
        ),
    ] = None
    format: Annotated[Literal["json", "text", "html"], Meta(description="The form of the answer.")] = "json"


class OpenedSet(Struct):
    """The id of the set of boards that was opened, and the ids of its tables."""

    board_set: str
    tables: tuple[str, ...]


class TableOfSet(Struct):
    """A table of a set of boards: its id and its name.

    `admitted` is True if the caller may enter the table, and so read the boards that it has finished.
    """

    table: str
    name: str
    admitted: bool = False


class SetShown(Struct):
    """A set of boards, with the comparison of those boards that none of its tables will play any more.

    `boards` are the numbers of these boards, and `scorings` are the ways to compare them, each with its name.
    `comparison` is null before the first of these boards. `public` is True if the set is also shown to
    callers without a token. `event` is the id of the event of which the set is a round, "" for a set of its
    own: the set has the results as the tables have played them, before the rulings of the event's directors.
    """

    board_set: str
    name: str
    game: str
    tables: tuple[TableOfSet, ...]
    boards: tuple[int, ...]
    scorings: dict[str, str]
    public: bool = False
    comparison: Annotated[Raw | None, Meta(extra_json_schema={"title": "Comparison"})] = None
    event: str = ""


class Sets:
    """The HTTP handlers of sets of boards."""

    def __init__(self, front_desk: FrontDesk, authenticator: Authenticator, bodies: Bodies) -> None:
        self._front_desk = front_desk
        self._hub = front_desk.hub
        self._authenticator = authenticator
        self._bodies = bodies
        self._comparing = asyncio.Lock()

    async def open_set(self, request: Request) -> Response:
        """Open a set of boards; the body is an `open_set` request as JSON, or a file of boards."""
        player = await self._authenticator.player(request, needed=True)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address):
            wanted, boards = await request_of(request, OpenSet)
            board_set, tables = await self._front_desk.opening.open_set(player, wanted, JSON, boards, address)
        return answer(OpenedSet(board_set, tables), 201)

    async def show(self, request: Request) -> Response:
        """Compare the results on the boards that no table of a set of boards will play any more.

        The set is shown to everybody that may enter one of its tables. A set of an event that shows its
        ranking only after the last round is compared only for its directors before then.
        """
        player = await self._authenticator.player(request, needed=False)
        query = query_of(request, SetQuery)
        id: str = read_message({"id": request.path_params["set"]}, _Path).id
        before = await self._hub.sets.read(id)
        event = before.board_set.event
        shows = not event or await self._hub.event_shows(event, player.id)
        rights = await self._rights(player, before, looks_back=bool(event) and shows)
        # A set that is loaded has learned all results of its tables, also those from before a crash.
        await self._hub.load_set(id)
        found = await self._hub.sets.read(id)
        game = self._hub.games[found.meta.game]
        comparing, scoring = _comparing(game, query.scoring, event)
        released = found.board_set.released() if shows else ()
        if released:
            async with self._comparing:
                comparison = await asyncio.to_thread(_compare, found, comparing, scoring)
        else:
            comparison = None
        if query.format == "json":
            return answer(_shown(found, comparing, comparison, rights, released))
        return _printed(found, query.format, comparison)

    async def _rights(self, player: Player, found: StoredSet, *, looks_back: bool) -> _Rights:
        """Return which tables of a set of boards a player may enter.

        With `looks_back`, the tables belong to an event that shows its results to the player, so tables that
        had no watchers count, too. Raises Refusal if the player may enter none of them.
        """
        admitted, public = set(), False
        reason = Refusal(
            Code.FORBIDDEN, "you may not see this set of boards, because you may enter none of its tables"
        )
        for table in found.board_set.tables:
            try:
                about = await (await self._hub.handle(table)).summary()
            except Refusal as refusal:
                if refusal.code is not Code.NO_SUCH_TABLE:
                    reason = refusal
                continue
            if access.may_enter(about, player.id) or (looks_back and access.is_admitted(about, player.id)):
                admitted.add(table)
            public = public or access.may_enter(about, "")
        if not admitted:
            raise reason
        return _Rights(frozenset(admitted), public)


class _Rights(Struct, frozen=True):
    """The tables of a set of boards that a player may enter, and True if everybody may enter one of them."""

    admitted: frozenset[str]
    public: bool


class _Path(Struct):
    id: TableId


def _comparing(game: AnyGame, wanted: str | None, event: str) -> tuple[Comparing[Any], str]:
    """Return the object that compares the results of a game, and the scoring that a request names.

    `wanted` is the scoring in the request's query, and `event` the event of which the set is a round. Raises
    Refusal if the game has no such scoring.
    """
    comparing = game.comparing
    if comparing is None:
        elsewhere = f": event {event} has their ranking and results" if event else ""
        raise Refusal(
            Code.FORBIDDEN, f"the results of {game.name} cannot be compared between tables{elsewhere}"
        )
    scoring = next(iter(comparing.scorings)) if wanted is None else wanted
    if scoring not in comparing.scorings:
        expected = list_alternatives(tuple(comparing.scorings))
        raise Refusal(
            Code.INVALID_MESSAGE,
            f"expected the scoring {expected}, got {scoring} - at `scoring` of the query",
        )
    return comparing, scoring


def _compare(found: StoredSet, comparing: Comparing[Any], scoring: str) -> Any:
    released = frozenset(found.board_set.released())
    tables = [_results(table, released) for table in found.board_set.tables.values()]
    deals = [deal for deal in found.deals if deal.board in released]
    return comparing.compare(deals, tables, scoring)


def _results(table: SetTable, released: frozenset[int]) -> TableResults:
    """Return a table's results on the released boards, and its players at the last of these boards.

    Released boards are those that no table of the set will play any more.
    """
    results = {
        board: result for board, result in table.results.items() if board in released and result is not None
    }
    seated = [table.players[board] for board in results if table.players.get(board)]
    return TableResults(table.place.name, seated[-1] if seated else (), results)


def _shown(
    found: StoredSet,
    comparing: Comparing[Any],
    comparison: Any,
    rights: _Rights,
    released: tuple[int, ...],
) -> SetShown:
    tables = tuple(
        TableOfSet(table.place.table, table.place.name, table.place.table in rights.admitted)
        for table in _tables(found.board_set)
    )
    return SetShown(
        found.board_set.id,
        found.meta.name,
        found.meta.game,
        tables,
        released,
        dict(comparing.scorings),
        rights.public,
        None if comparison is None else Raw(msgspec.json.encode(comparison)),
        found.board_set.event,
    )


def _tables(board_set: BoardSet) -> Sequence[SetTable]:
    return tuple(board_set.tables.values())


def _printed(found: StoredSet, form: str, comparison: Any) -> Response:
    """Return the comparison of a set of boards as a text, or as an HTML document to print."""
    records = RECORDS.get(found.meta.game)
    printing: Printing[Any] | None = None if records is None else records.printing
    if printing is None or comparison is None:
        raise Refusal(
            Code.FORBIDDEN, "no board of this set can be compared yet: some table may still play each of them"
        )
    title = found.meta.name or f"Set {found.board_set.id}"
    if found.board_set.event:
        title += f", round {round_of(found.board_set.id) + 1}, before the rulings of the directors"
    if form == "text":
        return PlainTextResponse(printing.text(comparison, title))
    return HTMLResponse(printing.document(comparison, title), headers=DOCUMENT)
