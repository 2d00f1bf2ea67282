"""The command that lets robots play, and lists the installed robots: `kibitz bot`."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Annotated, Any

import msgspec
import typer
from msgspec import Struct

from protocol.words import did_you_mean
from server.cli import completion
from server.cli.checking import examine
from server.cli.failures import failure, run_client
from server.cli.numbers import whole_number
from server.cli.players import Token
from server.cli.robot_classes import made, told_with_place, with_own_class
from server.cli.robot_tokens import kept_token

LIST, CHECK = "list", "check"


class InstalledRobot(Struct, frozen=True):
    """A robot of an installed package, as `kibitz bot list --json` prints it.

    `levels` are the levels of the robot, the quickest first, and `default_level` is the level of the robot
    with `name` alone; at any other level the robot's name is `name:level`. `about` tells how the robot plays.
    """

    name: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    default_level: str
    about: str


def bot(
    name: Annotated[
        str,
        typer.Argument(
            help="An installed robot, such as plain, or name:level for a robot with levels, or"
            " package.module:Class of your own; `list` lists all installed robots, with their games, their"
            " levels and a line on how they play; `check` examines any robot, in any language, while it plays"
            " through a proxy that disturbs its connection.",
            autocompletion=lambda: [*completion.robots(), LIST, CHECK],
        ),
    ],
    url: Annotated[
        str, typer.Option(metavar="address", help="The address of the server.")
    ] = "http://127.0.0.1:8000",
    table: Annotated[str, typer.Option(metavar="id", help="The table's id.")] = "house",
    seats: Annotated[
        str,
        typer.Option(
            "--seats", "--seat", metavar="seats", help="The seats to take: letters or numbers, as NS or 02."
        ),
    ] = "S",
    boards: Annotated[int | None, whole_number(least=1, help="The number of deals to play.")] = None,
    delay_ms: Annotated[
        int, whole_number(least=0, kind="milliseconds", help="The time to wait before each action.")
    ] = 0,
    token: Token = None,
    table_manager: Annotated[
        str | None,
        typer.Option(
            metavar="host:port",
            help="Join the match of another program's table manager (version 18) instead of a Kibitz table.",
        ),
    ] = None,
    team: Annotated[
        str, typer.Option(metavar="name", help="With --table-manager: the name of the robot's team.")
    ] = "Kibitz",
    answer_ms: Annotated[
        int | None,
        whole_number(
            least=1, kind="milliseconds", help="With `check`: the longest time for an answer; usually 10000."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With `list` and `check`: print the robots or the report as JSON.")
    ] = False,
) -> None:
    """Let a robot sit down at a table, in one seat or in several seats, each as a separate player.

    The token of each of these players is kept in the user's state folder, so that a robot that crashed takes
    its own chair back when it is started again.
    """
    from bots.errors import RobotError
    from bots.runner import play as sit
    from bots.seating import Companions

    if name == LIST:
        print_robots(as_json)
        return
    if name == CHECK:
        examine(url, table, seats, token, answer_ms, as_json)
        return
    if as_json or answer_ms is not None:
        raise failure("--json is an option of `kibitz bot list` and `check`, --answer-ms one of `check`")
    make = maker(name)
    if token is not None and len(seats) > 1:
        raise failure(
            f"a token belongs to one player, and a player has one seat: leave out --token for seats {seats}"
        )

    if table_manager is not None:
        run_client(_join(table_manager, team, [(make(), seat) for seat in seats]))
        return
    companions = Companions()

    async def sit_down(robot: Any, seat: str) -> None:
        async with AsyncExitStack() as stack:
            kept = token or await stack.enter_async_context(kept_token(url, table, name, seat, robot.name))
            await sit(robot, url, table, seat, kept, boards=boards, delay_ms=delay_ms, companions=companions)

    async def work() -> None:
        robots = [make() for _ in seats]
        try:
            await asyncio.gather(*map(sit_down, robots, seats))
        except RobotError as error:
            raise ValueError(told_with_place(error)) from None

    run_client(work())


def maker(name: str) -> Callable[[], Any]:
    """Return a function that makes the robot with this name, or of a class `package.module:Class`.

    Raises typer.Exit, after printing the reason, if there is no such robot.
    """
    from server.deployment.installed_robots import installed_robots

    try:
        known = with_own_class(name, installed_robots())
    except ValueError as error:
        raise failure(error) from None
    if name not in known:
        raise failure(
            f"expected one of the robots {', '.join(sorted(known))}, or package.module:Class of your own,"
            f" got {name}{did_you_mean(name, known)}"
        )
    return lambda: made(known[name], name)


async def _join(address: str, team: str, robots: list[tuple[Any, str]]) -> None:
    """Let robots play seats of a match at another program's table manager."""
    from bots.errors import RobotError
    from bots.seats import seat_number
    from bots.table_manager.joining import join

    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"expected an address such as 127.0.0.1:2000, got {address}")
    try:
        played = await asyncio.gather(
            *(join(robot, host.strip("[]"), int(port), team, seat_number(seat)) for robot, seat in robots)
        )
    except RobotError as error:
        raise ValueError(told_with_place(error)) from None
    typer.echo(f"played {min(played)} boards")


def print_robots(as_json: bool) -> None:
    """Print the installed robots, as a table or as JSON."""
    from rich.console import Console
    from rich.table import Table

    robots = list_robots()
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(robots) + b"\n")
        return
    table = Table("robot", "games", "levels", "how it plays", box=None, pad_edge=False)
    for robot in robots:
        levels = ", ".join(
            f"{level} (usual)" if level == robot.default_level else level for level in robot.levels
        )
        table.add_row(robot.name, ", ".join(robot.games), levels, robot.about)
    Console().print(table)


def list_robots() -> tuple[InstalledRobot, ...]:
    """Return the robots of all installed packages in alphabetical order."""
    from bots.bot import Bot
    from server.deployment.installed_robots import games_of, robot_classes

    classes = robot_classes()
    games = games_of(classes)
    return tuple(
        InstalledRobot(
            name,
            games[name],
            tuple(getattr(robot, "levels", Bot.levels)),
            str(getattr(robot, "default_level", Bot.default_level)),
            about(robot),
        )
        for name, robot in sorted(classes.items())
    )


def about(robot: Callable[..., Any]) -> str:
    """Return a sentence on how a robot plays: its attribute `about`, or the first sentence of its docstring.

    >>> class Caller:
    ...     '''Passes throughout. Never bids.'''
    >>> about(Caller)
    'Passes throughout.'
    """
    told = str(getattr(robot, "about", ""))
    return told or re.split(r"(?<=[.!?])\s", " ".join((robot.__doc__ or "").split()), maxsplit=1)[0]
