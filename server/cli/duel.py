"""The command that compares robots by letting them play whole games: `kibitz duel`."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, assert_never

import msgspec
import typer

from protocol.words import did_you_mean, with_count
from server.cli import completion
from server.cli.failures import failure
from server.cli.input_output import write_output
from server.cli.numbers import whole_number
from server.cli.registry_help import duel_games
from server.cli.robot_classes import told_with_place, with_own_class
from server.errors import KibitzError, RobotFault

if TYPE_CHECKING:
    from server.records.base import Export, Format
    from server.robots.bidding import BiddingFigures
    from server.robots.duel import Contest, Entrant, Figures, KeptGame, Thought
    from server.robots.rooms import RoomFigures
    from server.robots.team import TeamFigures

    AnyFigures = Figures | RoomFigures | TeamFigures | BiddingFigures

T = TypeVar("T")

ROBOT_HELP = (
    "A robot: plain, random, the name of an installed robot, name:level for a robot with levels, or"
    " package.module:Class of your own."
)


def duel(
    game: Annotated[
        str, typer.Argument(help="The game: {duel_games}.", autocompletion=completion.games(duel_games))
    ],
    a: Annotated[str, typer.Argument(metavar="A", help=ROBOT_HELP, autocompletion=completion.robots)],
    b: Annotated[
        str | None,
        typer.Argument(
            metavar="B", help="{duel_opponent}", show_default=False, autocompletion=completion.robots
        ),
    ] = None,
    deals: Annotated[
        int,
        whole_number(
            "--deals",
            "--boards",
            least=1,
            help="The number of games, or of boards; with opponents, each is played twice, with the sides"
            " swapped.",
        ),
    ] = 100,
    seed: Annotated[int, whole_number(help="The seed of the cards; the same seed gives the same cards.")] = 1,
    options: Annotated[
        list[str] | None,
        typer.Option(
            metavar="words",
            help="Options of the game, as key=value words or as a JSON object; may be repeated.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        whole_number(least=1, help="The number of players, the same as the option players=N of the game."),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="level",
            help="The level at which each robot with levels plays, unless its name has a level.",
        ),
    ] = None,
    bidding_only: Annotated[
        bool,
        typer.Option(
            "--bidding-only",
            help="Compare the auctions alone: contracts score what double-dummy play makes.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
    records: Annotated[
        str | None,
        typer.Option(
            metavar="file",
            help="Write a record of each finished game, or of each deal in both rooms, to the file; its"
            " ending, such as .pbn or .json, selects the format.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Compare two robots over duplicate deals, or measure one robot that plays all the seats.

    {duel}

    The exit code is 1 if a robot fails or breaks a rule; stderr then names the robot, the game and the hand.
    """
    try:
        contest = _contest(game)
        count = () if players is None else (f"players={players}",)
        settings = _options(contest, (*(options or ()), *count))
        robots = _entrants(game, a, b, level)
        file = None if records is None else _record_file(contest, robots, records)
        try:
            if bidding_only:
                figures: AnyFigures = asyncio.run(_bid(contest, settings, robots, deals, seed, file))
            else:
                figures = asyncio.run(_play(contest, settings, robots, deals, seed, file))
        finally:
            # The games before a robot's fault or Ctrl-C are of use to the author of the robot, too.
            if file is not None:
                file.write()
    except (KibitzError, ValueError) as error:
        raise failure(error) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(figures) + b"\n")
    else:
        typer.echo(figures_text(figures))


def _contest(name: str) -> Contest:
    """Return the game with the name `name`, together with the functions that a duel needs.

    Raises ValueError for an unknown game, and for a game that has no final score.
    """
    from bots.registry import GAMES as CLIENTS
    from server.games.registry import GAMES
    from server.robots.duel import Contest

    if name not in GAMES:
        raise ValueError(f"expected one of the games {', '.join(sorted(duel_games()))}, got {name}")
    if name not in duel_games():
        raise ValueError(
            f"expected a game that robots can play for a score ({', '.join(duel_games())}), got {name}"
        )
    view_type, courtesies = CLIENTS[name].view_type, CLIENTS[name].courtesies

    def has_plain_decision(view: Any) -> bool:
        return not any(isinstance(legal, courtesies) for legal in view.own.legal_actions())

    return Contest(GAMES[name], view_type, has_plain_decision)


