"""The commands that work on files of records: replay, convert."""

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

from protocol.words import counted
from server.cli.assembled import run
from server.cli.ending import failure
from server.cli.in_out import read_input, write_output
from server.errors import AnalysisError, BadRecord, NotInstalled

if TYPE_CHECKING:
    from server.records.base import Analysing, Format, Records, Replayed, Row
    from server.workers.analyst import Analyst

Files = Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)]
CORES = os.cpu_count() or 1
ERASE = b"\r\x1b[2K"
"""Takes a progress bar off its line; it comes back below what is written then."""
NAMED = 6
"""So many records are named that lost something; of the others the number is told."""


def replay(ctx: typer.Context) -> None:
    """Play recorded boards and games through the rules; one JSON object a line."""
    from server.cli import records_help

    dd_help = records_help.replay_dd()

    def command(
        files: Files,
        dd: Annotated[bool, typer.Option("--dd", help=dd_help)] = False,
        workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that analyse.")] = CORES,
        limit_s: Annotated[float, typer.Option(min=0.1, help="Seconds that a record may take.")] = 30.0,
    ) -> None:
        _replay(files, dd, workers, limit_s)

    run(ctx, _evaluated(command, locals()), f"{replay.__doc__}\n\n{records_help.replay()}")


def _replay(files: list[Path], dd: bool, workers: int, limit_s: float) -> None:
    if dd:
        refused = asyncio.run(_replay_analysed(files, workers, limit_s))
    else:
        refused = sum(_print_row(each.row) for path in _with_progress(files) for each in replayed(path))
    sys.stdout.flush()
    if refused:
        raise typer.Exit(1)


def replayed(path: Path) -> Iterator[Replayed]:
    """Yield the rows of a file, one that is not `ok` for a file that cannot be opened."""
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
    """Print a row, and return whether the record is refused."""
    sys.stdout.buffer.write(before + msgspec.json.encode(row) + b"\n")
    if before:
        sys.stdout.flush()
    return not row.ok


async def _replay_analysed(files: list[Path], workers: int, limit_s: float) -> int:
    """Print the rows with their analysis, and return how many records are refused.

    Raises typer.Exit where analysis is not installed.
    """
    from server.workers.analyst import Analyst

    analyst = Analyst(workers, limit_s)
    before = ERASE if sys.stdout.isatty() and sys.stderr.isatty() else b""
    played = [each for path in files for each in replayed(path)]
    try:
        with _records_done() as progress:
            rows = _analysed_rows(played, analyst, progress)
            return sum([_print_row(row, before) async for row in rows])
    except NotInstalled as error:
        raise failure(error) from None
    finally:
        await analyst.stop()


async def _analysed_rows(
    played: Sequence[Replayed], analyst: Analyst, progress: Callable[[int, int], None]
) -> AsyncIterator[Row]:
    """Yield the rows with their analysis; the records of a game are analysed one beside the other.

    Raises NotInstalled.
    """
    from server.records.registry import RECORDS
    from server.workers.batch import analysed

    async with AsyncExitStack() as stack:
        found = {}
        for game, records in RECORDS.items():
            if records.analysing is not None:
                told = [each.record for each in played if each.row.game == game and each.record is not None]
                answers = analysed(records.analysing, told, analyst, progress)
                found[game] = records.analysing, await stack.enter_async_context(aclosing(answers))
        for each in played:
            if each.row.game not in found:
                yield each.row
                continue
            analysing, answers = found[each.row.game]
            analysis = None if each.record is None else (await anext(answers))[1]
            if isinstance(analysis, NotInstalled):
                raise analysis
            yield analysing.row(each.row, analysis)


@contextmanager
def _records_done() -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr, on a terminal, and yield the function that tells it how many records are done.

    The command tells why a record has no analysis, so it is not logged into the bar as well.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    logging.getLogger("kibitz.analysis").addHandler(logging.NullHandler())
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Analysing")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _with_progress(files: list[Path]) -> Iterable[Path]:
    """Return the files, with a bar on stderr on a terminal where there is more than one."""
    if len(files) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, description="Replaying", console=Console(stderr=True))


