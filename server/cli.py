"""The command line: one typed command for each thing that people do with Kibitz."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from server.settings import Settings, from_environment

if TYPE_CHECKING:
    from bots.terminal.opening import Opened

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

Url = Annotated[str, typer.Argument(help="Address of the server, as http://127.0.0.1:8000.")]
TableId = Annotated[str, typer.Argument(help="The table's id; the house table is called house.")]
Token = Annotated[
    str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token; without one you become a guest.")
]
OPTIONS_HELP = (
    "How it is played, as key=value words or a JSON object; may be repeated. scoring=duplicate, total, "
    "rubber or chicago; boards=N, rounds=N; undo=consent, law25 or none; screens=yes; proven_claims=yes; "
    "dummy_sees=yes; look_back=all or law; stop=10s; partners=cut, waiting=1 (at rubber); ..."
)
POLICY_HELP = (
    "Who comes and how fast, likewise. access=open, private or invited; watchers=no; hands=after or live; "
    "delay=3min or 2boards (how late watchers see all); hold=2min (how long a seat is kept) or none; "
    "substitute=plain (the robot that then plays); tempo=2s (no action is released sooner); "
    "clock=8min (for a board) or none; pause=5s (between boards); ..."
)
SEATS_HELP = "House robots, as N=plain, EW=plain or all=plain; may be repeated."
Files = Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)]


@app.callback()
def kibitz() -> None:
    """Partnership card games over websockets: serve them, play them, watch them, robots welcome."""


def _fail(message: object) -> typer.Exit:
    typer.echo(f"kibitz: {message}", err=True)
    return typer.Exit(1)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on [127.0.0.1].")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on, 0 for a free one [8000].")] = None,
    boards: Annotated[
        list[Path] | None,
        typer.Option(exists=True, dir_okay=False, help="Open a table on these deals (PBN, endplay JSON)."),
    ] = None,
) -> None:
    """Run the server until Ctrl-C.

    Everything else is set by KIBITZ_... variables; README.md lists them. Without KIBITZ_REDIS_URL the
    games are kept by a private redis-server in KIBITZ_DATA, and survive whatever happens to this process.
    """
    from server.store.embedded import NoRedis

    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s", level=logging.WARNING)
    try:
        settings = from_environment(os.environ, host=host, port=port)
        _run_loop(_serve(settings, boards or []))
    except (ValueError, NoRedis, OSError) as error:
        raise _fail(error) from None


async def _serve(settings: Settings, boards: list[Path]) -> None:
    from server import app as wiring

    sets = [(path.name, wiring.deals_of(path)) for path in boards]
    async with wiring.running(settings) as (server, hub, address):
        wiring.stop_on_signals(server)
        typer.echo(f"Kibitz listens on {address}")
        for name, deals in sets:
            table = await wiring.open_on_deals(hub, name, deals)
            typer.echo(f"  {name} is played at table {table}")
        if settings.house:
            typer.echo(f"  watch the house table:  kibitz watch {address} {wiring.HOUSE_TABLE}")
            typer.echo(f"  sit down there:         kibitz play {address} {wiring.HOUSE_TABLE} S")
        sys.stdout.flush()
        await wiring.until_stopped(server)


def _run_loop(work: Coroutine[Any, Any, None]) -> None:
    import uvloop

    uvloop.run(work)


def _run_client(work: Coroutine[Any, Any, object]) -> None:
    """Run a client's work; what it meets is told in a line."""
    from bots.errors import ClientError

    try:
        asyncio.run(work)
    except (ClientError, ValueError) as error:
        raise _fail(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


@app.command()
def bot(
    name: Annotated[str, typer.Argument(help="A robot by its name: plain, random, or one you installed.")],
    url: Annotated[str, typer.Option(help="Address of the server.")] = "http://127.0.0.1:8000",
    table: Annotated[str, typer.Option(help="The table's id.")] = "house",
    seats: Annotated[str, typer.Option(help="The seats to take: letters or numbers, as NS or 02.")] = "S",
    boards: Annotated[int | None, typer.Option(min=1, help="Stop after so many boards.")] = None,
    delay_ms: Annotated[int, typer.Option(min=0, help="How long after a decision it acts.")] = 0,
    token: Token = None,
) -> None:
    """Let a robot sit down at a table, in one seat or several, each as a player of its own."""
    from bots.runner import play as sit
    from server.app import robots

    known = robots()
    if name not in known:
        raise _fail(f"expected one of {', '.join(sorted(known))}, got {name}")
    if token is not None and len(seats) > 1:
        raise _fail("one token is one player, who has one seat; leave --token away for several")

    async def work() -> None:
        await asyncio.gather(
            *(sit(known[name](), url, table, seat, token, boards=boards, delay_ms=delay_ms) for seat in seats)
        )

    _run_client(work())


@app.command()
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
    """Show a live table: the hands you may see, auction, trick, claims, clock; ? lists what you may type."""
    from bots.terminal import watch as show

    _run_client(show(url, table, audience, token, name=name))


@app.command()
def play(
    url: Url,
    table: TableId = "house",
    seat: Annotated[str, typer.Argument(help="Your seat: N, E, S, W or its number.")] = "S",
    token: Token = None,
    name: Annotated[str, typer.Option(help="What you are called at the table.")] = "",
) -> None:
    """Sit down and play: 1NT, P, X, SA, claim 5, undo, /chat; ? lists what you may do, q leaves."""
    from bots.terminal import play as sit

    _run_client(sit(url, table, seat, token, name=name or _user()))


@app.command("open")
def open_table(
    url: Url,
    options: Annotated[list[str] | None, typer.Option(help=OPTIONS_HELP)] = None,
    policy: Annotated[list[str] | None, typer.Option(help=POLICY_HELP)] = None,
    seats: Annotated[list[str] | None, typer.Option(help=SEATS_HELP)] = None,
    other_seats: Annotated[list[str] | None, typer.Option(help="Likewise in the closed room.")] = None,
    boards: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, readable=True, help="Deals to play (PBN, endplay JSON)."),
    ] = None,
    match: Annotated[
        int | None, typer.Option(min=1, help="Two tables that play the same boards, so many of them.")
    ] = None,
    title: Annotated[str, typer.Option(help="What the table is called in the lobby.")] = "",
    name: Annotated[str, typer.Option(help="What you, its host, are called.")] = "",
    token: Token = None,
) -> None:
    """Open a table, or a match, and be its host; prints the ids, and a guest's token, a line each.

    With the token you watch or play as its host, who may type pause, seat,
    invite, policy, director ... there. Exit code 1 with the server's words
    where it refuses.
    """
    from bots.guest import guest
    from bots.terminal import opening
    from bots.wire.http import Http

    async def work() -> None:
        wish = opening.Wish(
            options=opening.read_options(options or ()),
            policy=opening.read_policy(policy or ()),
            seats=opening.read_seats(seats or ()),
            other_seats=opening.read_seats(other_seats or ()),
            title=title,
            boards=None if boards is None else boards.read_bytes(),
            count=match,
        )
        host = None if token is not None else await guest(url, name or _user())
        secret = token if host is None else host.token
        _tell_opened(url, await opening.open_table(Http(url, secret), wish), None if host is None else secret)

    _run_client(work())


