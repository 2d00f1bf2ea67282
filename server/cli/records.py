"""The commands that work on files of records: `kibitz replay` and `kibitz convert`."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from protocol.words import with_count
from server.cli.failures import failure
from server.cli.input_output import read_input, write_output
from server.cli.numbers import seconds, whole_number
from server.errors import AnalysisError, BadRecord, NotInstalled

if TYPE_CHECKING:
    from server.records.base import Analysing, Format, Records, Replayed, Row
    from server.workers.analyst import Analyst

Files = Annotated[
    list[Path], typer.Argument(exists=True, dir_okay=False, readable=True, help="The files of records.")
]
CORES = os.cpu_count() or 1
ERASE_LINE = b"\r\x1b[2K"
"""The terminal codes that erase the progress bar before a line of output is printed in its place."""
NAMED = 6
"""The largest number of records that a message about lost content names.

Of further records with lost content, the message gives only the number.
"""


def replay(
    files: Files,
    dd: Annotated[bool, typer.Option("--dd", help="{replay_dd}")] = False,
    workers: Annotated[
        int, whole_number(least=1, most=64, help="The number of processes that analyse records.")
    ] = CORES,
    limit_s: Annotated[
        float, seconds(least=0.1, help="The time limit for the analysis of one record.")
    ] = 30.0,
) -> None:
    """Check recorded boards and games by the rules, and print one JSON object for each record.

    {replay}

    The exit code is 1 if any record breaks a rule; the field `error` then names the rule and the place in the
    file.
    """
    if dd:
        refused = asyncio.run(_print_analysed(files, workers, limit_s))
    else:
        refused = sum(_print_row(each.row) for path in _with_progress(files) for each in replayed(path))
    sys.stdout.flush()
    if refused:
        raise typer.Exit(1)


def replayed(path: Path) -> Iterator[Replayed]:
    """Yield a row of output for each record in a file: the result of checking the record by the game's rules.

    For a file that cannot be opened, the only row has the error.
    """
    from server.records.base import Replayed
    from server.records.registry import fallback
    from server.records.registry import replay as rows_of

    file = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        yield Replayed(fallback().fault_row(file, f"expected a file to read: {error.strerror}"))
        return
    yield from rows_of(file, data)


def _print_row(row: Row, before: bytes = b"") -> bool:
    """Print the bytes `before`, then the row as JSON. Return True if the record of the row breaks a rule."""
    sys.stdout.buffer.write(before + msgspec.json.encode(row) + b"\n")
    if before:
        sys.stdout.flush()
    return not row.ok


async def _print_analysed(files: list[Path], workers: int, limit_s: float) -> int:
    """Print the rows of records with their analyses, and return the number of records that break a rule.

    Raises typer.Exit, after printing the reason, if the double-dummy solver is not installed.
    """
    from server.workers.analyst import Analyst

    analyst = Analyst(workers, limit_s)
    before = ERASE_LINE if sys.stdout.isatty() and sys.stderr.isatty() else b""
    rows_read = [each for path in files for each in replayed(path)]
    try:
        with _progress_bar() as progress:
            rows = _analysed_rows(rows_read, analyst, progress)
            return sum([_print_row(row, before) async for row in rows])
    except NotInstalled as error:
        raise failure(error) from None
    finally:
        await analyst.stop()


async def _analysed_rows(
    rows_read: Sequence[Replayed], analyst: Analyst, progress: Callable[[int, int], None]
) -> AsyncIterator[Row]:
    """Yield the rows in the order of the records in the file, each with the analysis of its record.

    All records of one game (such as bridge) are analysed in parallel. Raises NotInstalled if the double-dummy
    solver is not installed.
    """
    from server.records.registry import RECORDS
    from server.workers.batch import analyse_all

    async with AsyncExitStack() as stack:
        running = {}
        for game, records in RECORDS.items():
            if records.analysing is not None:
                of_game = (each.record for each in rows_read if each.row.game == game)
                valid = [record for record in of_game if record is not None]
                analyses = analyse_all(records.analysing, valid, analyst, progress)
                running[game] = records.analysing, await stack.enter_async_context(aclosing(analyses))
        for each in rows_read:
            if each.row.game not in running:
                yield each.row
                continue
            analysing, analyses = running[each.row.game]
            analysis = None if each.record is None else (await anext(analyses))[1]
            if isinstance(analysis, NotInstalled):
                raise analysis
            yield analysing.row(each.row, analysis)


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr if stderr is a terminal; yield the function that updates the bar.

    The function that updates the bar takes the number of analysed records and the number of all records. Log
    messages about analyses are suppressed, because the command itself prints why a record has no analysis.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    logging.getLogger("kibitz.analysis").addHandler(logging.NullHandler())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Analysing")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _with_progress(files: list[Path]) -> Iterable[Path]:
    """Return the given files as an iterable.

    Iterating over several files shows a progress bar if stderr is a terminal and stdout is not.
    """
    if len(files) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, description="Replaying", console=Console(stderr=True))


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file of records; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")],
    to: Annotated[str | None, typer.Option(metavar="format", help="{convert_to}")] = None,
    of: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="format",
            help="The format of IN, if the command does not recognise the format correctly.",
        ),
    ] = None,
    dd: Annotated[bool, typer.Option("--dd", help="{convert_dd}")] = False,
) -> None:
    """Convert a file of records into another format, and print what the other format cannot hold.

    {convert}

    The exit code is 1 if a record is left out; stderr names the place of the record in the file and the
    reason. Warnings on stderr name the lines of the file that were not read or do not follow the format.
    """
    from server.records import registry

    data = read_input(source)
    claimed = registry.recognise(data)
    if claimed.conversion is None:
        raise failure(f"{source}: {claimed.not_converted}")
    records = claimed if of is None else registry.converter_of(of) or registry.fallback()
    conversion = records.conversion
    assert conversion is not None, "expected records of a game with a conversion"
    form = _format(records, source, to, target)
    if of is not None:
        _format_named(records, of)
    try:
        if of is None:
            registry.check_comments(records, data)
        read = conversion.read(data, of)
        for message in read.messages:
            typer.echo(f"kibitz: {message}", err=True)
        if not read.records:
            raise BadRecord(f"expected {conversion.expected}")
        converted = read.records
        if dd and records.analysing is not None:
            converted = asyncio.run(_annotated(records.analysing, converted))
        text = form.dumps(converted)
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    write_output(target, text)
    typer.echo(f"{with_count(len(converted), records.noun)} as {form.name}", err=True)
    for loss, names in conversion.lost(form, converted, text).items():
        rest = "" if len(names) <= NAMED else f" and {len(names) - NAMED} more"
        typer.echo(
            f"  {form.name} cannot hold {loss}: {records.noun} {', '.join(names[:NAMED])}{rest}", err=True
        )
    if not read.complete:
        raise typer.Exit(1)


def _format(records: Records[Any], source: str, name: str | None, target: str) -> Format[Any]:
    """Return the format in which to write the records: the one named `name`, or else the one of OUT's ending.

    Raises typer.Exit, after printing the reason, for an unknown name of a format or ending of a file.
    """
    from server.records.registry import converter_of

    if name is not None:
        other = converter_of(name)
        if records.fallback and other is not None and other is not records:
            raise failure(f"{source}: expected {other.one} for the format {name}, got {records.one}")
        return _format_named(records, name)
    suffix = Path(target).suffix.lower()
    for form in records.formats.values():
        if suffix in form.suffixes:
            return form
    raise failure(
        f"expected --to with {_format_names(records)}: the ending of {target} belongs to no known format"
    )


def _format_named(records: Records[Any], name: str) -> Format[Any]:
    form = records.format_named(name)
    if form is not None:
        return form
    if records.fallback:
        raise failure(f"expected {_format_names(records, 'the formats ')}, got {name}")
    raise failure(f"expected {_format_names(records, 'the formats ')} for {records.one}, got {name}")


def _format_names(records: Records[Any], noun: str = "") -> str:
    names = [form.name for form in records.formats.values()]
    return " or ".join(names) if len(names) < 3 else f"one of {noun}{', '.join(names)}"


async def _annotated(analysing: Analysing[Any], records: Sequence[Any]) -> tuple[Any, ...]:
    """Return the records with their analyses added. A record that cannot be analysed is returned unchanged.

    The reason why a record cannot be analysed is printed on stderr. Raises typer.Exit, after printing the
    reason, if the double-dummy solver is not installed.
    """
    from server.workers.analyst import Analyst
    from server.workers.batch import analyse_all

    analyst, annotated = Analyst(CORES), []
    try:
        with _progress_bar() as progress:
            async for record, analysis in analyse_all(analysing, records, analyst, progress):
                if isinstance(analysis, NotInstalled):
                    raise failure(analysis)
                if isinstance(analysis, AnalysisError):
                    typer.echo(f"kibitz: {analysing.noun} {analysing.label(record)}: {analysis}", err=True)
                    annotated.append(record)
                else:
                    annotated.append(analysing.annotated(record, analysis))
    finally:
        await analyst.stop()
    return tuple(annotated)