def _options(contest: Contest, words: Iterable[str]) -> Any:
    """Return the options of the game from key=value words of the command line.

    Raises ValueError for an unknown option of the game, and for options that exclude each other.
    """
    from bots.terminal.opening import read_options

    try:
        settings = msgspec.convert(read_options(words, contest.game.name), contest.game.options_type)
        contest.game.start(settings)
    except (msgspec.ValidationError, KibitzError) as error:
        raise ValueError(f"the options of {contest.game.name} are not valid: {error}") from None
    if (fault := contest.dueling.fault(settings)) is not None:
        raise ValueError(f"the options of {contest.game.name} are not valid: {fault}")
    return settings


class _RecordFile:
    """A file for the records of a duel, with its path, its format, and the object that makes the records.

    In the records, `event` is the name of the duel. The record of a hand has the times at which its game
    began and ended.
    """

    def __init__(self, path: str, export: Export[Any], form: Format[Any], event: str) -> None:
        self._path = path
        self._export = export
        self._form = form
        self._event = event
        self._records: list[Any] = []
        self._now_ms = _now_ms()

    def keep(self, game: KeptGame) -> None:
        """Add the records of a game of the duel that has just ended."""
        from server.records.base import FinishedDeal, PlayedTable

        began_ms, self._now_ms = self._now_ms, _now_ms()
        numbers = range(game.first, game.first + len(game.ends))
        newest = numbers[-1]
        table = PlayedTable(game.table, self._event, game.room, game.ends[-1], newest, range(newest + 1))
        finished = [
            FinishedDeal(number, end, game.players, end, number, began_ms=began_ms, ended_ms=self._now_ms)
            for number, end in zip(numbers, game.ends, strict=True)
        ]
        self._records += self._export.records(table, finished)

    def write(self) -> None:
        """Write the records of all finished games to the file, in the order of play, if there are any."""
        if not self._records:
            return
        write_output(self._path, self._form.dumps(self._records))


def _now_ms() -> int:
    return int(time.time() * 1000)


def _record_file(contest: Contest, robots: Sequence[Entrant], path: str) -> _RecordFile:
    """Return the file for the records of a duel.

    Raises ValueError for a game that has no format for records, for a file name with an unknown ending, and
    for a folder that does not exist: the figures of a long duel would be lost if this were found at its end.
    """
    from server.records.registry import RECORDS

    name = contest.game.name
    export = RECORDS[name].export if name in RECORDS else None
    if export is None:
        known = ", ".join(sorted(each for each, records in RECORDS.items() if records.export is not None))
        raise ValueError(f"--records: expected a game that has a format for records ({known}), got {name}")
    endings = {suffix: form for form in RECORDS[name].formats.values() for suffix in form.suffixes}
    form = endings.get(Path(path).suffix.lower())
    if form is None:
        raise ValueError(f"--records: expected a file that ends with {', '.join(endings)}, got {path}")
    if not Path(path).parent.is_dir():
        raise ValueError(f"--records: expected a file in a folder that exists, got {path}")
    return _RecordFile(path, export, form, " against ".join(robot.name for robot in robots))


def _entrants(game: str, a: str, b: str | None, level: str | None) -> tuple[Entrant, ...]:
    """Return the robots of a duel: one robot at a game in which all seats win or lose together, else two.

    Raises ValueError for too few or too many robots, for an unknown robot, for a robot that does not play the
    game, and for a level that none of the robots has.
    """
    together = game in duel_games(together=True)
    if b is None and not together:
        raise ValueError(f"expected two robots that play against each other at {game}, got only {a}")
    if b is not None and together:
        raise ValueError(f"expected one robot, because all seats play together at {game}, got {a} and {b}")
    entrants = (_entrant(a, "A", game, level), *(() if b is None else (_entrant(b, "B", game, level),)))
    if level is not None and all(entrant.name in (a, b) for entrant in entrants):
        raise ValueError(f"--level: expected a level of {' or '.join(filter(None, (a, b)))}, got {level}")
    return entrants


