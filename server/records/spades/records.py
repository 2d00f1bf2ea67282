"""The records of Spades in the format `kibitz-spades`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from server.records import spades
from server.records.base import Format, Records, Replayed
from server.records.spades.event_files import SpadesEventFiles
from server.records.spades.export import HandExport
from server.records.spades.record import GameRecord
from server.records.spades.rows import GameRow, fault_row, rows_of
from server.records.spades.upload import HandShowing


class SpadesRecords(Records[GameRecord]):
    """The records of Spades, which have a single file format."""

    game = "spades"
    title = "Spades"
    one = "a game of Spades"
    kind = spades.NAME
    many = "games of Spades"
    reads = "games of Spades in the format kibitz-spades"
    row_type = GameRow
    not_converted = "a game of Spades has only the format kibitz-spades and cannot be converted"
    formats: ClassVar = {"json": Format("json", (".json",), "application/json", spades.dumps, "JSON")}
    showing = HandShowing()
    event_files = SpadesEventFiles()
    export = HandExport()

    def claims(self, head: bytes) -> bool:
        """Return True if the first bytes of a file are those of a game of Spades."""
        return spades.looks_like(head)

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row of output for each game of Spades in a file."""
        return rows_of(file, data)

    def fault_row(self, file: str, error: str) -> GameRow:
        """Return the row of output that reports why a file cannot be read."""
        return fault_row(file, error)
