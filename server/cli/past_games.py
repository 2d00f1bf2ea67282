"""The command `kibitz games`: the finished games of a player, or all data of a player as a file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from server.cli import completion
from server.cli.failures import run_client
from server.cli.input_output import write_output
from server.cli.players import Url
from server.cli.registry_help import game_parser, played_games
from server.text import clean

if TYPE_CHECKING:
    from bots.past_games import GamePlayer, PastGame

DAYS = ["%Y-%m-%d"]


def games(
    url: Url,
    player: Annotated[
        str | None, typer.Argument(help="The id of a player; without it, you yourself, by your token.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            parser=game_parser(played_games),
            autocompletion=completion.games(played_games),
            metavar="{played_games}",
            help="Only games of this kind.",
        ),
    ] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=DAYS, metavar="day", help="The first day (UTC), as 2026-11-30.")
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=DAYS, metavar="day", help="The last day (UTC).")
    ] = None,
    most: Annotated[
        int | None, typer.Option(min=1, metavar="number", help="Only so many, the latest ones.")
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            metavar="file",
            help="Write all your data with the record of each game into this file; - is standard output.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each game.")] = False,
    token: Annotated[
        str | None, typer.Option(envvar="KIBITZ_TOKEN", metavar="token", help="Your bearer token.")
    ] = None,
) -> None:
    """List the finished games of a player, the latest first: day, kind, id, result and players.

    Days and times are those of UTC. The id of a game stands in the address of its download, /v1/games/ID, and
    of its replay on the page.
    """
    from bots import past_games
    from bots.wire.http import Http

    if player is None and token is None:
        raise typer.BadParameter("expected the id of a PLAYER, or your --token")
    if export is not None and (token is None or any((player, game, since, until, most, as_json))):
        raise typer.BadParameter("--export writes all your own data: expected --token alone beside it")

    async def work() -> None:
        http = Http(url, token)
        if export is not None:
            write_output(export, (await past_games.export(http)).decode())
            return
        first, last = (None if day is None else day.date() for day in (since, until))
        found = past_games.past_games(http, player or "me", game=game, since=first, until=last, most=most)
        async for each in found:
            typer.echo(msgspec.json.encode(each) if as_json else _line(each))

    run_client(work())


def _line(game: PastGame) -> str:
    """Return a game as one line for people."""
    day = datetime.fromtimestamp(game.ended_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    players = ", ".join(_named(each) for each in game.players)
    return "  ".join((day, clean(game.game), clean(game.id), clean(game.result) or "-", players))


def _named(player: GamePlayer) -> str:
    """Return the name of a player, for a robot with the name of its owner."""
    name = clean(player.name)
    return f"{name} (robot of {clean(player.robot_of)})" if player.robot_of else name
