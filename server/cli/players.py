"""The commands of players, watchers and hosts: watch, play, open, guest."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec import Struct

from server.cli import completion
from server.cli.failures import failure, run_client
from server.cli.invocation import this_command
from server.cli.numbers import whole_number
from server.cli.registry_help import game_parser, played_games

if TYPE_CHECKING:
    from bots.terminal.arriving import TableCommands
    from bots.terminal.opening import Opened, OpenedSet

Url = Annotated[str, typer.Argument(help="The address of the server, as http://127.0.0.1:8000.")]
TableId = Annotated[str, typer.Argument(help="The table's id; house robots play at {house_tables}.")]
Token = Annotated[
    str | None,
    typer.Option(
        envvar="KIBITZ_TOKEN", metavar="token", help="Your bearer token; without it you become a guest."
    ),
]
OPTIONS_HELP = "The rules of the game, as key=value words or as a JSON object; may be repeated. {options}"
POLICY_HELP = (
    "Access, visibility and clocks of the table, as key=value words or as a JSON object; may be repeated. "
    "access=open, private or invited; watchers=no; hands=after or live; "
    "delay=3min or 2deals (the delay of everything that watchers see); "
    "hold=2min (how long the seat of an absent player is reserved) or none; "
    "substitute=plain (the robot that then takes the seat); tempo=2s (the shortest time between actions); "
    "clock=8min (for a deal), 30s/move, 2min+20s (2 minutes, and 20 seconds more for each move) or none; "
    "pause=5s (between deals); ... A time has its unit: ms, s, min or h."
)
SEATS_HELP = (
    "Seats of house robots, as N=plain, EW=plain or all=plain, or by number as 0=plain or 02=plain; a robot "
    "with levels as N=sampler:quick; may be repeated. A seat is {seats}. `kibitz bot list` lists the robots."
)
GameName = Annotated[
    str | None,
    typer.Option(
        parser=game_parser(played_games),
        autocompletion=completion.games(played_games),
        metavar="{played_games}",
        help="The game to play; {default_game} without this option.",
    ),
]
Options = Annotated[list[str] | None, typer.Option(metavar="words", help=OPTIONS_HELP)]
PolicyWords = Annotated[list[str] | None, typer.Option(metavar="words", help=POLICY_HELP)]


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object in place of the lines.")]


class OpenedTable(Struct, frozen=True):
    """A new table, as `kibitz open --json` prints it.

    `other` is the id of the closed room of a match, null without a match. `token` is the host's new token,
    null if the host gave a token to the command. `teams` maps the seats of each `--table-manager` to the name
    of their team.
    """

    table: str
    other: str | None
    token: str | None
    teams: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


def watch(
    url: Url,
    table: TableId = "house",
    audience: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="view",
            help="The view: public, seat (your own), all, director, commentator, or a seat (N, 0, ...).",
        ),
    ] = "public",
    token: Token = None,
    name: Annotated[
        str,
        typer.Option(metavar="name", help="A name for you as a guest, who can chat and ask to see hands."),
    ] = "",
) -> None:
    """Show a live table: visible hands, bids, clues, score and clock; type ? for a list of commands."""
    from bots.terminal import watch as show

    run_client(show(url, table, audience, token, name=name))


def play(
    url: Url,
    table: Annotated[
        str | None, typer.Argument(help="The table's id; without it the command opens your own table.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Argument(help="Your seat, {seats}."),
    ] = None,
    game: GameName = None,
    options: Options = None,
    policy: PolicyWords = None,
    title: Annotated[str, typer.Option(metavar="name", help="The name of your own table in the lobby.")] = "",
    token: Token = None,
    name: Annotated[str, typer.Option(metavar="name", help="Your name at the table.")] = "",
) -> None:
    """Sit down at a table and play; type ? at the table for a list of commands.

    Examples of moves that you can type: {answers}.

    Without TABLE you play at your own table with robots in the other seats; --game, --options, --policy and
    --title configure that table. Without SEAT you get a free seat.
    """
    from bots.registry import DEFAULT_GAME
    from bots.terminal import opening, play_own
    from bots.terminal import play as sit

    called, command = name or _user(), this_command()
    if table is not None:
        if game or options or policy or title:
            raise typer.BadParameter(
                "--game, --options, --policy and --title are for a table of your own: leave out TABLE"
            )
        run_client(sit(url, table, seat, token, name=called, kibitz=command))
        return

    async def work() -> None:
        named = game or DEFAULT_GAME
        wish = opening.TableRequest(
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
    seats: Annotated[list[str] | None, typer.Option(metavar="words", help=SEATS_HELP)] = None,
    other_seats: Annotated[
        list[str] | None,
        typer.Option(metavar="words", help="Seats of house robots in the closed room of a match."),
    ] = None,
    boards: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, readable=True, help="A file of deals to play, in any known format."
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            readable=True,
            help="{shown_records}, for a replay in which you show the moves to watchers one by one.",
        ),
    ] = None,
    match: Annotated[
        int | None,
        whole_number(
            least=1, help="The number of deals of a match, in which two tables play the same deals."
        ),
    ] = None,
    tables: Annotated[
        int | None,
        whole_number(
            least=2,
            most=64,
            help="The number of tables that play the same deals; `kibitz compare` compares their results.",
        ),
    ] = None,
    deals: Annotated[
        int | None,
        whole_number(least=1, most=128, help="The number of deals of --tables without --boards; usually 16."),
    ] = None,
    table_manager: Annotated[
        list[str] | None,
        typer.Option(
            metavar="seats",
            help="Reserve seats, such as NS, for programs that speak the table-manager protocol; the command"
            " prints the name of their team. Give the option once for each team.",
        ),
    ] = None,
    dialect: Annotated[
        str,
        typer.Option(
            metavar="name",
            help="The dialect of these programs, as bots/README.md lists them; without it each program is"
            " recognised as far as that is possible.",
        ),
    ] = "",
    title: Annotated[str, typer.Option(metavar="name", help="The name of the table in the lobby.")] = "",
    name: Annotated[str, typer.Option(metavar="name", help="Your name as the host.")] = "",
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Open a table, a match, several tables or a replay as the host, and print the ids and your guest token.

    With --json the output is one object: table, other (the closed room of a match, else null) and token (null
    with --token). With --tables the object has board_set (the id of the set of deals), tables and token.

    With the printed token you can watch or play as the host. At the table, the host can type the commands
    pause, seat, invite, policy, director and others. If the server refuses to open the table, the exit code
    is 1, and the error has the server's reason.
    """
    from bots.guest import guest
    from bots.registry import DEFAULT_GAME
    from bots.seats import seat_number
    from bots.terminal import opening
    from bots.terminal.arriving import ONLY_ROBOTS, TableCommands, preferred_seat
    from bots.wire.http import Http

    if replay is not None and any(each is not None for each in (boards, match, game, tables)):
        raise typer.BadParameter(
            "--replay opens a table that only shows a file: leave out --game, --boards, --match and --tables"
        )
    if tables is not None and match is not None:
        raise typer.BadParameter("--match opens two tables: leave out --tables, or --match")
    if table_manager and any(each is not None for each in (match, tables, replay)):
        raise typer.BadParameter("--table-manager is for one table: leave out --match, --tables and --replay")
    if deals is not None and tables is None:
        raise typer.BadParameter("--deals is for several tables: expected --tables beside it")
    named = (game or DEFAULT_GAME) if replay is None else _replay_game(replay)
    file = boards if replay is None else replay

    async def work() -> None:
        wished = opening.read_options(options or (), named)
        words = opening.seats_wished(named, wished)
        wish = opening.TableRequest(
            game=named,
            options=wished,
            policy=opening.read_policy(policy or ()),
            seats=opening.read_seats(seats or (), words),
            other_seats=opening.read_seats(other_seats or (), words),
            title=title if replay is None else (title or replay.name)[: opening.TITLE],
            boards=None if file is None else file.read_bytes(),
            count=match if tables is None else deals,
            tables=tables,
        )
        host = None if token is not None else await guest(url, name or _user())
        secret = token if host is None else host.token
        if tables is not None:
            shared = await opening.open_set(Http(url, secret), wish)
            _print_opened_set(url, shared, None if host is None else secret, as_json)
            return
        opened = await opening.open_table(Http(url, secret), wish)
        mine = words[preferred_seat(words)] if replay is None else "0"
        way = TableCommands(this_command(), url, opened.table, mine, None if host is None else secret)
        teams = {
            each: await opening.reserve_team(
                Http(url, secret), opened.table, [seat_number(seat, words) for seat in each], dialect
            )
            for each in table_manager or ()
        }
        _print_opened(way, opened, as_json, {each: team.team for each, team in teams.items()})
        for each, team in teams.items():
            typer.echo(f"  {each} connects to port {team.port} of the server as team {team.team}", err=True)
        if any(len(robots) == len(words) for robots in (wish.seats, wish.other_seats)):
            typer.echo(f"  {ONLY_ROBOTS}", err=True)

    run_client(work())


