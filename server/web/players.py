"""The finished deals of a player over HTTP: their list, their export, and the deletion of the player."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from protocol.v1.codes import Code
from protocol.v1.updates import You
from server.errors import Refusal
from server.hub.archive.player_games import PAGE, PlayedDeal, PlayerGames, Wish
from server.session.front_desk import FrontDesk
from server.store.archive.archive import is_pseudonym
from server.table.player import Player
from server.table.seats import is_house_id
from server.web.auth import Authenticator
from server.web.client_ip import ClientAddresses
from server.web.responses import answer, query_of

ME = "me"
"""The word for the player of the request's token in place of a player's id."""
DAY = timedelta(days=1)


class GamesQuery(Struct):
    """The query of a request for a player's finished deals."""

    before: Annotated[str | None, Meta(description="`cursor` of the page with later deals.")] = None
    limit: Annotated[int, Meta(description="The most deals in the answer.", ge=1, le=PAGE)] = 20
    game: Annotated[str | None, Meta(description="Only deals of this game.")] = None
    since: Annotated[date | None, Meta(description="Only deals that ended on this day (UTC) or later.")] = (
        None
    )
    until: Annotated[date | None, Meta(description="Only deals that ended on this day (UTC) or earlier.")] = (
        None
    )


class GamePlayer(Struct):
    """A player or house robot with a seat at the end of a deal.

    `player` is the player's id, null for a house robot and for a player who has deleted the own data. `robot`
    is true for a house robot. `robot_of` is the name of the owner of another author's robot, as at the table,
    and "" for others. Deals that older servers archived have no owners.

    A seat may have two of them: its absent owner, and the player or the robot that has played instead.
    """

    seat: int
    name: str
    player: str | None
    robot: bool
    robot_of: str = ""


class PlayedGame(Struct):
    """A finished deal of a player.

    `id` names the deal at `/v1/games/{game}`. `number` is the number of the board, hand or game as in views,
    and null if a view shows none; then `id` names all deals of the table. `result` is one line, such as
    `4♠ S = +620`, at the end of the deal; a later ruling stands in the record.
    """

    id: str
    table: str
    number: int | None
    game: str
    ended_ms: int
    result: str
    players: list[GamePlayer]


class PlayedGames(Struct):
    """Finished deals of a player, the latest first.

    If there are more, `cursor` is the query parameter `before` for the next page.
    """

    games: list[PlayedGame]
    cursor: str | None


class ExportStart(Struct, tag_field="t", tag="player"):
    """The first line of an export: the player, the time (ms since 1970), and the number of valid tokens."""

    player: You
    made_ms: int
    tokens: int


class ExportedGame(PlayedGame, tag_field="t", tag="game"):
    """A line of an export: a finished deal with its record, as a download in the format `format` has it.

    `format` and `record` are null for a deal that the server cannot read.
    """

    format: str | None
    record: str | None


class ExportEnd(Struct, tag_field="t", tag="end"):
    """The last line of an export: the number of deals. An export without this line is not complete."""

    games: int


ExportLine = ExportStart | ExportedGame | ExportEnd


class DeletionQuery(Struct):
    """The query of a request that deletes a player."""

    confirm: Annotated[
        str | None,
        Meta(description="The id of the player, as a confirmation that no program sends by chance."),
    ] = None


class DeletedPlayer(Struct):
    """The id of the player that was deleted.

    The number of its deals is not told: it would count the deals of a set that no player may know of yet.
    """

    id: str