def _entrant(name: str, side: str, game: str, level: str | None) -> Entrant:
    """Return the robot with the name `name`, which may be a path `package.module:Class`.

    A robot plays at `level` if it has this level and if `name` itself gives no level. Raises ValueError for
    an unknown robot, and for a robot that does not play the game.
    """
    from server.deployment.installed_robots import AtLevel, games_of, installed_robots
    from server.robots.duel import Entrant

    try:
        known = with_own_class(name, installed_robots())
    except ValueError as error:
        raise ValueError(f"robot {side}: {error}") from None
    if name not in known:
        own = "or package.module:Class of your own"
        expected = f"expected one of the robots {', '.join(sorted(known))}, {own}, got {name}"
        raise ValueError(f"robot {side}: {expected}{did_you_mean(name, known)}")
    games = games_of(known)[name]
    if game not in games:
        expected = f"expected a robot that plays {game}, got {name}, which plays only {', '.join(games)}"
        own_class = name not in installed_robots()
        remedy = f"; add {game} to the attribute `games` of its class" if own_class else ""
        raise ValueError(f"robot {side}: {expected}{remedy}")
    robot = known[name]
    if level is not None and level in getattr(robot, "levels", ()):
        return Entrant(f"{name}:{level}", AtLevel(robot, level))
    return Entrant(name, robot)


async def _play(
    contest: Contest,
    settings: Any,
    robots: tuple[Entrant, ...],
    deals: int,
    seed: int,
    file: _RecordFile | None,
) -> Figures | RoomFigures | TeamFigures:
    """Play all games of a duel, with two robots or with one robot in all seats; return the statistics."""
    from server.robots.duel import Duel, figures, keep_nothing
    from server.robots.rooms import Rooms, room_figures
    from server.robots.team import Team, team_figures

    keep = keep_nothing if file is None else file.keep
    match robots:
        case (robot,):
            team = Team(contest, settings, robot, seed, keep)
            return team_figures(team, await _outcomes(team.play, deals))
        case (one, other) if contest.dueling.in_rooms:
            rooms = Rooms(contest, settings, (one, other), seed, keep)
            return room_figures(rooms, await _outcomes(rooms.play, deals))
        case (one, other):
            opponents = Duel(contest, settings, (one, other), seed, keep)
            return figures(opponents, await _outcomes(opponents.play, deals))
        case _:
            raise ValueError(f"expected one or two robots for a duel, got {len(robots)}")


async def _bid(
    contest: Contest,
    settings: Any,
    robots: tuple[Entrant, ...],
    deals: int,
    seed: int,
    file: _RecordFile | None,
) -> BiddingFigures:
    """Hold all auctions of a match, without the play; return the statistics.

    Raises ValueError for a game without auctions at double dummy and for records, and NotInstalled without a
    double-dummy solver.
    """
    from server.robots.bidding import bidding_figures, bidding_match

    if file is not None:
        raise ValueError("--bidding-only plays no card: leave out --records")
    match = bidding_match(contest, settings, robots, seed)
    return bidding_figures(match, await _outcomes(match.play, deals))


async def _outcomes(play: Callable[[int], Coroutine[Any, Any, T]], deals: int) -> list[T]:
    """Play `deals` games and return their outcomes; show a progress bar if stderr is a terminal.

    Raises RobotFault if a robot's code fails or a robot breaks a rule of the game.
    """
    from rich.console import Console
    from rich.progress import track

    # Keep loaded modules out of garbage collections, which would count as the thinking time of a robot.
    gc.freeze()
    console = Console(stderr=True)
    numbers = track(range(deals), description="Playing", console=console, disable=not sys.stderr.isatty())
    try:
        return [await play(number) for number in numbers]
    except RobotFault as fault:
        raise RobotFault(f"the duel was stopped: {told_with_place(fault)}") from None


