"""The rows that `kibitz replay` prints for boards of bridge."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from server.errors import BadRecord
from server.records.base import Replayed
from server.records.bridge.formats import read_boards
from server.records.bridge.record import BoardRecord, Fault, Read
from server.records.bridge.validate import validate


class Row(Struct, frozen=True, gc=False):
    """The outcome of one recorded board as one line of JSON.

    `board` is the number of the board or, if it has no number, its position in the file, from 1. `contract`
    is None for a board that was passed out (`score_ns` is 0) and for a record without a complete auction
    (`score_ns` is None). `tricks` is the number of declarer's tricks, or None if the record does not have the
    result. If the recorded board breaks a rule, `error` names the rule and the position of the error in the
    file, and the contract, declarer, tricks and score are None. `warnings` are texts, each with a line
    number, about content of the file that was not read or does not follow its format. A row without warnings
    does not have the field `warnings`.
    """

    file: str
    game: str
    board: int
    ok: bool
    contract: str | None = None
    declarer: str | None = None
    tricks: int | None = None
    score_ns: int | None = None
    error: str | None = None
    warnings: tuple[str, ...] | UnsetType = UNSET


def rows_of(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield the row of each board of a file, together with the board's record if it keeps the rules."""
    position = 0
    try:
        for position, board in enumerate(read_boards(data), 1):
            row = row_of(file, board, position)
            yield Replayed(row, board if row.ok and isinstance(board, BoardRecord) else None)
        if position == 0:
            raise BadRecord("line 1, column 1: expected at least one board, got none")
    except BadRecord as error:
        yield Replayed(fault_row(file, str(error), position + 1))


def fault_row(file: str, error: str, board: int = 1) -> Row:
    """Return the row that reports why a file cannot be read from its board number `board` on."""
    return Row(file, "bridge", board, False, error=error)


def row_of(file: str, board: Read, position: int) -> Row:
    """Return the output row of a board; `position` is the position of the board in its file, from 1."""
    number = board.number or position
    if isinstance(board, Fault):
        return Row(file, "bridge", number, False, error=board.error)
    validation = validate(board, position)
    warnings = validation.warnings or UNSET
    if validation.fault:
        return Row(file, "bridge", number, False, error=validation.fault, warnings=warnings)
    contract = validation.state.contract
    if contract is None:
        return Row(file, "bridge", number, True, score_ns=validation.score_ns, warnings=warnings)
    declarer = contract.declarer.letter
    return Row(
        file,
        "bridge",
        number,
        True,
        str(contract),
        declarer,
        validation.tricks,
        validation.score_ns,
        warnings=warnings,
    )