def convert(ctx: typer.Context) -> None:
    """Write records of one format in another, and say what the other cannot hold."""
    from server.cli import records_help

    to_help, dd_help = records_help.convert_to(), records_help.convert_dd()

    def command(
        source: Annotated[str, typer.Argument(metavar="IN", help="A file of records; - for standard input.")],
        target: Annotated[
            str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")
        ],
        to: Annotated[str | None, typer.Option(help=to_help)] = None,
        of: Annotated[
            str | None, typer.Option("--from", help="IN's format, where its content misleads.")
        ] = None,
        dd: Annotated[bool, typer.Option("--dd", help=dd_help)] = False,
    ) -> None:
        _convert(source, target, to, of, dd)

    run(ctx, _evaluated(command, locals()), f"{convert.__doc__}\n\n{records_help.convert()}")


def _evaluated(command: Callable[..., None], names: dict[str, Any]) -> Callable[..., None]:
    """Return the function with the annotations that its text stands for, which `names` complete."""
    from typing import get_type_hints

    command.__annotations__ = get_type_hints(command, localns=names, include_extras=True)
    return command


def _convert(source: str, target: str, to: str | None, of: str | None, dd: bool) -> None:
    from server.records import registry

    data = read_input(source)
    claimed = registry.recognise(data)
    if claimed.conversion is None:
        raise failure(f"{source}: {claimed.not_converted}")
    records = claimed if of is None else registry.converter_of(of) or registry.fallback()
    conversion = records.conversion
    assert conversion is not None, "expected records that are converted"
    form = _format(records, source, to, target)
    if of is not None:
        _named(records, of)
    try:
        if of is None:
            registry.check_comments(records, data)
        read = conversion.read(data, of)
        for message in read.messages:
            typer.echo(f"kibitz: {message}", err=True)
        if not read.records:
            raise BadRecord(f"expected {conversion.expected}")
        found = read.records
        if dd and records.analysing is not None:
            found = asyncio.run(_annotated(records.analysing, found))
        written = form.dumps(found)
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    write_output(target, written)
    typer.echo(f"{counted(len(found), records.noun)} as {form.name}", err=True)
    for what, names in conversion.lost(form, found, written).items():
        rest = "" if len(names) <= NAMED else f" and {len(names) - NAMED} more"
        told = f"{records.noun} {', '.join(names[:NAMED])}{rest}"
        typer.echo(f"  {form.name} cannot hold {what}: {told}", err=True)
    if not read.complete:
        raise typer.Exit(1)


def _format(records: Records[Any], source: str, name: str | None, target: str) -> Format[Any]:
    """Return the format to write: the one that is named, or the one of OUT's ending."""
    from server.records.registry import converter_of

    if name is not None:
        other = converter_of(name)
        if records.fallback and other is not None and other is not records:
            raise failure(f"{source}: expected {other.one} for {name}, got {records.one}")
        return _named(records, name)
    suffix = Path(target).suffix.lower()
    for form in records.formats.values():
        if suffix in form.suffixes:
            return form
    raise failure(f"expected --to with {_one_of(records)}: the ending of {target} does not tell")


def _named(records: Records[Any], name: str) -> Format[Any]:
    form = records.format_named(name)
    if form is not None:
        return form
    if records.fallback:
        raise failure(f"expected {_one_of(records, 'the formats ')}, got {name}")
    raise failure(f"expected {_one_of(records, 'the formats ')} for {records.one}, got {name}")


def _one_of(records: Records[Any], what: str = "") -> str:
    names = [form.name for form in records.formats.values()]
    return " or ".join(names) if len(names) < 3 else f"one of {what}{', '.join(names)}"


async def _annotated(analysing: Analysing[Any], records: Sequence[Any]) -> tuple[Any, ...]:
    """Return the records with their analysis, and print why one has none.

    Raises typer.Exit where analysis is not installed.
    """
    from server.workers.analyst import Analyst
    from server.workers.batch import analysed

    analyst, found = Analyst(CORES), []
    try:
        with _records_done() as progress:
            async for record, analysis in analysed(analysing, records, analyst, progress):
                if isinstance(analysis, NotInstalled):
                    raise failure(analysis)
                if isinstance(analysis, AnalysisError):
                    typer.echo(f"kibitz: {analysing.noun} {analysing.label(record)}: {analysis}", err=True)
                    found.append(record)
                else:
                    found.append(analysing.annotated(record, analysis))
    finally:
        await analyst.stop()
    return tuple(found)
