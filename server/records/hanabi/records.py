"""The records of Hanabi: the JSON of Hanabi Live, and the addresses (URLs) of replays on Hanabi Live."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from server.records import hanabi
from server.records.base import Format, Records, Replayed
from server.records.hanabi import compressed
from server.records.hanabi.convert import GameConversion
from server.records.hanabi.dealing import DeckDealing
from server.records.hanabi.event_files import HanabiEventFiles
from server.records.hanabi.export import GameExport
from server.records.hanabi.record import GameRecord
from server.records.hanabi.rows import HanabiRow, fault_row, rows_of
from server.records.hanabi.upload import GameShowing


class HanabiRecords(Records[GameRecord]):
    """The records of Hanabi in the two formats of Hanabi Live."""

    game = "hanabi"
    title = "Hanabi"
    one = "a game of Hanabi"
    kind = hanabi.NAME
    many = "games of Hanabi"
    reads = "games of Hanabi in Hanabi Live's JSON or as its addresses"
    row_type = HanabiRow
    comments = True
    formats: ClassVar = {
        "json": Format("hanabi_live", (".json",), "application/json", hanabi.dumps, "JSON"),
        "url": Format("hanabi_live_url", (".url",), "text/uri-list", compressed.dumps),
    }
    conversion = GameConversion()
    showing = GameShowing()
    event_files = HanabiEventFiles()
    export = GameExport()
    dealing = DeckDealing()

    def claims(self, head: bytes) -> bool:
        """Return True if a file begins like Hanabi Live's JSON or like a replay's address."""
        return hanabi.looks_like(head) or compressed.SIGN.match(head) is not None

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row of output for each game of Hanabi in a file."""
        return rows_of(file, data)

    def fault_row(self, file: str, error: str) -> HanabiRow:
        """Return the row of output that reports why a file cannot be read."""
        return fault_row(file, error)