class Players:
    """The HTTP handlers of `/v1/players`."""

    def __init__(
        self,
        front_desk: FrontDesk,
        games: PlayerGames,
        addresses: ClientAddresses,
        authenticator: Authenticator,
    ) -> None:
        self._front_desk = front_desk
        self._games = games
        self._addresses = addresses
        self._authenticator = authenticator

    async def list_games(self, request: Request) -> Response:
        """List the finished deals in which a player had a seat, the latest first.

        The player `me` is that of the token. A player sees the own deals that the player may download now.
        Others see those deals of tables with `access: open` that everybody may download now. A deal is listed
        a moment after its end.
        """
        query = query_of(request, GamesQuery)
        self._limit(request)
        about = request.path_params["player"]
        caller = await self._authenticator.player(request, needed=about == ME)
        if is_house_id(about) or is_pseudonym(about):
            raise Refusal(Code.FORBIDDEN, "house robots and deleted players have no list")
        wish = Wish(query.before, query.limit, query.game, _start_ms(query.since), _end_ms(query.until))
        page = await self._games.page(caller, caller.id if about == ME else about, wish)
        return answer(PlayedGames([_played(deal) for deal in page.deals], page.cursor))

    async def export(self, request: Request) -> Response:
        """Return all that the server has about the player: the finished deals with their records.

        The deals are those that the player may download now, the latest first, one JSON object per line. The
        last line is `{"t":"end"}` with the number of deals.
        """
        wait_ms = self._addresses.export(self._authenticator.address(request), self._authenticator.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many exports; try again later", retry_ms=wait_ms)
        player = await self._authenticator.player(request, needed=True)
        tokens = len(await self._front_desk.guests.tokens(player))
        start = ExportStart(You(id=player.id, name=player.name), self._authenticator.now_ms(), max(1, tokens))
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''kibitz-{quote(player.id)}.ndjson"}
        return StreamingResponse(
            self._export(start, player), media_type="application/x-ndjson", headers=headers
        )

    async def _export(self, start: ExportStart, player: Player) -> AsyncIterator[bytes]:
        yield _line(start)
        games = 0
        with suppress(Refusal, OSError):
            async for deal, record in self._games.records(player):
                form = None if record is None else next(iter(record.formats))
                text = None if record is None or form is None else record.file(form).decode()
                shown = msgspec.structs.asdict(_played(deal))
                yield _line(ExportedGame(**shown, format=form, record=text))
                games += 1
            yield _line(ExportEnd(games))

    async def delete(self, request: Request) -> Response:
        """Delete a player: a pseudonym replaces the id and the name in all archived deals, all tokens end.

        The deals themselves stay for their other players. Events show the pseudonym to everybody. A table
        that is not archived yet keeps the name until then: its seat is held and played on as after a lost
        connection.
        """
        query = query_of(request, DeletionQuery)
        player, token = await self._authenticator.player_and_token(request)
        if query.confirm != player.id:
            text = "expected the id of the player - at `confirm` of the query"
            raise Refusal(Code.INVALID_MESSAGE, text)
        self._front_desk.allowances.check_change(player)
        # The archive first: with the token, the player can send the request again after a failure.
        await self._front_desk.hub.services.archive.forget_player(player.id)
        await self._front_desk.end_tokens(player, token, "all")
        return answer(DeletedPlayer(player.id))

    def _limit(self, request: Request) -> None:
        wait_ms = self._addresses.games(self._authenticator.address(request), self._authenticator.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many lists of games; try again later", retry_ms=wait_ms)


def _line(line: ExportLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _played(deal: PlayedDeal) -> PlayedGame:
    id_ = deal.table if deal.number is None else f"{deal.table}.{deal.number}"
    players = [
        GamePlayer(
            person.seat,
            person.name,
            None if person.robot or is_pseudonym(person.id) else person.id,
            person.robot,
            person.robot_of,
        )
        for person in deal.people
        if person.seat is not None
    ]
    return PlayedGame(id_, deal.table, deal.number, deal.game, deal.ended_ms, deal.result, players)


def _start_ms(day: date | None) -> int | None:
    """Return the time (ms since 1970) at which a day begins in UTC."""
    if day is None:
        return None
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _end_ms(day: date | None) -> int | None:
    """Return the time (ms since 1970) at which the day after a day begins in UTC."""
    begin_ms = _start_ms(day)
    return None if begin_ms is None else begin_ms + int(DAY.total_seconds() * 1000)
