"""`kibitz serve`."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.ending import failure
from server.cli.starting import this_command
from server.settings import Settings, from_environment


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, 0 for a free one [8000].")] = None,
    boards: Annotated[
        list[Path] | None,
        typer.Option(exists=True, dir_okay=False, help="Open a table on the deals of this file."),
    ] = None,
) -> None:
    """Run the server until Ctrl-C.

    Everything else is set by KIBITZ_... variables; README.md lists them. Without KIBITZ_REDIS_URL the
    games are kept by a private redis-server in KIBITZ_DATA, and survive whatever happens to this process.
    """
    from server.store.binaries import NoRedis

    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s", level=logging.WARNING)
    try:
        settings = from_environment(os.environ, host=host, port=port)
        _run_loop(_serve(settings, boards or []))
    except asyncio.CancelledError:
        typer.echo("Kibitz was stopped before it listened; the games are as they were", err=True)
    except (ValueError, NoRedis, OSError) as error:
        raise failure(error) from None


async def _serve(settings: Settings, boards: list[Path]) -> None:
    from server import app as wiring

    wiring.cancel_on_signals()  # until it listens: the games may take long to load
    sets = [(path.name, wiring.deals_of(path)) for path in boards]
    async with wiring.running(settings) as (server, hub, address):
        wiring.stop_on_signals(server)
        typer.echo(f"Kibitz listens on {address}")
        for name, deals in sets:
            table = await wiring.open_on_deals(hub, name, deals)
            typer.echo(f"  {name} is played at table {table}")
        for what, command in _first_commands(address, settings.house):
            typer.echo(f"  {what + ':':33} {command}")
        sys.stdout.flush()
        await wiring.until_stopped(server)


def _first_commands(address: str, house: bool) -> Iterator[tuple[str, str]]:
    """Yield what people may do first, and the commands for it, to be pasted into another terminal."""
    from bots.registry import DEFAULT_GAME, GAMES, played_games
    from server import app as wiring

    kibitz = this_command()
    yield "a table of your own with robots", f"{kibitz} play {address}"
    for game in played_games():
        if game.name != DEFAULT_GAME:
            yield f"the same at {game.title}", f"{kibitz} play {address} --game {game.name}"
    if house:
        yield "watch the house robots play", f"{kibitz} watch {address} {wiring.HOUSE_TABLE}"
        for name, table in wiring.HOUSE_TABLES.items():
            yield f"sit down at their {GAMES[name].title} table", f"{kibitz} play {address} {table} S"


def _run_loop(work: Coroutine[Any, Any, None]) -> None:
    import uvloop

    uvloop.run(work)
