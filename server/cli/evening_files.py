"""Files of results for `kibitz compare`: an event is read from one, and written into others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from msgspec import Raw, Struct

from protocol.words import list_alternatives
from server.cli.failures import failure
from server.cli.input_output import read_input, write_output
from server.errors import BadRecord

if TYPE_CHECKING:
    from server.records.bridge.evenings.evening import Evening

VERSIONS = ("1.2", "1.3")
Writer = Callable[["Evening"], str]
"""A function that returns the text of a file with an evening."""


class _Set(Struct):
    """The name and the comparison of a set of boards, as a server tells them."""

    name: str | None = None
    comparison: Raw = Raw(b"null")


def is_file(name: str) -> bool:
    """Return True if an argument of the command is a file or `-`, and not the id or address of a set."""
    named = name.lower().endswith((".xml", ".pbn"))
    return name == "-" or ("://" not in name and (named or Path(name).is_file()))


def compare_file(
    source: str, scoring: str | None, html: str | None, as_json: bool, exports: Sequence[str], usebio: str
) -> None:
    """Print the ranking and the travellers of a file of results, or write them into files.

    Warnings, and the points and totals of the file that its scores do not explain, go to standard error.
    Raises typer.Exit, after printing the reason, for a file that cannot be read or written.
    """
    from server.records.bridge.evenings import printing

    targets = writers(exports, usebio)
    try:
        evenings = _evenings(read_input(source))
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    if (targets or html is not None) and len(evenings) > 1:
        raise failure(f"{source}: expected a file with one event to write other files, got {len(evenings)}")
    shown = [_counted(evening, scoring) for evening in evenings]
    for target, write in targets.items():
        write_output(target, write(shown[0]))
    if html is not None:
        write_output(html, printing.document(shown[0]))
    if as_json:
        typer.echo(_json(shown))
    elif html is None and not targets:
        typer.echo("\n".join(map(printing.text, shown)).rstrip("\n"))


def _evenings(data: bytes) -> tuple[Evening, ...]:
    """Return the events of a file in USEBIO or, if it is no XML, in PBN."""
    from server.records.bridge import usebio
    from server.records.bridge.evenings import pbn_reading

    if usebio.looks_like(data) or data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"<":
        return usebio.evenings(data)
    return (pbn_reading.evening(data),)


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


def writers(exports: Sequence[str], usebio: str) -> dict[str, Writer]:
    """Return the function that writes each file of the option `--export`.

    Raises typer.Exit, after printing the reason, for a name or a version of USEBIO that has no format.
    """
    return {target: _writer(target, usebio) for target in exports}


def export_set(said: str, targets: Mapping[str, Writer]) -> None:
    """Write the comparison of a set of boards into files.

    `said` is the answer of the server about the set. Raises typer.Exit, after printing the reason, if the set
    cannot be compared yet, or has no boards of bridge.
    """
    import msgspec

    from protocol.v1.bridge import Comparison
    from server.records.bridge.evenings.of_comparison import of_comparison

    try:
        told = msgspec.json.decode(said, type=_Set)
        comparison = msgspec.json.decode(told.comparison, type=Comparison | None)
    except msgspec.ValidationError:
        raise failure(
            "expected the comparison of boards of bridge from the server, got another one"
        ) from None
    if comparison is None:
        raise failure("no board of this set can be compared yet")
    evening = of_comparison(comparison, told.name or "")
    for target, write in targets.items():
        write_output(target, write(evening))


def _writer(target: str, version: str) -> Writer:
    """Return the function that writes an evening in the format that the end of a file's name tells."""
    from server.records.bridge import usebio
    from server.records.bridge.evenings import csv_rows, pbn_tables, printing

    if version not in VERSIONS:
        raise failure(f"expected the version {list_alternatives(VERSIONS)} of USEBIO, got {version}")
    known: dict[str, Writer] = {
        ".pbn": pbn_tables.dumps,
        ".csv": csv_rows.dumps,
        ".xml": lambda evening: usebio.dumps(evening, "1.2" if version == "1.2" else "1.3"),
        ".html": printing.document,
    }
    suffix = Path(target).suffix.lower()
    if suffix not in known:
        raise failure(f"expected a file that ends with {list_alternatives(tuple(known))}, got {target}")
    return known[suffix]


def _json(evenings: Sequence[Evening]) -> str:
    import msgspec

    def number(value: Any) -> float:
        return float(value)

    told = evenings[0] if len(evenings) == 1 else evenings
    return msgspec.json.encode(told, enc_hook=number).decode()
