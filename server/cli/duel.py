"""The command that lets two robots play against each other: duel."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from server.cli.ending import failure
from server.errors import KibitzError, RobotFault

if TYPE_CHECKING:
    from server.duel import Contest, Duel, Entrant, Figures, Played, Thought

ROBOT_HELP = "A robot: plain, random, one you installed, or package.module:Class of your own."


def duel(
    game: Annotated[str, typer.Argument(help="The game: spades.")],
    a: Annotated[str, typer.Argument(metavar="A", help=ROBOT_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent, likewise.")],
    deals: Annotated[int, typer.Option(min=1, help="Games, each of which is played in both seatings.")] = 100,
    seed: Annotated[int, typer.Option(help="What the cards follow from: the same seed, the same cards.")] = 1,
    options: Annotated[
        list[str] | None,
        typer.Option(help="How it is played, as key=value words or a JSON object; may be repeated."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let two robots play whole games over duplicate deals, each twice with the sides swapped.

    A has the even sides first (at partnership Spades: North and South), then the odd ones, and in both
    seatings the same hands are dealt. Printed are the games that each won (a tie is half of one), by how many
    points A was ahead, both with their 95 % interval, and the CPU time of the decisions. Exit code 1 if a
    robot fails or breaks a rule; stderr names robot, game and hand.
    """
    try:
        contest = _contest(game)
        settings = _options(contest, options or ())
        sides = (_entrant(a, "A", game), _entrant(b, "B", game))
        found = asyncio.run(_fight(contest, settings, sides, deals, seed))
    except (KibitzError, ValueError) as error:
        raise failure(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        typer.echo(told(found))


def _contest(name: str) -> Contest:
    """The game by its name. Raises ValueError for one at which nobody can be beaten."""
    from bots.games import GAMES as KNOWN
    from server.duel import CONTESTS, Contest
    from server.games.registry import GAMES

    if name not in GAMES:
        raise ValueError(f"expected a game of {', '.join(sorted(CONTESTS))}, got {name}")
    if name not in CONTESTS:
        raise ValueError(f"{name} has no sides that play a game to its end: expected {', '.join(CONTESTS)}")
    look, courtesies = KNOWN[name].view, KNOWN[name].courtesies

    def plain(view: Any) -> bool:
        return not any(isinstance(legal, courtesies) for legal in view.own.legal_actions())

    return Contest(GAMES[name], CONTESTS[name], look, plain)


def _options(contest: Contest, words: Iterable[str]) -> Any:
    """The game's options. Raises ValueError for what it does not know, and what does not go together."""
    from bots.terminal.opening import read_options

    try:
        settings = msgspec.convert(read_options(words), contest.game.options)
        contest.game.start(settings)
    except msgspec.ValidationError as error:
        raise ValueError(f"options of {contest.game.name}: {error}") from None
    except KibitzError as error:
        raise ValueError(f"options of {contest.game.name}: {error}") from None
    return settings


def _entrant(said: str, side: str, game: str) -> Entrant:
    """The robot by its name or the place of its class. Raises ValueError, also where it plays other games."""
    from server.app import plays, robots
    from server.duel import Entrant

    known = robots() if ":" not in said else {said: _loaded(said, side)}
    if said not in known:
        raise ValueError(f"robot {side}: expected one of {', '.join(sorted(known))}, got {said}")
    if game not in plays(known)[said]:
        raise ValueError(f"robot {side}: expected one that plays {game}, and {said} does not")
    return Entrant(said, known[said])


def _loaded(said: str, side: str) -> Callable[[], Any]:
    """The class at a place. Raises ValueError, whatever its module does when it is imported."""
    module, _, name = said.partition(":")
    try:
        make: Callable[[], Any] = getattr(import_module(module), name)
    except Exception as error:
        raise ValueError(f"robot {side}: expected package.module:Class, got {said}: {error}") from None
    if not callable(make):
        raise ValueError(f"robot {side}: expected package.module:Class, and {said} is no class")
    return make


async def _fight(
    contest: Contest, settings: Any, sides: tuple[Entrant, Entrant], deals: int, seed: int
) -> Figures:
    """Play all games, with a bar on stderr where somebody looks."""
    from rich.console import Console
    from rich.progress import track

    from server.duel import Duel, figures

    contestants = Duel(contest, settings, sides, seed)
    console = Console(stderr=True)
    shown = track(range(deals), description="Playing", console=console, disable=not sys.stderr.isatty())
    return figures(contestants, [await _play(contestants, place) for place in shown])


async def _play(contestants: Duel, place: int) -> tuple[Played, Played]:
    try:
        return await contestants.play(place)
    except RobotFault as fault:
        raise RobotFault(f"the duel is over: {fault}") from fault


def told(found: Figures) -> str:
    """The figures in words."""
    rate, ahead = found.rate, found.ahead
    return "\n".join(
        (
            f"{found.a} against {found.b} at {found.game}: {found.deals} duplicate deals, seed {found.seed}",
            f"games   {found.games} of {found.hands} hands in all",
            f"wins    A {found.wins_a}, B {found.wins_b}, ties {found.ties}",
            f"A wins  {rate.mean:.1%}  (95 %: {rate.low:.1%} to {rate.high:.1%})",
            f"A ahead {ahead.mean:+.1f} points a game  (95 %: {ahead.low:+.1f} to {ahead.high:+.1f})",
            _took("A", found.thought_a),
            _took("B", found.thought_b),
        )
    )


def _took(side: str, thought: Thought) -> str:
    return (
        f"{side} thinks {thought.p50_ms:.2f} ms a decision (p50), {thought.p99_ms:.2f} (p99),"
        f" {thought.max_ms:.2f} (most), {thought.decisions} decisions"
    )
