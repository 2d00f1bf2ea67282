"""`kibitz deal`: what a game starts with, from a seed or by chance."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from inspect import Parameter, Signature
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from server.cli.assembled import run
from server.cli.ending import failure

if TYPE_CHECKING:
    from server.records.base import Dealing, DealOption, Records

Seed = Annotated[
    str | None, typer.Option(help="The same seed gives the same deals; without one they are secret.")
]


def deal(ctx: typer.Context) -> None:
    """Deal boards or a deck, from a seed or by chance."""
    from server.cli import records_help

    run(ctx, _command(), f"{deal.__doc__}\n\n{records_help.deal()}")


def _dealt() -> dict[str, tuple[Records[Any], Dealing]]:
    """Return the games that are dealt for, by name."""
    from server.records.registry import RECORDS

    return {name: (each, each.dealing) for name, each in RECORDS.items() if each.dealing is not None}


def _command() -> Callable[..., None]:
    """Return the function of the command, whose options are those of every game that is dealt for."""
    from server.cli.records_help import default_game

    games = _dealt()
    names = cast(Any, Enum)("Game", {name: name for name in games})
    options = {
        option.name: _annotated(records.title, option)
        for records, dealing in games.values()
        for option in dealing.options
    }
    parameters = {
        "game": (Annotated[names, typer.Option(help="What is played.")], names(default_game())),
        "seed": (Seed, None),
        **{name: (kind, None) for name, kind in options.items()},
    }

    def command(game: Any, seed: str | None, **wishes: Any) -> None:
        typer.echo(_deal(game.value, seed, wishes), nl=False)

    kinds = Parameter.KEYWORD_ONLY
    signature = Signature(
        [Parameter(name, kinds, default=usual, annotation=kind) for name, (kind, usual) in parameters.items()]
    )
    command.__annotations__ = {name: kind for name, (kind, _) in parameters.items()}
    cast(Any, command).__signature__ = signature
    return command


def _annotated(title: str, option: DealOption) -> Any:
    words = f"{title[0].upper()}{title[1:]}: {option.help}"
    if option.type is bool:
        return Annotated[bool | None, typer.Option(f"--{option.name}", help=words)]
    told = typer.Option(f"--{option.name}", min=option.least, max=option.most, help=words)
    return Annotated[option.type | None, told]


def _deal(game: str, seed: str | None, wishes: dict[str, Any]) -> str:
    """Return what is dealt. Raises typer.Exit for options of other games, and for what cannot be dealt."""
    import msgspec

    from server.errors import KibitzError

    games = _dealt()
    dealing = games[game][1]
    mine = {option.name for option in dealing.options}
    given = {name: value for name, value in wishes.items() if value is not None and value is not False}
    for records, other in games.values():
        foreign = [option.name for option in other.options if option.name not in mine]
        if not given.keys().isdisjoint(foreign):
            listed = " and ".join((", ".join(f"--{name}" for name in foreign[:-1]), f"--{foreign[-1]}"))
            listed = listed.removeprefix(" and ")
            verb = "is" if len(foreign) == 1 else "are"
            raise failure(f"{dealing.dealt}: {listed} {verb} for {records.title}")
    try:
        return dealing.deal(given, seed, SystemRandom())
    except (KibitzError, LookupError, msgspec.ValidationError) as error:
        raise failure(error) from None