def figures_text(figures: AnyFigures) -> str:
    """Return the statistics of a duel as lines of text."""
    from server.robots.bidding import BiddingFigures
    from server.robots.duel import Figures
    from server.robots.rooms import RoomFigures
    from server.robots.team import TeamFigures

    match figures:
        case TeamFigures():
            return _team_text(figures)
        case BiddingFigures():
            return _bidding_text(figures)
        case RoomFigures():
            return _rooms_text(figures)
        case Figures():
            return _duel_text(figures)
        case _:
            assert_never(figures)


def _rooms_text(figures: RoomFigures) -> str:
    lead = figures.lead
    return "\n".join(
        (
            f"{figures.a} against {figures.b} at {figures.game}: "
            f"{with_count(figures.deals, 'deal')} in two rooms, seed {figures.seed}",
            f"A leads {lead.mean:+.2f} {figures.unit} a deal  (95 %: {lead.low:+.2f} to {lead.high:+.2f}),"
            f" {figures.total:+,} in all",
            f"deals   A {figures.won_a}, B {figures.won_b}, equal {figures.equal}",
            _thought_text("A", figures.thought_a),
            _thought_text("B", figures.thought_b),
        )
    )


def _bidding_text(figures: BiddingFigures) -> str:
    rows = (
        f"  {kind.kind + ':':13}{kind.lead.mean:+.2f}  (95 %: {kind.lead.low:+.2f} to {kind.lead.high:+.2f}),"
        f" {kind.total:+,} in {with_count(kind.deals, 'board')}"
        for kind in figures.kinds
    )
    lead = figures.lead
    return "\n".join(
        (
            f"{figures.a} against {figures.b} in the bidding at {figures.game}: "
            f"{with_count(figures.deals, 'board')} at double dummy, seed {figures.seed}",
            f"A leads {lead.mean:+.2f} {figures.unit} a board  (95 %: {lead.low:+.2f} to {lead.high:+.2f}),"
            f" {figures.total:+,} in all",
            *rows,
            f"boards  A {figures.won_a}, B {figures.won_b}, equal {figures.equal}",
            _thought_text("A", figures.thought_a),
            _thought_text("B", figures.thought_b),
        )
    )


def _team_text(figures: TeamFigures) -> str:
    score = figures.score
    return "\n".join(
        (
            f"{figures.robot} with {figures.players} at {figures.game}: "
            f"{with_count(figures.deals, 'deal')}, seed {figures.seed}",
            f"score     {score.mean:.2f}  (95 %: {score.low:.2f} to {score.high:.2f})",
            f"perfect   {figures.perfect}",
            f"strikeout {figures.strikeouts}",
            _thought_text("each", figures.thought),
        )
    )


def _duel_text(figures: Figures) -> str:
    rate, ahead = figures.rate, figures.ahead
    return "\n".join(
        (
            f"{figures.a} against {figures.b} at {figures.game}: "
            f"{with_count(figures.deals, 'duplicate deal')}, seed {figures.seed}",
            f"games   {figures.games} of {with_count(figures.hands, 'hand')} in all",
            f"wins    A {figures.wins_a}, B {figures.wins_b}, ties {figures.ties}",
            f"A wins  {rate.mean:.1%}  (95 %: {rate.low:.1%} to {rate.high:.1%})",
            f"A ahead {ahead.mean:+.1f} points a game  (95 %: {ahead.low:+.1f} to {ahead.high:+.1f})",
            _thought_text("A", figures.thought_a),
            _thought_text("B", figures.thought_b),
        )
    )


def _thought_text(side: str, thought: Thought) -> str:
    return (
        f"{side} thinks {thought.p50_ms:.2f} ms a decision (p50), {thought.p99_ms:.2f} (p99),"
        f" {thought.max_ms:.2f} (most), {with_count(thought.decisions, 'decision')}"
    )
