"""The records of Spades: games as Kibitz writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from server.records import spades
from server.records.base import Format, Records, Replayed
from server.records.spades.export import HandExport
from server.records.spades.record import GameRecord
from server.records.spades.rows import GameRow, fault_row, rows_of


class SpadesRecords(Records[GameRecord]):
    """Games of Spades, in the one format that there is."""

    game = "spades"
    title = "Spades"
    one = "a game of Spades"
    kind = spades.NAME
    many = "games of Spades"
    reads = "games of Spades as Kibitz writes them"
    row_type = GameRow
    not_converted = "a game of Spades has one format, kibitz-spades; nothing converts it"
    formats: ClassVar = {"json": Format("json", (".json",), "application/json", spades.dumps, "JSON")}
    export = HandExport()

    def claims(self, head: bytes) -> bool:
        """Return whether a file begins as a game of Spades does."""
        return spades.looks_like(head)

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row for each game."""
        return rows_of(file, data)

    def fault_row(self, file: str, error: str) -> GameRow:
        """Return the row of a file that cannot be read."""
        return fault_row(file, error)
