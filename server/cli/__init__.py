"""The command line `kibitz`: one typed command for each task of players, hosts and operators."""

from __future__ import annotations

from typing import Annotated

import typer

from server.cli import (
    admin,
    benchmark,
    comparing,
    dealing,
    duel,
    events,
    past_games,
    players,
    records,
    robots,
    serving,
)
from server.cli.installed_games import add_installed_games
from server.cli.plain_help import PlainCommand, PlainGroup
from server.cli.registry_help import RegistryCommand

app = typer.Typer(cls=PlainGroup, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(asked: bool) -> None:
    from server.version import NAME

    if asked:
        typer.echo(NAME)
        raise typer.Exit


@app.callback()
def kibitz(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the name and the version."
        ),
    ] = False,
) -> None:
    """Serve, play and watch partnership card games over websockets, and let robots play."""
    add_installed_games()


app.command(cls=PlainCommand)(serving.serve)
app.command(cls=PlainCommand)(robots.bot)
app.command(cls=RegistryCommand)(players.watch)
app.command(cls=RegistryCommand)(players.play)
app.command("open", cls=RegistryCommand)(players.open_table)
app.command("guest", cls=PlainCommand)(players.become_guest)
app.command(cls=PlainCommand)(comparing.compare)
app.command(cls=RegistryCommand)(past_games.games)
app.command(cls=RegistryCommand)(records.replay)
app.command(cls=RegistryCommand)(records.convert)
app.command(cls=dealing.DealCommand)(dealing.deal)
app.command(cls=RegistryCommand)(duel.duel)
app.add_typer(admin.admin, name="admin")
app.add_typer(events.event, name="event")
app.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
)(benchmark.bench)
