"""Files of results for `kibitz compare`: an event is read from one, and written into others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from protocol.words import list_alternatives
from server.cli.failures import failure
from server.cli.input_output import read_input, write_output
from server.errors import BadRecord

if TYPE_CHECKING:
    from server.records.bridge.evenings.evening import Evening

VERSIONS = ("1.2", "1.3")


def is_file(name: str) -> bool:
    """Return True if an argument of the command is a file or `-`, and not the id or address of a set."""
    return name == "-" or ("://" not in name and (name.lower().endswith(".xml") or Path(name).is_file()))


def compare_file(
    source: str, scoring: str | None, html: str | None, as_json: bool, exports: Sequence[str], usebio: str
) -> None:
    """Print the ranking and the travellers of a file of results, or write them into files.

    Warnings, and the points and totals of the file that its scores do not explain, go to standard error.
    Raises typer.Exit, after printing the reason, for a file that cannot be read or written.
    """
    from server.records.bridge import usebio as usebio_format
    from server.records.bridge.evenings import printing

    writers = [(target, _writer(target, usebio)) for target in exports]
    try:
        evenings = usebio_format.evenings(read_input(source))
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    if (writers or html is not None) and len(evenings) > 1:
        raise failure(f"{source}: expected a file with one event to write other files, got {len(evenings)}")
    shown = [_counted(evening, scoring) for evening in evenings]
    for target, write in writers:
        write_output(target, write(shown[0]))
    if html is not None:
        write_output(html, printing.document(shown[0]))
    if as_json:
        typer.echo(_json(shown))
    elif html is None and not writers:
        typer.echo("\n".join(map(printing.text, shown)).rstrip("\n"))


def _counted(evening: Evening, scoring: str | None) -> Evening:
    """Return an evening with all its points, by its own scoring or by another one."""
    from server.games.bridge.competing import BridgeCompeting
    from server.games.bridge.scores.points import FIELD_SCORINGS
    from server.records.bridge.evenings import grids
    from server.records.bridge.evenings.recount import completed, recount

    word = next((each for each in FIELD_SCORINGS if each == scoring), None)
    if scoring is not None and word is None:
        raise failure(f"expected the scoring {list_alternatives(FIELD_SCORINGS)}, got {scoring}")
    in_matches = BridgeCompeting.in_matches
    if word is not None and (word in in_matches) != (evening.scoring in in_matches):
        kind = "a team match" if word in in_matches else "a field of pairs"
        raise failure(f"the scoring {word} is for the results of {kind}, and this event is none")
    counted = recount(evening, word)
    for note in grids.notes(evening, counted):
        typer.echo(f"kibitz: {note}", err=True)
    return completed(evening, counted)


def _writer(target: str, version: str) -> Callable[[Evening], str]:
    """Return the function that writes an evening in the format that the end of a file's name tells."""
    from server.records.bridge import usebio
    from server.records.bridge.evenings import csv_rows, pbn_tables, printing

    if version not in VERSIONS:
        raise failure(f"expected the version {list_alternatives(VERSIONS)} of USEBIO, got {version}")
    writers: dict[str, Callable[[Evening], str]] = {
        ".pbn": pbn_tables.dumps,
        ".csv": csv_rows.dumps,
        ".xml": lambda evening: usebio.dumps(evening, "1.2" if version == "1.2" else "1.3"),
        ".html": printing.document,
    }
    suffix = Path(target).suffix.lower()
    if suffix not in writers:
        raise failure(f"expected a file that ends with {list_alternatives(tuple(writers))}, got {target}")
    return writers[suffix]


def _json(evenings: Sequence[Evening]) -> str:
    import msgspec

    def number(value: Any) -> float:
        return float(value)

    told = evenings[0] if len(evenings) == 1 else evenings
    return msgspec.json.encode(told, enc_hook=number).decode()
