"""`kibitz convert` for games of Hanabi: Hanabi Live's JSON, and the letters of the address of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from server.records.base import Conversion, Format, Source
from server.records.hanabi.files import Recorded, has_comments, recorded
from server.records.hanabi.record import GameRecord

ASPECTS = {
    "players": "the players' names",
    "options": "options",
    "actions": "an end through no seat",
    "notes": "notes",
    "characters": "characters",
    "id": "the id",
    "seed": "the seed",
}
"""Names for the fields of a record."""


class GameConversion(Conversion[GameRecord]):
    """Games that keep the rules, as JSON or as addresses."""

    about = (
        "A game of Hanabi is JSON as Hanabi Live has it, or the address of a replay there."
        " One that breaks the rules is left out."
    )
    expected = "at least one game of Hanabi that keeps the rules, got none"

    def read(self, data: bytes, form: str | None) -> Source[GameRecord]:
        """Return the games that keep the rules; the faults of others come before warnings."""
        found = list(recorded(data))
        errors = tuple(f"left out: {each.error}" for each in found if each.error is not None)
        records = tuple(each.record for each in found if each.record is not None and each.error is None)
        return Source(records, (*errors, *_warnings(data, found)), not errors)

    def lost(
        self, form: Format[GameRecord], records: Sequence[GameRecord], written: str
    ) -> Mapping[str, Sequence[str]]:
        """Return what a format could not hold; a game is named by its place, from 1."""
        after = [each.record for each in recorded(written.encode())]
        pairs = list(enumerate(zip(records, after, strict=True), 1))
        losses = {
            what: [str(place) for place, (old, new) in pairs if getattr(old, field) != getattr(new, field)]
            for field, what in ASPECTS.items()
        }
        return {what: games for what, games in losses.items() if games}


def _warnings(data: bytes, found: list[Recorded]) -> Iterator[str]:
    """Yield what of a file is not written, though its games are."""
    if has_comments(data):
        yield "left out: the comments of the file"
    for each in found:
        yield from each.warnings
