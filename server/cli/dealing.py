"""The command that prints the deals of a game, from a seed or at random: `kibitz deal`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from inspect import Parameter, Signature
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from server.cli import completion
from server.cli.failures import failure
from server.cli.numbers import whole_number
from server.cli.registry_help import RegistryCommand, dealt_games, default_dealt_game, game_parser

if TYPE_CHECKING:
    from server.records.base import Dealing, DealOption, Records


class DealCommand(RegistryCommand):
    """The command `kibitz deal`, which has the options of all games.

    The function `deal` finds the values of the games' options in `ctx.obj`.
    """

    @cached_property
    def _game_options(self) -> list[Any]:
        """Return the options of all games as parameters of `kibitz deal`.

        Typer makes a command's parameters only from the signature of a function, so this method gives Typer a
        function that is never called.
        """

        def command(**options: Any) -> None:
            raise AssertionError("expected no call of the function that Typer reads only for its parameters")

        annotations = {
            option.name: _annotation(records.title, option)
            for records, dealing in _dealings().values()
            for option in dealing.options
        }
        cast(Any, command).__signature__ = Signature(
            [
                Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
                for name, annotation in annotations.items()
            ]
        )
        command.__annotations__ = annotations
        app = typer.Typer(add_completion=False)
        app.command()(command)
        return list(typer.main.get_command(app).params)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters of `deal` itself, then the options of the games, then `--help`."""
        own = super().get_params(ctx)
        return [*own[:-1], *self._game_options, own[-1]]

    def invoke(self, ctx: Any) -> Any:
        """Run `kibitz deal`. The options of the games are passed in `ctx.obj` instead of as arguments."""
        ctx.obj = {option.name: ctx.params.pop(option.name) for option in self._game_options}
        return super().invoke(ctx)


def deal(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Option(
            parser=game_parser(dealt_games),
            autocompletion=completion.games(dealt_games),
            metavar="{dealt_games}",
            help="The game of the deals; {default_dealt_game} without this option.",
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="text", help="The seed of the deals; without a seed the deals are random."),
    ] = None,
) -> None:
    """Print deals of a game, from a seed or at random.

    {deal}
    """
    typer.echo(_dealt(game or default_dealt_game(), seed, ctx.obj), nl=False)


def _dealings() -> dict[str, tuple[Records[Any], Dealing]]:
    """Return the games for which deals can be printed, by the name of the game."""
    from server.records.registry import RECORDS

    return {name: (each, each.dealing) for name, each in RECORDS.items() if each.dealing is not None}


def _annotation(title: str, option: DealOption) -> Any:
    help = f"{title[0].upper()}{title[1:]}: {option.help}"
    if option.type is bool:
        return Annotated[bool | None, typer.Option(f"--{option.name}", help=help)]
    if option.type is int:
        number = whole_number(f"--{option.name}", least=option.least, most=option.most, help=help)
        return Annotated[int | None, number]
    return Annotated[option.type | None, typer.Option(f"--{option.name}", metavar="text", help=help)]


def _dealt(game: str, seed: str | None, values: Mapping[str, Any]) -> str:
    """Return the text of the deals that `kibitz deal` prints.

    Raises typer.Exit, after printing the reason, for an option of another game than `game` and for options
    that no deal satisfies.
    """
    import msgspec

    from server.errors import KibitzError

    dealings = _dealings()
    dealing = dealings[game][1]
    own_names = {option.name for option in dealing.options}
    options = {name: value for name, value in values.items() if value is not None and value is not False}
    for records, other in dealings.values():
        foreign = [option.name for option in other.options if option.name not in own_names]
        if not options.keys().isdisjoint(foreign):
            listed = " and ".join((", ".join(f"--{name}" for name in foreign[:-1]), f"--{foreign[-1]}"))
            listed = listed.removeprefix(" and ")
            verb = "which is an option" if len(foreign) == 1 else "which are options"
            raise failure(f"{dealing.dealt}: leave out {listed}, {verb} for {records.title}")
    try:
        return dealing.deal(options, seed, SystemRandom())
    except (KibitzError, LookupError, msgspec.ValidationError) as error:
        raise failure(error) from None
