"""The commands that work on files of recorded boards and games: replay, convert."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from protocol.words import counted
from server.cli.ending import failure
from server.cli.in_out import read_input, write_output
from server.errors import BadRecord

if TYPE_CHECKING:
    from server.cli.replay_rows import AnyRow
    from server.records.bridge.record import BoardRecord, Read
    from server.records.registry import Format

Files = Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)]
CORES = os.cpu_count() or 1
ERASE = b"\r\x1b[2K"
"""Takes a progress bar off its line; it comes back below what is written then."""
NAMED = 6
"""So many boards are named that lost something; of the others the number is told."""


def replay(
    files: Files,
    dd: Annotated[
        bool,
        typer.Option("--dd", help="Analyse boards of bridge double dummy; adds dd, par, cards, dd_error."),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that analyse.")] = CORES,
    limit_s: Annotated[float, typer.Option(min=0.1, help="Seconds that a board may take.")] = 30.0,
) -> None:
    """Play recorded boards and games through the rules; one JSON object a line.

    PBN, LIN, handviewer addresses, endplay's and bridge_env's JSON, games of Spades as Kibitz writes them,
    and games of Hanabi as Hanabi Live does, JSON or address: the content tells which. The fields of a board:
    file, game, board, ok, contract, declarer, tricks, score_ns, error, and warnings where something was not
    read, or not as the format has it; of a game of Spades: file, game, ok,
    table, preset, players, hands, scores, winner, error; of a game of Hanabi: file, game, ok, variant,
    players, turns, score, stack_points, strikes, clue_tokens, end_condition, error. Exit code 1 if any record
    is refused; `error` says where in the file which rule is broken.
    """
    from server.cli.replay_rows import replay as rows_of

    if dd:
        refused = asyncio.run(_replay_analysed(files, workers, limit_s))
    else:
        refused = sum(_print_row(row) for path in _with_progress(files) for row in rows_of(path))
    sys.stdout.flush()
    if refused:
        raise typer.Exit(1)


def _print_row(row: AnyRow, before: bytes = b"") -> bool:
    """Print a row; whether the record is refused."""
    sys.stdout.buffer.write(before + msgspec.json.encode(row) + b"\n")
    if before:
        sys.stdout.flush()
    return not row.ok


async def _replay_analysed(files: list[Path], workers: int, limit_s: float) -> int:
    """Print the rows with their analysis; how many records are refused.

    Raises typer.Exit where analysis is not installed.
    """
    from server.cli.replay_rows import replay_analysed
    from server.errors import NotInstalled
    from server.workers.double_dummy.analyst import Analyst

    analyst = Analyst(workers, limit_s)
    before = ERASE if sys.stdout.isatty() and sys.stderr.isatty() else b""
    try:
        with _boards_done() as progress:
            return sum([_print_row(row, before) async for row in replay_analysed(files, analyst, progress)])
    except NotInstalled as error:
        raise failure(error) from None
    finally:
        await analyst.stop()


@contextmanager
def _boards_done() -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr that is told how many boards are done, where somebody looks.

    Why a board has no analysis is told by the command, and not logged into the bar as well.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    logging.getLogger("kibitz.analysis").addHandler(logging.NullHandler())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Analysing")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _with_progress(files: list[Path]) -> Iterable[Path]:
    """The files, with a bar on stderr where somebody looks and there is more than one."""
    if len(files) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, description="Replaying", console=Console(stderr=True))


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file of boards; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")],
    to: Annotated[
        str | None,
        typer.Option(
            help="pbn, lin, handviewer, endplay, endplay-dialect, bridge_env or board_settings;"
            " hanabi_live or hanabi_live_url for games of Hanabi;"
            " without it OUT's ending tells: .pbn, .lin, .url, and .json for endplay or hanabi_live."
        ),
    ] = None,
    of: Annotated[str | None, typer.Option("--from", help="IN's format, where its content misleads.")] = None,
    dd: Annotated[bool, typer.Option("--dd", help="Add the double-dummy results and par.")] = False,
) -> None:
    """Write the boards of one format in another, and say what the other cannot hold.

    What the rules tell is filled in: contract, tricks, score. A game of Spades has a format of its own and
    no other; one of Hanabi is JSON as Hanabi Live has it, or the address of a replay there. Exit code 1 if a
    board cannot be read, or a game of Hanabi breaks the rules; it is left out, and stderr says where it
    stands and why. What else was not read, or not as the format has it, is said there with its line.
    """
    from server.cli.hanabi import NAMES, convert_games
    from server.records.registry import is_hanabi, is_spades, recognised

    data = read_input(source)
    if is_spades(data):
        raise failure(f"{source}: a game of Spades has one format, kibitz-spades; nothing converts it")
    if of in NAMES or (of is None and is_hanabi(data)):
        convert_games(source, data, target, to)
        return
    if to in NAMES:
        raise failure(f"{source}: expected a game of Hanabi for {to}, got boards of bridge")
    form = _format(to, target)
    try:
        read = list((recognised(data) if of is None else _named(of)).boards(data))
        records = list(_sound(read))
        if not records:
            raise BadRecord("expected at least one board that can be read, got none")
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    if dd:
        records = asyncio.run(_annotated(records))
    written = form.dumps(records)
    write_output(target, written)
    _tell_lost(form, records, written)
    if len(records) < len(read):
        raise typer.Exit(1)


def _format(name: str | None, target: str) -> Format:
    """The format to write: the one that is named, or the one of OUT's ending."""
    from server.records.registry import FORMATS

    if name is not None:
        return _named(name)
    suffix = Path(target).suffix.lower()
    fit = next((form for form in FORMATS.values() if suffix in form.suffixes), None)
    if fit is None:
        raise failure(f"expected --to with one of {', '.join(FORMATS)}: the ending of {target} does not tell")
    return fit


