"""The command line: one typed command for each thing that people do with Kibitz."""

from __future__ import annotations

import typer

from server.cli import dealing, duel, players, records, serving

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def kibitz() -> None:
    """Partnership card games over websockets: serve them, play them, watch them, robots welcome."""


app.command()(serving.serve)
app.command()(players.bot)
app.command()(players.watch)
app.command()(players.play)
app.command("open")(players.open_table)
app.command("guest")(players.become_guest)
app.command()(records.replay)
app.command()(records.convert)
app.command()(dealing.deal)
app.command()(duel.duel)
