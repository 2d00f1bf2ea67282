"""The command line."""

from __future__ import annotations

import logging
import os
import sys
from typing import Annotated

import typer

from server.settings import from_environment

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")


@app.callback()
def kibitz() -> None:
    """Partnership card games over websockets: serve them, play them, watch them."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
) -> None:
    """Run the server until Ctrl-C."""
    import uvloop

    from server import app as wiring
    from server.store.embedded import NoRedis

    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s", level=logging.WARNING)
    try:
        settings = from_environment(os.environ, host=host, port=port)
        uvloop.run(wiring.serve(settings, _announce))
    except (ValueError, NoRedis, OSError) as error:
        typer.echo(f"kibitz: {error}", err=True)
        raise typer.Exit(1) from None


def _announce(address: str) -> None:
    typer.echo(f"Kibitz listens on {address}")
    typer.echo(f"  watch the house table:  kibitz watch {address} house")
    typer.echo(f"  play South there:       kibitz play {address} house S")
    sys.stdout.flush()
