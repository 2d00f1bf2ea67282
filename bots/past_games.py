"""The finished games of a player, and the export of all own data, from a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from urllib.parse import quote

from msgspec import Struct

from bots.errors import GaveUp
from bots.wire.http import Http, read

PAGE = 50
END = b'{"t":"end"'


class GamePlayer(Struct, frozen=True):
    """A player or house robot with a seat at the end of a game; `player` is the player's id.

    `player` is None for a house robot, and for a player who has been deleted. `robot_of` is the name of the
    owner of another author's robot, and "" for others.
    """

    seat: int
    name: str
    player: str | None
    robot: bool
    robot_of: str = ""


class PastGame(Struct, frozen=True):
    """A finished deal; `id` names it for downloads (`Http.game`), and `ended_ms` is a time (ms since 1970).

    `number` is the number of the board, hand or game as in views, None if they show none.
    """

    id: str
    table: str
    number: int | None
    game: str
    ended_ms: int
    result: str
    players: tuple[GamePlayer, ...]


class _Page(Struct):
    games: tuple[PastGame, ...]
    cursor: str | None


async def past_games(
    http: Http,
    player: str = "me",
    *,
    game: str | None = None,
    since: date | None = None,
    until: date | None = None,
    most: int | None = None,
) -> AsyncIterator[PastGame]:
    """Yield the finished deals of a player that may be seen now, the latest first, at most `most`.

    The player `me` is that of the token. `since` and `until` are the first and the last day in UTC. Raises
    Refused if the server refuses, and GaveUp if no server answers.
    """
    query: dict[str, str | int] = {} if game is None else {"game": game}
    query |= {name: str(day) for name, day in (("since", since), ("until", until)) if day is not None}
    path = f"/v1/players/{quote(player, safe='')}/games"
    left = most
    while left is None or left > 0:
        limit = PAGE if left is None else min(PAGE, left)
        page = read(await http.ask("GET", path, query={**query, "limit": limit}), _Page)
        for each in page.games:
            yield each
        if page.cursor is None:
            return
        query["before"] = page.cursor
        left = None if left is None else left - len(page.games)


async def export(http: Http) -> bytes:
    """Return all data of the player of the token, one JSON object per line.

    Raises Refused if the server refuses, and GaveUp if no server answers or if the export is not complete.
    """
    answer = await http.ask("GET", "/v1/players/me/export")
    if not answer.content.rstrip().rpartition(b"\n")[2].startswith(END):
        raise GaveUp("the server has not sent the whole export; try again")
    return answer.content