def _named(name: str) -> Format:
    from server.records.registry import FORMATS

    if name not in FORMATS:
        raise failure(f"expected one of the formats {', '.join(FORMATS)}, got {name}")
    return FORMATS[name]


def _sound(read: list[Read]) -> Iterator[BoardRecord]:
    """Yield the boards that can be read, completed by the rules; print the errors of others, and warnings."""
    from server.records.bridge.record import Fault
    from server.records.bridge.validate import completed, judge

    for board in read:
        if isinstance(board, Fault):
            typer.echo(f"kibitz: left out: {board.error}", err=True)
        else:
            for warning in judge(board).warnings:
                typer.echo(f"kibitz: {warning}", err=True)
            yield completed(board)


async def _annotated(records: list[BoardRecord]) -> list[BoardRecord]:
    """The boards with their analysis; of one that has none it is said why.

    Raises typer.Exit where analysis is not installed.
    """
    from server.errors import AnalysisError, NotInstalled
    from server.workers.double_dummy.analysis import annotated
    from server.workers.double_dummy.analyst import Analyst
    from server.workers.double_dummy.batch import analysed

    analyst, told = Analyst(CORES), []
    try:
        with _boards_done() as progress:
            async for record, found in analysed(records, analyst, progress):
                if isinstance(found, NotInstalled):
                    raise failure(found)
                if isinstance(found, AnalysisError):
                    typer.echo(f"kibitz: board {record.name or record.number}: {found}", err=True)
                told.append(record if isinstance(found, AnalysisError) else annotated(record, found))
    finally:
        await analyst.stop()
    return told


def _tell_lost(form: Format, records: list[BoardRecord], written: str) -> None:
    from server.records.bridge.losses import lost
    from server.records.bridge.record import sound

    typer.echo(f"{counted(len(records), 'board')} as {form.name}", err=True)
    for what, boards in lost(records, sound(form.boards(written))).items():
        rest = "" if len(boards) <= NAMED else f" and {len(boards) - NAMED} more"
        typer.echo(f"  {form.name} cannot hold {what}: board {', '.join(boards[:NAMED])}{rest}", err=True)
