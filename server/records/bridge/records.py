"""The records of bridge: boards in seven file formats."""

from __future__ import annotations

from collections.abc import Iterator

from server.records.base import Records, Replayed
from server.records.bridge.comparing.printing import BoardPrinting
from server.records.bridge.convert import BoardConversion
from server.records.bridge.deal_sets import BoardSets
from server.records.bridge.dealing import BoardDealing
from server.records.bridge.double_dummy.analysing import BoardAnalysing
from server.records.bridge.event_files import BridgeEventFiles
from server.records.bridge.export import BoardExport
from server.records.bridge.formats import FORMATS
from server.records.bridge.record import BoardRecord
from server.records.bridge.rows import Row, fault_row, rows_of
from server.records.bridge.upload import BoardShowing


class BridgeRecords(Records[BoardRecord]):
    """The records of bridge, which read every file that no other game recognises as its own."""

    game = "bridge"
    title = "bridge"
    one = "boards of bridge"
    kind = "boards of bridge"
    many = "boards of bridge"
    noun = "board"
    reads = "PBN, LIN, handviewer addresses, endplay's and bridge_env's JSON"
    row_type = Row
    row_note = " (only if the file has content that was not read, or that does not follow its format)"
    fallback = True
    formats = FORMATS
    conversion = BoardConversion()
    showing = BoardShowing()
    export = BoardExport()
    analysing = BoardAnalysing()
    printing = BoardPrinting()
    event_files = BridgeEventFiles()
    deal_sets = BoardSets()
    dealing = BoardDealing()

    def claims(self, head: bytes) -> bool:
        """Return False, because bridge reads exactly the files that no other game recognises as its own."""
        return False

    def rows(self, file: str, data: bytes) -> Iterator[Replayed]:
        """Yield a row of output for each board of a file."""
        return rows_of(file, data)

    def fault_row(self, file: str, error: str) -> Row:
        """Return the row of output that reports why a file cannot be read."""
        return fault_row(file, error)
