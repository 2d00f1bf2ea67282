"""Files of results for `kibitz compare`: an event is read from one, and written into others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from msgspec import Raw, Struct

from protocol.words import list_alternatives
from server.cli.failures import failure
from server.cli.input_output import read_input, write_output
from server.errors import BadRecord

PRINTED = ".html"
"""The ending of a file that is a page to print."""
Writer = Callable[[Any], str]
"""A function that returns the text of a file with the results of an event."""


class _Set(Struct):
    """The name, the comparison and the event of a set of boards, as a server tells them."""

    name: str | None = None
    comparison: Raw = Raw(b"null")
    event: str = ""


def is_file(name: str) -> bool:
    """Return True if an argument of the command is a file or `-`, and not the id or address of a set."""
    from server.records.registry import event_files

    named = name.lower().endswith(tuple(f".{ending}" for ending in event_files().read_from))
    return name == "-" or ("://" not in name and (named or Path(name).is_file()))


def compare_file(
    source: str, scoring: str | None, html: str | None, as_json: bool, exports: Sequence[str], version: str
) -> None:
    """Print the ranking and the travellers of a file of results, or write them into files.

    Warnings, and the points and totals of the file that its scores do not explain, go to standard error.
    Raises typer.Exit, after printing the reason, for a file that cannot be read or written.
    """
    from server.records.registry import event_files

    files, targets = event_files(), writers(exports, version)
    try:
        events = files.read(read_input(source))
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    if (targets or html is not None) and len(events) > 1:
        raise failure(f"{source}: expected a file with one event to write other files, got {len(events)}")
    try:
        shown = [files.counted(event, scoring, _note) for event in events]
    except ValueError as error:
        raise failure(str(error)) from None
    for target, write in targets.items():
        write_output(target, write(shown[0]))
    if html is not None:
        write_output(html, files.document(shown[0]))
    if as_json:
        typer.echo(_json(shown))
    elif html is None and not targets:
        typer.echo("\n".join(map(files.text, shown)).rstrip("\n"))


def _note(line: str) -> None:
    typer.echo(f"kibitz: {line}", err=True)


def writers(exports: Sequence[str], version: str) -> dict[str, Writer]:
    """Return the function that writes each file of the option `--export`.

    `version` is the version of USEBIO. Raises typer.Exit, after printing the reason, for a name or a version
    that has no format.
    """
    return {target: _writer(target, version) for target in exports}


def _writer(target: str, version: str) -> Writer:
    """Return the function that writes results in the format that the end of a file's name tells."""
    from server.records.registry import event_files

    files = event_files()
    known = files.versions["usebio"]
    if version not in known:
        raise failure(f"expected the version {list_alternatives(known)} of USEBIO, got {version}")
    formats = {f".{ending}": word for word, (_, ending) in files.formats.items()}
    suffix = Path(target).suffix.lower()
    if suffix == PRINTED:
        return files.document
    if suffix not in formats:
        endings = list_alternatives((*formats, PRINTED))
        raise failure(f"expected a file that ends with {endings}, got {target}")
    word = formats[suffix]
    return lambda results: files.write(results, word, version if word in files.versions else "")


def export_set(said: str, targets: Mapping[str, Writer]) -> None:
    """Write the comparison of a set of boards into files.

    `said` is the answer of the server about the set. Raises typer.Exit, after printing the reason, if the set
    cannot be compared yet, or has boards of a game without files of results.
    """
    import msgspec

    from server.records.registry import event_files

    told = msgspec.json.decode(said, type=_Set)
    try:
        results = event_files().of_comparison(bytes(told.comparison), told.name or "")
    except ValueError as error:
        raise failure(str(error)) from None
    if results is None:
        raise failure("no board of this set can be compared yet")
    if told.event:
        _note(
            f"these are the results before the rulings of the directors of event {told.event};"
            " `kibitz event results` has those that count"
        )
    for target, write in targets.items():
        write_output(target, write(results))


def _json(events: Sequence[Any]) -> str:
    import msgspec

    def number(value: Any) -> float:
        return float(value)

    told = events[0] if len(events) == 1 else events
    return msgspec.json.encode(told, enc_hook=number).decode()
