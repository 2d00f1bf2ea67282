"""The command that lets robots play against each other, or with each other: duel."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import typer

from protocol.words import counted
from server.cli.ending import failure
from server.cli.games_help import DUELED, TOGETHER
from server.errors import KibitzError, RobotFault

if TYPE_CHECKING:
    from server.robots.duel import Contest, Entrant, Figures, Thought
    from server.robots.team import TeamFigures

T = TypeVar("T")

ROBOT_HELP = "A robot: plain, random, one you installed, or package.module:Class of your own."


def duel(
    game: Annotated[str, typer.Argument(help=f"The game: {DUELED}.")],
    a: Annotated[str, typer.Argument(metavar="A", help=ROBOT_HELP)],
    b: Annotated[
        str | None,
        typer.Argument(metavar="[B]", help=f"Its opponent; none at {TOGETHER}.", show_default=False),
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, help="Games; against an opponent each is played in both seatings.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="What the cards follow from: the same seed, the same cards.")] = 1,
    options: Annotated[
        list[str] | None,
        typer.Option(help="How it is played, as key=value words or a JSON object; may be repeated."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="How many play, the same as players=... among the options.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let two robots play whole games over duplicate deals, each twice with the sides swapped.

    A has the even sides first (of four: North and South), then the odd ones, and in both
    seatings the same hands are dealt. Printed are the games that each won (a tie is half of one), by how many
    points A was ahead, both with their 95 % interval, and the CPU time of the decisions.

    Where all win or lose together ({together}) A has every seat, and each game is played once. Printed are
    the mean score (0 for a strikeout) with its interval, and how many games were perfect and how many
    strikeouts. Exit code 1 if a robot fails or breaks a rule; stderr names robot, game and hand.
    """
    try:
        contest = _contest(game)
        count = () if players is None else (f"players={players}",)
        settings = _options(contest, (*(options or ()), *count))
        found = asyncio.run(_fight(contest, settings, _entrants(game, a, b), deals, seed))
    except (KibitzError, ValueError) as error:
        raise failure(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        typer.echo(told(found))


def _contest(name: str) -> Contest:
    """The game by its name. Raises ValueError for one that has no score in the end."""
    from bots.registry import GAMES as KNOWN
    from server.games.registry import GAMES
    from server.robots.duel import Contest

    scored = [game.name for game in GAMES.values() if game.dueling is not None]
    if name not in GAMES:
        raise ValueError(f"expected a game of {', '.join(sorted(scored))}, got {name}")
    if name not in scored:
        raise ValueError(f"{name} has no sides that play a game to its end: expected {', '.join(scored)}")
    look, courtesies = KNOWN[name].view_type, KNOWN[name].courtesies

    def plain(view: Any) -> bool:
        return not any(isinstance(legal, courtesies) for legal in view.own.legal_actions())

    return Contest(GAMES[name], look, plain)


def _options(contest: Contest, words: Iterable[str]) -> Any:
    """The game's options. Raises ValueError for what it does not know, and what does not go together."""
    from bots.terminal.opening import read_options

    try:
        settings = msgspec.convert(read_options(words, contest.game.name), contest.game.options_type)
        contest.game.start(settings)
    except msgspec.ValidationError as error:
        raise ValueError(f"options of {contest.game.name}: {error}") from None
    except KibitzError as error:
        raise ValueError(f"options of {contest.game.name}: {error}") from None
    return settings


def _entrants(game: str, a: str, b: str | None) -> tuple[Entrant, ...]:
    """The robots of a duel: one where all play together. Raises ValueError."""
    from server.games.registry import GAMES

    dueling = GAMES[game].dueling
    together = dueling is not None and dueling.together
    if b is None and not together:
        raise ValueError(f"expected a second robot, the opponent of {a} at {game}")
    if b is not None and together:
        raise ValueError(f"at {game} all play together: expected one robot, got {a} and {b}")
    return (_entrant(a, "A", game), *(() if b is None else (_entrant(b, "B", game),)))


def _entrant(said: str, side: str, game: str) -> Entrant:
    """The robot by its name or the place of its class. Raises ValueError, also where it plays other games."""
    from server.deployment.installed_robots import games_of, installed_robots
    from server.robots.duel import Entrant

    known = installed_robots() if ":" not in said else {said: _loaded(said, side)}
    if said not in known:
        raise ValueError(f"robot {side}: expected one of {', '.join(sorted(known))}, got {said}")
    if game not in games_of(known)[said]:
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
    contest: Contest, settings: Any, robots: tuple[Entrant, ...], deals: int, seed: int
) -> Figures | TeamFigures:
    """Play all games: two robots against each other, or one in all seats."""
    from server.robots.duel import Duel, figures
    from server.robots.team import Team, team_figures

    match robots:
        case (robot,):
            team = Team(contest, settings, robot, seed)
            return team_figures(team, await _played(team.play, deals))
        case (one, other):
            contestants = Duel(contest, settings, (one, other), seed)
            return figures(contestants, await _played(contestants.play, deals))
        case _:
            raise ValueError(f"expected one robot or two, got {len(robots)}")


async def _played(play: Callable[[int], Coroutine[Any, Any, T]], deals: int) -> list[T]:
    """What so many games came to, with a bar on stderr where somebody looks."""
    from rich.console import Console
    from rich.progress import track

    gc.freeze()  # to look through all modules for garbage would count as some robot's thinking
    console = Console(stderr=True)
    shown = track(range(deals), description="Playing", console=console, disable=not sys.stderr.isatty())
    try:
        return [await play(place) for place in shown]
    except RobotFault as fault:
        raise RobotFault(f"the duel is over: {fault}") from fault


def told(found: Figures | TeamFigures) -> str:
    """The figures in words."""
    from server.robots.team import TeamFigures

    return _told_team(found) if isinstance(found, TeamFigures) else _told_duel(found)


def _told_team(found: TeamFigures) -> str:
    score = found.score
    return "\n".join(
        (
            f"{found.robot} with {found.players} at {found.game}: "
            f"{counted(found.deals, 'deal')}, seed {found.seed}",
            f"score     {score.mean:.2f}  (95 %: {score.low:.2f} to {score.high:.2f})",
            f"perfect   {found.perfect}",
            f"strikeout {found.strikeouts}",
            _took("each", found.thought),
        )
    )


def _told_duel(found: Figures) -> str:
    rate, ahead = found.rate, found.ahead
    return "\n".join(
        (
            f"{found.a} against {found.b} at {found.game}: "
            f"{counted(found.deals, 'duplicate deal')}, seed {found.seed}",
            f"games   {found.games} of {counted(found.hands, 'hand')} in all",
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
        f" {thought.max_ms:.2f} (most), {counted(thought.decisions, 'decision')}"
    )
