"""The conversion of games of Hanabi between the JSON and the addresses of Hanabi Live."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from server.records.base import Conversion, Format, Source
from server.records.hanabi.files import ReadGame, has_comments, read_games
from server.records.hanabi.record import GameRecord

ASPECTS = {
    "players": "the players' names",
    "options": "options",
    "actions": "an end of the game that no seat caused",
    "notes": "notes",
    "characters": "characters",
    "id": "the id",
    "seed": "the seed",
}
"""The names of a game's recorded fields in messages about content that a conversion lost."""


class GameConversion(Conversion[GameRecord]):
    """The conversion of games of Hanabi that keep the rules into JSON or addresses of Hanabi Live."""

    about = (
        "A game of Hanabi is written as Hanabi Live's JSON, or as the address of a replay on Hanabi Live."
        " A game that breaks the rules is left out."
    )
    expected = "at least one game of Hanabi that keeps the rules, got none"

    def read(self, data: bytes, form: str | None) -> Source[GameRecord]:
        """Return a file's games that keep the rules, the errors of its other games, and all warnings."""
        games_read = list(read_games(data))
        errors = tuple(f"left out: {each.error}" for each in games_read if each.error is not None)
        records = tuple(each.record for each in games_read if each.record is not None and each.error is None)
        return Source(records, (*errors, *_warnings(data, games_read)), not errors)

    def lost(
        self, form: Format[GameRecord], records: Sequence[GameRecord], written: str
    ) -> Mapping[str, Sequence[str]]:
        """Return the kinds of content that a conversion lost, each with the numbers of the affected games."""
        after = [each.record for each in read_games(written.encode())]
        pairs = list(enumerate(zip(records, after, strict=True), 1))
        losses = {
            aspect: [
                str(number) for number, (old, new) in pairs if getattr(old, field) != getattr(new, field)
            ]
            for field, aspect in ASPECTS.items()
        }
        return {aspect: names for aspect, names in losses.items() if names}


def _warnings(data: bytes, games_read: list[ReadGame]) -> Iterator[str]:
    """Yield the warnings about content of a file that the conversion leaves out."""
    if has_comments(data):
        yield "left out: the comments of the file"
    for each in games_read:
        yield from each.warnings
