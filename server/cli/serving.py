"""The command that runs the server: `kibitz serve`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.failures import failure
from server.cli.invocation import this_command
from server.deployment.logs import configure_logs, log_fault
from server.settings import Settings, from_environment

NOT_BUILT = "not built; run make page in the sources of Kibitz"


def serve(
    host: Annotated[
        str | None, typer.Option(metavar="address", help="The address to listen on [127.0.0.1].")
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar="number", help="The port to listen on, 0 for a free port [8000].")
    ] = None,
    table_manager: Annotated[
        str | None,
        typer.Option(
            metavar="number",
            help="A port for programs of the table-manager protocol, on this machine.",
        ),
    ] = None,
    boards: Annotated[
        list[Path] | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="A file of deals; the server opens a table that plays these deals.",
        ),
    ] = None,
) -> None:
    """Run the server until Ctrl-C.

    All settings without an option are environment variables KIBITZ_..., which deploy/OPERATING.md lists.
    Without KIBITZ_REDIS_URL a private redis-server stores the games in the folder KIBITZ_DATA, where they
    survive a crash.
    """
    from server.store.binaries import NoRedis

    try:
        settings = from_environment(os.environ, host=host, port=port, table_manager_port=table_manager)
        configure_logs(settings)
        _run_loop(_serve(settings, boards or []))
    except asyncio.CancelledError:
        typer.echo("Kibitz was stopped before it accepted connections; no game has changed", err=True)
    except (ValueError, NoRedis, OSError) as error:
        raise failure(error) from None


async def _serve(settings: Settings, boards: list[Path]) -> None:
    from server.app import running
    from server.deployment.house_tables import open_on_deals, read_deals_file
    from server.deployment.installed_page import page_folder
    from server.deployment.signals import cancel_on_signals, stopped_by_signals
    from server.web.page import built_page

    # Let a signal cancel the start until the server listens, because loading the games may take long.
    cancel_on_signals()
    asyncio.get_running_loop().set_exception_handler(log_fault)
    sets = [(path.name, read_deals_file(path)) for path in boards]
    async with running(settings) as (_, hub, address):
        stopped = stopped_by_signals()
        typer.echo(f"Kibitz listens on {address}")
        in_browser = f"{address}/" if built_page(page_folder()).is_built else NOT_BUILT
        typer.echo(f"  {'play in your browser:':33} {in_browser}")
        for name, deals in sets:
            table = await open_on_deals(hub, name, deals)
            typer.echo(f"  {name} is played at table {table}")
        if settings.table_manager_port:
            place = f"{settings.table_manager_host}:{settings.table_manager_port}"
            typer.echo(f"  {'programs with table-manager lines:':33} {place}")
        for purpose, command in _first_commands(address, settings.house):
            typer.echo(f"  {purpose + ':':33} {command}")
        sys.stdout.flush()
        await stopped.wait()


def _first_commands(address: str, house: bool) -> Iterator[tuple[str, str]]:
    """Yield commands that a new user can paste into another terminal, each after a text with its purpose."""
    from bots.registry import DEFAULT_GAME, played_games
    from server.deployment.house_tables import HOUSE_TABLES

    kibitz = this_command()
    yield "a table of your own with robots", f"{kibitz} play {address}"
    for game in played_games():
        if game.name != DEFAULT_GAME:
            yield f"your own table at {game.title}", f"{kibitz} play {address} --game {game.name}"
    if house:
        yield "watch the house robots play", f"{kibitz} watch {address} {HOUSE_TABLES[0].id}"
        for table in HOUSE_TABLES:
            yield f"sit down at their {table.title} table", f"{kibitz} play {address} {table.id} {table.seat}"


def _run_loop(work: Coroutine[Any, Any, None]) -> None:
    import uvloop

    uvloop.run(work)
