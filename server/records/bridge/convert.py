"""The conversion of boards of bridge for `kibitz convert`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from server.records.base import Conversion, Format, Source
from server.records.bridge.formats import FORMATS, recognised
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Fault, readable_boards
from server.records.bridge.validate import completed, validate


class BoardConversion(Conversion[BoardRecord]):
    """The conversion of boards between file formats, which adds missing values that follow from the rules."""

    about = (
        "Boards of bridge are completed with the contract, tricks and score that follow from the"
        " rules. A board that cannot be read is left out. The calls and cards are not checked by the"
        " Laws; `kibitz replay` checks them."
    )
    expected = "at least one board that can be read, got none"

    def read(self, data: bytes, form: str | None) -> Source[BoardRecord]:
        """Return the readable boards of a file with added values, and the file's errors and warnings."""
        read = list((recognised(data) if form is None else FORMATS[form]).boards(data))
        records, messages = [], []
        for board in read:
            if isinstance(board, Fault):
                messages.append(f"left out: {board.error}")
            else:
                messages += validate(board).warnings
                records.append(completed(board))
        return Source(tuple(records), tuple(messages), len(records) == len(read))

    def lost(
        self, form: Format[BoardRecord], records: Sequence[BoardRecord], written: str
    ) -> Mapping[str, Sequence[str]]:
        """Return the content that the new format could not hold, found by reading the written file again."""
        return lost(records, readable_boards(FORMATS[form.name].boards(written)))