def _tell_opened(url: str, opened: Opened, secret: str | None) -> None:
    """What scripts want on stdout, what people may do next on stderr."""
    typer.echo(f"table {opened.table}")
    if opened.other is not None:
        typer.echo(f"other {opened.other}")
    if secret is not None:
        typer.echo(f"token {secret}")
    mine = "" if secret is None else f" --token {secret}"
    typer.echo(f"  be its host:     kibitz watch {url} {opened.table}{mine}", err=True)
    typer.echo(f"  sit down there:  kibitz play {url} {opened.table} S{mine}", err=True)


@app.command("guest")
def become_guest(url: Url, name: Annotated[str, typer.Option(help="What you are called.")] = "") -> None:
    """Become a guest: prints an id, by which a host invites you, and a token that you keep to yourself."""
    from bots.guest import guest

    async def work() -> None:
        you = await guest(url, name or _user())
        typer.echo(f"id {you.id}\ntoken {you.token}")

    _run_client(work())


def _user() -> str:
    return os.environ.get("USER", "Guest")


@app.command()
def replay(files: Files) -> None:
    """Play recorded boards through the rules; one JSON object a line.

    Its fields: file, game, board, ok, contract, declarer, tricks, score_ns, error. Exit code 1 if any
    record is refused; `error` says which rule it breaks.
    """
    from server.replay import replay as boards_of

    refused = 0
    for path in _with_progress(files):
        for row in boards_of(path):
            refused += not row.ok
            sys.stdout.buffer.write(msgspec.json.encode(row) + b"\n")
    sys.stdout.flush()
    if refused:
        raise typer.Exit(1)


def _with_progress(files: list[Path]) -> Any:
    """The files, with a bar on stderr where somebody looks and there is more than one."""
    if len(files) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, description="Replaying", console=Console(stderr=True))


@app.command()
def deal(
    boards: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 1,
    first: Annotated[int, typer.Option(min=1, max=9999, help="The number of the first board.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="The same seed gives the same deals; without one they are secret.")
    ] = None,
) -> None:
    """Deal boards of bridge as PBN, to be played with `kibitz serve --boards FILE`."""
    from protocol.v1.bridge import Deal
    from server.formats import pbn
    from server.games.bridge.state import BridgeState

    rng = SystemRandom() if seed is None else Random(seed)
    drawn = (BridgeState(board=number).chance(rng) for number in range(first, first + boards))
    typer.echo(pbn.dumps([deal for deal in drawn if isinstance(deal, Deal)]), nl=False)
