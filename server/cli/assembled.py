"""Commands whose options and help are assembled from the registry of records, when they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand


class Assembled(TyperCommand):
    """A command that reads none of its arguments, `--help` neither: the command that it makes does."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the arguments as they are."""
        ctx.args = list(args)
        return args


def run(ctx: typer.Context, command: Callable[..., None], help: str) -> None:
    """Run a function as the command of this context, with the context's arguments."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(help=help)(command)
    typer.main.get_command(app).main(args=list(ctx.args), prog_name=ctx.command_path)
