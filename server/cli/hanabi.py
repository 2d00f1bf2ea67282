"""`kibitz convert` for games of Hanabi: Hanabi Live's JSON, and the letters of the address of a replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from protocol.words import counted
from server.cli.ending import failure
from server.cli.in_out import write_output
from server.errors import BadRecord
from server.records.hanabi.files import Recorded, has_comments, recorded
from server.records.hanabi.record import GameRecord
from server.records.registry import HANABI, Written

NAMES = tuple(form.name for form in HANABI.values())
NAMED = 6
"""So many games are named that lost something; of the others the number is told."""
ASPECTS = {
    "players": "the players' names",
    "options": "options",
    "actions": "an end through no seat",
    "notes": "notes",
    "characters": "characters",
    "id": "the id",
    "seed": "the seed",
}
"""What the fields of a record are called."""


def convert_games(source: str, data: bytes, target: str, to: str | None) -> None:
    """Write the games of one form in another, and say what the other cannot hold.

    Raises typer.Exit: where no game is sound, and for exit code 1 where some are left out.
    """
    form = _format(to, target)
    try:
        found = list(recorded(data))
        errors = [each.error for each in found if each.error is not None]
        for error in errors:
            typer.echo(f"kibitz: left out: {error}", err=True)
        for warning in _warnings(data, found):
            typer.echo(f"kibitz: {warning}", err=True)
        records = [each.record for each in found if each.record is not None and each.error is None]
        if not records:
            raise BadRecord("expected at least one game of Hanabi that keeps the rules, got none")
        written = form.dumps(records)
    except BadRecord as error:
        raise failure(f"{source}: {error}") from None
    write_output(target, written)
    _tell_lost(form, records, written)
    if errors:
        raise typer.Exit(1)


def _warnings(data: bytes, found: list[Recorded]) -> Iterator[str]:
    """Yield what of a file is not written, though its games are."""
    if has_comments(data):
        yield "left out: the comments of the file"
    for each in found:
        yield from each.warnings


def _format(name: str | None, target: str) -> Written[GameRecord]:
    """The form to write: the one that is named, or the one of OUT's ending."""
    known = " or ".join(NAMES)
    suffix = Path(target).suffix.lower()
    for form in HANABI.values():
        if form.name == name or (name is None and suffix in form.suffixes):
            return form
    if name is not None:
        raise failure(f"expected {known} for a game of Hanabi, got {name}")
    raise failure(f"expected --to with {known}: the ending of {target} does not tell")


def _tell_lost(form: Written[GameRecord], records: list[GameRecord], written: str) -> None:
    typer.echo(f"{counted(len(records), 'game')} as {form.name}", err=True)
    for what, games in _lost(records, written):
        rest = "" if len(games) <= NAMED else f" and {len(games) - NAMED} more"
        typer.echo(f"  {form.name} cannot hold {what}: game {', '.join(games[:NAMED])}{rest}", err=True)


def _lost(records: list[GameRecord], written: str) -> Iterator[tuple[str, list[str]]]:
    """What each kind of loss is called, and the places of the games that suffered it, from 1."""
    after = [each.record for each in recorded(written.encode())]
    pairs = list(enumerate(zip(records, after, strict=True), 1))
    for field, what in ASPECTS.items():
        lost = [str(place) for place, (old, new) in pairs if getattr(old, field) != getattr(new, field)]
        if lost:
            yield what, lost
