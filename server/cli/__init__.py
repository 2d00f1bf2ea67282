"""The command line: one typed command for each thing that people do with Kibitz."""

from __future__ import annotations

from typing import Annotated

import typer

from server.cli import dealing, duel, players, records, serving
from server.cli.assembled import Assembled
from server.cli.games_help import GamesCommand
from server.cli.installed_games import add_installed_games

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    from server.version import NAME

    if wanted:
        typer.echo(NAME)
        raise typer.Exit


@app.callback()
def kibitz(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print name and version."),
    ] = False,
) -> None:
    """Partnership card games over websockets: serve them, play them, watch them, robots welcome."""
    add_installed_games()


app.command()(serving.serve)
app.command()(players.bot)
app.command(cls=GamesCommand)(players.watch)
app.command(cls=GamesCommand)(players.play)
app.command("open", cls=GamesCommand)(players.open_table)
app.command("guest")(players.become_guest)
app.command(cls=Assembled)(records.replay)
app.command(cls=Assembled)(records.convert)
app.command(cls=Assembled)(dealing.deal)
app.command(cls=GamesCommand)(duel.duel)
