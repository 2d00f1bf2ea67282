"""`kibitz convert` for boards of bridge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from server.records.base import Conversion, Format, Source
from server.records.bridge.formats import FORMATS, recognised
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Fault, sound
from server.records.bridge.validate import completed, judge


class BoardConversion(Conversion[BoardRecord]):
    """Boards in any format, completed by the rules."""

    about = (
        "Of boards of bridge, what the rules tell is filled in: contract, tricks, score."
        " A board that cannot be read is left out."
    )
    expected = "at least one board that can be read, got none"

    def read(self, data: bytes, form: str | None) -> Source[BoardRecord]:
        """Return the boards that can be read, completed; and the faults of others, and warnings."""
        read = list((recognised(data) if form is None else FORMATS[form]).boards(data))
        records, messages = [], []
        for board in read:
            if isinstance(board, Fault):
                messages.append(f"left out: {board.error}")
            else:
                messages += judge(board).warnings
                records.append(completed(board))
        return Source(tuple(records), tuple(messages), len(records) == len(read))

    def lost(
        self, form: Format[BoardRecord], records: Sequence[BoardRecord], written: str
    ) -> Mapping[str, Sequence[str]]:
        """Return what a format could not hold, by reading what was written in it."""
        return lost(records, sound(FORMATS[form.name].boards(written)))
