"""The commands for events of a club: `kibitz event`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from server.cli import completion
from server.cli.event_text import lines_of
from server.cli.failures import failure, run_client
from server.cli.input_output import write_output
from server.cli.invocation import this_command
from server.cli.numbers import whole_number
from server.cli.plain_help import PlainCommand, PlainGroup
from server.cli.players import AsJson, Url
from server.cli.players import Token as GuestToken
from server.cli.registry_help import RegistryCommand, game_parser, played_games
from server.cli.robot_classes import told_with_place
from server.cli.robots import maker
from server.text import clean

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

event = typer.Typer(cls=PlainGroup, no_args_is_help=True)

Token = Annotated[
    str | None, typer.Option(envvar="KIBITZ_TOKEN", metavar="token", help="The token of the player.")
]
EventId = Annotated[str, typer.Argument(help="The id of the event.")]
File = Annotated[
    Path, typer.Argument(exists=True, dir_okay=False, help="A CSV file: id,name for each player.")
]


@event.callback()
def events() -> None:
    """Open, direct and follow events of a club: pairs, teams, knock-outs and races.

    The player of the token in KIBITZ_TOKEN, or after --token, takes part and directs; the player that opens
    an event directs it. `conditions` lists the conditions of events, and `requests` the requests to them.
    """


@event.command("list", cls=PlainCommand)
def list_events(url: Url) -> None:
    """List the events that are open or run, or have ended in the last days: id, game, stage and name."""
    from bots import events as client
    from bots.wire.http import Http

    async def work() -> None:
        for each in await client.listed(Http(url)):
            stage = each.get("stage", "open")
            typer.echo("  ".join((each["event"], each["game"], stage, clean(each["name"]))))

    _run(work())


@event.command(cls=PlainCommand)
def conditions(
    game: Annotated[
        str,
        typer.Option(
            parser=game_parser(played_games),
            autocompletion=completion.games(played_games),
            metavar="game",
            help="The game, which has scorings, victory points and options of its own.",
        ),
    ] = next(iter(played_games())),
) -> None:
    """List the conditions of an event: for each, what it takes and the usual value."""
    from server.cli import event_words

    typer.echo("\n".join(event_words.conditions_text(game)))


@event.command("requests", cls=PlainCommand)
def list_requests(
    request: Annotated[str | None, typer.Argument(help="One of the requests; without it, all.")] = None,
) -> None:
    """List the requests to an event, or the fields of one: what each takes and the usual value."""
    from server.cli import event_words

    try:
        lines = event_words.requests_text() if request is None else event_words.request_text(request)
    except ValueError as error:
        raise failure(error) from None
    typer.echo("\n".join(lines))


@event.command("open", cls=RegistryCommand)
def open_event(
    url: Url,
    name: Annotated[str, typer.Argument(help="The name of the event.")],
    conditions: Annotated[
        list[str] | None,
        typer.Argument(
            help="The conditions as key=value words, such as movement=swiss rounds=5 boards=4 board_s=8min;"
            " `kibitz event conditions` lists them."
        ),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            parser=game_parser(played_games),
            autocompletion=completion.games(played_games),
            metavar="{played_games}",
            help="The game to play.",
        ),
    ] = next(iter(played_games())),
    boards: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            metavar="file",
            help="A file with the boards of all rounds, such as a PBN; without it the boards are dealt.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option(metavar="number", help="The same player and number get the same event.")
    ] = 0,
    director: Annotated[
        str, typer.Option("--director", metavar="name", help="Your name as the director, without a token.")
    ] = "Director",
    token: GuestToken = None,
) -> None:
    """Open an event that accepts entries, and print its id. You direct it.

    Without a token you become a guest, and your new token is printed, too: set KIBITZ_TOKEN to it for the
    other commands.
    """
    from bots import events as client
    from bots.guest import guest
    from bots.wire.http import Http
    from server.cli import event_words

    async def work() -> None:
        wished = event_words.conditions_of(conditions or (), game)
        text = None if boards is None else boards.read_text()
        you = None if token is not None else await guest(url, director)
        http = Http(url, token if you is None else you.token)
        opened = await client.open_event(http, game, name, wished, text, number)
        await client.ask(http, opened["event"], "open", {})
        typer.echo(opened["event"])
        if you is not None:
            typer.echo(f"token {you.token}")
            typer.echo(f"  direct it:  export KIBITZ_TOKEN={you.token}", err=True)
            typer.echo(f"              {this_command()} event show {url} {opened['event']}", err=True)

    _run(work())


@event.command(cls=PlainCommand)
def enrol(url: Url, event: EventId, file: File, token: Token = None) -> None:
    """Enter the players of a CSV file, one entry a line: all of them, or none if one cannot enter.

    A line has the id and the name of each player, as p1,Ann,p2,Bob; robot:plain is the id of a house robot,
    which may have a name of its own.
    A player without an id, as in ,Ann, claims the place with a code, which show prints for directors.
    With the header team,id,name a line begins with the name of a team; with the header name a line has names
    alone. Entries of players that have entered together already are left out.
    """
    from bots import events as client
    from bots.wire.http import Http

    async def work() -> None:
        listed = client.entries_of(file.read_text(encoding="utf-8-sig"))
        new = await client.enrol(Http(url, token), event, listed)
        known = "" if new == len(listed) else f", {len(listed) - new} had entered already"
        typer.echo(f"{new} entered{known}")

    _run(work())


@event.command(cls=RegistryCommand)
def ask(
    url: Url,
    event: EventId,
    request: Annotated[str, typer.Argument(help="The request, such as enter, check_in, draw or start.")],
    fields: Annotated[
        list[str] | None,
        typer.Argument(help="Its fields as key=value words, such as round=1 table=2 board=3."),
    ] = None,
    as_json: AsJson = False,
    token: Token = None,
) -> None:
    """Take part in an event, or direct it, and print the event after the request.

    {event_requests}

    `kibitz event requests REQUEST` says what a request does, and lists its fields. With expect=VERSION a
    request of a director is refused if another director has changed the event since.
    """
    from bots import events as client
    from bots.wire.http import Http
    from server.cli import event_words

    async def work() -> None:
        http = Http(url, token)
        read = event_words.fields_of(event_words.request_named(request), fields or ())
        if "out" in read or "conditions" in read:
            read = event_words.completed(read, await client.shown(http, event))
        _print(await client.ask(http, event, request, read), as_json)

    _run(work())


@event.command(cls=PlainCommand)
def show(url: Url, event: EventId, as_json: AsJson = False, token: Token = None) -> None:
    """Show an event: its entries, and the tables of its newest round."""
    from bots import events as client
    from bots.wire.http import Http

    async def work() -> None:
        _print(await client.shown(Http(url, token), event), as_json)

    _run(work())


@event.command(cls=PlainCommand)
def ranking(
    url: Url,
    event: EventId,
    as_json: AsJson = False,
    to: Annotated[
        str | None,
        typer.Option("--csv", metavar="file", help="Write CSV to this file; - is standard output."),
    ] = None,
    token: Token = None,
) -> None:
    """Show the ranking of an event, computed from the boards that all tables have played."""
    from bots import events as client
    from bots.wire.http import Http

    async def work() -> None:
        found = await client.shown(Http(url, token), event, "ranking")
        if to is not None:
            write_output(to, client.ranking_as_csv(found))
        elif as_json:
            typer.echo(msgspec.json.encode(found))
        else:
            has_percent = any(row.get("percent") is not None for row in found["rows"])
            has_most = any(row.get("most") is not None for row in found["rows"])
            shares = f"  {'percent':>8}" if has_percent else ""
            sums = f"  {'scores':>10}" if has_most else ""
            typer.echo(f"{'rank':>4}  {'total':>8}{shares}{sums}  entry")
            for row in found["rows"]:
                total, percent = row["total"] / 100, row.get("percent")
                share = "" if percent is None else f"  {percent / 100:6.2f} %"
                if has_most:
                    share += f"  {client.scores(row):>10}"
                name = clean(found["names"].get(row["entry"], row["entry"]))
                carried = row.get("carried", 0)
                added = f"  ({carried / 100:+.2f} carried over or by a director)" if carried else ""
                typer.echo(f"{client.place(row):>4}  {total:8.2f}{share}  {name}{added}")
            if found["provisional"]:
                typer.echo("provisional")

    _run(work())


@event.command(cls=PlainCommand)
def carry(
    url: Url,
    earlier: Annotated[str, typer.Argument(metavar="FROM", help="The id of the event that is over.")],
    later: Annotated[str, typer.Argument(metavar="TO", help="The id of the event that you direct.")],
    share: Annotated[
        Fraction,
        typer.Option(parser=Fraction, metavar="share", help="The share of the totals, such as 1/2 or 0.3."),
    ] = Fraction(1),
    token: Token = None,
) -> None:
    """Carry a share of the totals of an event over into another one, for the entrants that play in both.

    Points that came from the same event before are replaced. Totals must be of one kind: matchpoints with the
    same maximum, IMPs or victory points.
    """
    from bots import events as client
    from bots.wire.http import Http
    from server.cli.sessions import Session, carried, same

    async def work() -> None:
        http = Http(url, token)
        before, after = [
            Session(await client.shown(http, id), await client.shown(http, id, "ranking"))
            for id in (earlier, later)
        ]
        reason = f"{clean(before.event['name'])}, {share}"
        for entrant, hundredths in carried(before, after, share).items():
            fields = {"entrant": entrant, "hundredths": hundredths, "reason": reason, "origin": earlier}
            await client.ask_in_turn(http, later, "carry", fields)
            typer.echo(f"{hundredths / 100:8.2f}  {clean(after.title(entrant))}")
        for entrant in before.players.keys() - same(before, after).keys():
            typer.echo(f"{'-':>8}  {clean(before.title(entrant))} does not play in {later}")
        if before.ranking["provisional"]:
            typer.echo(f"The ranking of {earlier} is provisional: carry it over again once it is final.")

    _run(work())


@event.command(cls=PlainCommand)
def sessions(
    url: Url,
    events: Annotated[
        list[str], typer.Argument(metavar="EVENT...", help="The ids of the events, the first one first.")
    ],
    token: Token = None,
) -> None:
    """Rank the entrants of several events by their totals over all of them, or by their mean percentage."""
    from bots import events as client
    from bots.wire.http import Http
    from server.cli.sessions import Session, over

    async def work() -> None:
        http = Http(url, token)
        played = [
            Session(await client.shown(http, id), await client.shown(http, id, "ranking")) for id in events
        ]
        for row, title in over(played):
            unit = " %" if row.percent is not None else ""
            typer.echo(f"{row.place:>4}  {row.total / 100:8.2f}{unit}  {clean(title)}")

    _run(work())


@event.command(cls=PlainCommand)
def results(
    url: Url,
    event: EventId,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="format",
            help="text or html: the ranking and a table for each board; csv: a file for spreadsheets; where"
            " the game has them, usebio or pbn: a file for other programs.",
        ),
    ] = None,
    usebio: Annotated[
        str, typer.Option(metavar="version", help="The version of USEBIO to write: 1.2 or 1.3.")
    ] = "1.2",
    token: Token = None,
) -> None:
    """Print the results of the boards that all tables have played, as one JSON object for each board."""
    from bots import events as client
    from bots.wire.http import Http

    async def work() -> None:
        if format is not None:
            version = usebio if format == "usebio" else ""
            typer.echo(await client.results_file(Http(url, token), event, format, version), nl=False)
            return
        for board in (await client.shown(Http(url, token), event, "results"))["boards"]:
            typer.echo(msgspec.json.encode(board))

    _run(work())


@event.command(cls=PlainCommand)
def play(
    url: Url,
    event: EventId,
    robot: Annotated[
        str | None,
        typer.Option(
            metavar="name",
            help="A robot that plays in your place, such as plain; `kibitz bot list` lists them.",
            autocompletion=completion.robots,
        ),
    ] = None,
    delay_ms: Annotated[
        int,
        whole_number(least=0, kind="milliseconds", help="The time before each action of --robot."),
    ] = 0,
    token: Token = None,
) -> None:
    """Play the rounds of an event that you have entered, each at the seat that the server names.

    Type ? at a table for a list of commands, and q to leave; the same command comes back to your seat.
    """
    from bots.errors import RobotError
    from bots.evening import play_event as play_by_robot
    from bots.terminal.evening import play_event

    if robot is None:
        run_client(play_event(url, event, token))
        return
    make = maker(robot)

    async def work() -> None:
        try:
            await play_by_robot(make, url, event, token, delay_ms=delay_ms, tell=typer.echo)
        except RobotError as error:
            raise ValueError(told_with_place(error)) from None

    run_client(work())


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run a client of events; the error of a request that the server refuses has no codes and no paths."""
    from bots.errors import Refused

    async def told() -> None:
        try:
            await work
        except Refused as refused:
            from server.cli import event_words

            raise ValueError(event_words.refusal_text(refused)) from None

    run_client(told())


def _print(shown: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(shown))
        return
    typer.echo("\n".join(lines_of(shown)))
