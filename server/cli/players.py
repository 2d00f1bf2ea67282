"""The commands of those who come to the tables: sit down, watch, open one, become a guest."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.ending import failure, run_client
from server.cli.games_help import FIRST, GAME, HOUSE, OPTIONS, RECORDS, SEATS, read_game
from server.cli.starting import this_command

if TYPE_CHECKING:
    from bots.terminal.arriving import Way
    from bots.terminal.opening import Opened

Url = Annotated[str, typer.Argument(help="Address of the server, as http://127.0.0.1:8000.")]
TableId = Annotated[str, typer.Argument(help=f"The table's id; the house plays at {HOUSE}.")]
Token = Annotated[
    str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token; without one you become a guest.")
]
OPTIONS_HELP = f"How it is played, as key=value words or a JSON object; may be repeated. {OPTIONS}"
POLICY_HELP = (
    "Who comes and how fast, likewise. access=open, private or invited; watchers=no; hands=after or live; "
    "delay=3min or 2deals (how late watchers see all); hold=2min (how long a seat is kept) or none; "
    "substitute=plain (the robot that then plays); tempo=2s (no action is released sooner); "
    "clock=8min (for a deal), 30s/move, 2min+20s (a bank, and what each move adds) or none; "
    "pause=5s (between deals); ..."
)
SEATS_HELP = (
    "House robots, as N=plain, EW=plain or all=plain, by number as 0=plain or 02=plain; may be repeated. "
    f"A seat is {SEATS}."
)
GameName = Annotated[
    str | None,
    typer.Option(parser=read_game, metavar=GAME, help=f"What is played; {FIRST} where nothing is said."),
]
Options = Annotated[list[str] | None, typer.Option(help=OPTIONS_HELP)]
PolicyWords = Annotated[list[str] | None, typer.Option(help=POLICY_HELP)]


def bot(
    name: Annotated[str, typer.Argument(help="A robot by its name: plain, random, or one you installed.")],
    url: Annotated[str, typer.Option(help="Address of the server.")] = "http://127.0.0.1:8000",
    table: Annotated[str, typer.Option(help="The table's id.")] = "house",
    seats: Annotated[str, typer.Option(help="The seats to take: letters or numbers, as NS or 02.")] = "S",
    boards: Annotated[int | None, typer.Option(min=1, help="Stop after so many deals.")] = None,
    delay_ms: Annotated[int, typer.Option(min=0, help="How long after a decision it acts.")] = 0,
    token: Token = None,
) -> None:
    """Let a robot sit down at a table, in one seat or several, each as a player of its own."""
    from bots.runner import play as sit
    from server.app import robots

    known = robots()
    if name not in known:
        raise failure(f"expected one of {', '.join(sorted(known))}, got {name}")
    if token is not None and len(seats) > 1:
        raise failure("one token is one player, who has one seat; leave --token away for several")

    async def work() -> None:
        await asyncio.gather(
            *(sit(known[name](), url, table, seat, token, boards=boards, delay_ms=delay_ms) for seat in seats)
        )

    run_client(work())


def watch(
    url: Url,
    table: TableId = "house",
    audience: Annotated[
        str,
        typer.Option(
            "--as",
            help="public, seat (your own), all, director, commentator, or the seat to look at (N or 0, ...).",
        ),
    ] = "public",
    token: Token = None,
    name: Annotated[
        str, typer.Option(help="Become a guest of this name, to chat and to ask for hands.")
    ] = "",
) -> None:
    """Show a live table: the hands you may see, bids, clues, score, clock; ? lists what you may type."""
    from bots.terminal import watch as show

    run_client(show(url, table, audience, token, name=name))


def play(
    url: Url,
    table: Annotated[
        str | None, typer.Argument(help="The table's id; without one a table of your own is opened.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Argument(help=f"Your seat, {SEATS}."),
    ] = None,
    game: GameName = None,
    options: Options = None,
    policy: PolicyWords = None,
    title: Annotated[str, typer.Option(help="What your own table is called in the lobby.")] = "",
    token: Token = None,
    name: Annotated[str, typer.Option(help="What you are called at the table.")] = "",
) -> None:
    """Sit down and play; ? lists all that you may type there.

    What a player types: {answers}.

    Without TABLE you play at a table of your own, with robots in the other
    seats; --game, --options, --policy and --title say what it is like.
    Without SEAT you get a free one.
    """
    from bots.registry import DEFAULT_GAME
    from bots.terminal import opening, play_own
    from bots.terminal import play as sit

    called, command = name or _user(), this_command()
    if table is not None:
        if game or options or policy or title:
            raise typer.BadParameter(
                "--game, --options, --policy and --title are for a table of your own: leave TABLE away"
            )
        run_client(sit(url, table, seat, token, name=called, kibitz=command))
        return

    async def work() -> None:
        named = game or DEFAULT_GAME
        wish = opening.Wish(
            game=named,
            options=opening.read_options(options or (), named),
            policy=opening.read_policy(policy or ()),
            title=title or f"{called}'s table"[: opening.TITLE],
        )
        await play_own(url, wish, token, name=called, kibitz=command)

    run_client(work())


def open_table(
    url: Url,
    game: GameName = None,
    options: Options = None,
    policy: PolicyWords = None,
    seats: Annotated[list[str] | None, typer.Option(help=SEATS_HELP)] = None,
    other_seats: Annotated[list[str] | None, typer.Option(help="Likewise in the closed room.")] = None,
    boards: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, readable=True, help="Deals to play; a file of any format."),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            readable=True,
            help=f"{RECORDS}, to lead others through.",
        ),
    ] = None,
    match: Annotated[
        int | None, typer.Option(min=1, help="Two tables that play the same deals, so many of them.")
    ] = None,
    title: Annotated[str, typer.Option(help="What the table is called in the lobby.")] = "",
    name: Annotated[str, typer.Option(help="What you, its host, are called.")] = "",
    token: Token = None,
) -> None:
    """Open a table, a match or a replay, and be its host; prints the ids, and a guest's token, a line each.

    With the token you watch or play as its host, who may type pause, seat,
    invite, policy, director ... there. Exit code 1 with the server's words
    where it refuses.
    """
    from bots.guest import guest
    from bots.registry import DEFAULT_GAME
    from bots.terminal import opening
    from bots.terminal.arriving import ONLY_ROBOTS, Way, preferred_seat
    from bots.wire.http import Http

    if replay is not None and (boards is not None or match is not None or game is not None):
        raise typer.BadParameter("a replay is of one file: neither --game, --boards nor --match goes with it")
    named = (game or DEFAULT_GAME) if replay is None else _replay_of(replay)
    file = boards if replay is None else replay

    async def work() -> None:
        wished = opening.read_options(options or (), named)
        words = opening.seats_wished(named, wished)
        wish = opening.Wish(
            game=named,
            options=wished,
            policy=opening.read_policy(policy or ()),
            seats=opening.read_seats(seats or (), words),
            other_seats=opening.read_seats(other_seats or (), words),
            title=title if replay is None else (title or replay.name)[: opening.TITLE],
            boards=None if file is None else file.read_bytes(),
            count=match,
        )
        host = None if token is not None else await guest(url, name or _user())
        secret = token if host is None else host.token
        opened = await opening.open_table(Http(url, secret), wish)
        mine = words[preferred_seat(words)] if replay is None else "0"
        _tell_opened(Way(this_command(), url, opened.table, mine, None if host is None else secret), opened)
        if any(len(robots) == len(words) for robots in (wish.seats, wish.other_seats)):
            typer.echo(f"  {ONLY_ROBOTS}", err=True)

    run_client(work())


def _replay_of(file: Path) -> str:
    """Return the game that shows the records of a file. Raises typer.Exit for a file that none shows."""
    from server.records.registry import showing_of

    showing = showing_of(file.read_bytes())
    if showing is None:
        raise failure(f"{file}: no game shows such records")
    return showing.game


def _tell_opened(way: Way, opened: Opened) -> None:
    """Print what scripts need on stdout, and what people may do next on stderr."""
    typer.echo(f"table {opened.table}")
    if opened.other is not None:
        typer.echo(f"other {opened.other}")
    if way.token is not None:
        typer.echo(f"token {way.token}")
    mine = "" if way.token is None else f" --token {way.token}"
    typer.echo(f"  be its host:     {way.watch}{mine}", err=True)
    typer.echo(f"  sit down there:  {way.play} {way.seat}{mine}", err=True)
    typer.echo(f"  others watch:    {way.watch}", err=True)


def become_guest(url: Url, name: Annotated[str, typer.Option(help="What you are called.")] = "") -> None:
    """Become a guest: prints an id, by which a host invites you, and a token that you keep to yourself."""
    from bots.guest import guest

    async def work() -> None:
        you = await guest(url, name or _user())
        typer.echo(f"id {you.id}\ntoken {you.token}")

    run_client(work())


def _user() -> str:
    return os.environ.get("USER", "Guest")