def _replay_game(file: Path) -> str:
    """Return the name of the game of replays that can show the records in a file.

    Raises typer.Exit, after printing the reason, if no game of replays can show the records.
    """
    from server.records.registry import showing_of

    showing = showing_of(file.read_bytes())
    if showing is None:
        raise failure(f"{file}: expected a file of records that can be shown as a replay")
    return showing.game


def _print_opened(way: TableCommands, opened: Opened, as_json: bool, teams: dict[str, str]) -> None:
    """Print a new table's ids and token on stdout, for scripts, and the host's next commands on stderr."""
    row = OpenedTable(opened.table, opened.other, way.token, teams or msgspec.UNSET)
    if as_json:
        typer.echo(msgspec.json.encode(row))
    else:
        for name, value in (("table", row.table), ("other", row.other), ("token", row.token)):
            if value is not None:
                typer.echo(f"{name} {value}")
        for seats, team in teams.items():
            typer.echo(f"team {seats} {team}")
    mine = "" if way.token is None else f" --token {way.token}"
    typer.echo(f"  be its host:     {way.watch}{mine}", err=True)
    typer.echo(f"  sit down there:  {way.play} {way.seat}{mine}", err=True)
    typer.echo(f"  others watch:    {way.watch}", err=True)


def _print_opened_set(url: str, opened: OpenedSet, token: str | None, as_json: bool) -> None:
    """Print the ids of a set of boards and its tables on stdout, and the host's next commands on stderr."""
    if as_json:
        typer.echo(msgspec.json.encode({**msgspec.structs.asdict(opened), "token": token}))
    else:
        typer.echo(f"board_set {opened.board_set}")
        for table in opened.tables:
            typer.echo(f"table {table}")
        if token is not None:
            typer.echo(f"token {token}")
    command, address = this_command(), url.rstrip("/")
    typer.echo(f"  sit down there:  {command} play {url} {opened.tables[0]} N", err=True)
    typer.echo(f"  compare results: {command} compare {address}/v1/sets/{opened.board_set}", err=True)


def become_guest(
    url: Url,
    name: Annotated[str, typer.Option(metavar="name", help="Your name.")] = "",
    code: Annotated[
        str | None,
        typer.Option(
            metavar="code", help="Become the player of your other device, which shows this code on its page."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Become a guest, and print your id, which hosts need to invite you, and your secret token.

    With --json the output is one object: id, name and token.
    """
    from bots.guest import guest, guest_of_code

    if code is not None and name:
        raise typer.BadParameter("--code makes you a player that has a name: leave out --name")

    async def work() -> None:
        you = await (guest(url, name or _user()) if code is None else guest_of_code(url, code))
        if as_json:
            typer.echo(msgspec.json.encode(you))
        else:
            typer.echo(f"id {you.id}\ntoken {you.token}")

    run_client(work())


def _user() -> str:
    return os.environ.get("USER", "Guest")
