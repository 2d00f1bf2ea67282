"""The rows of `kibitz replay` for boards of bridge."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from server.errors import BadRecord
from server.records.base import Replayed
from server.records.bridge.formats import read_boards
from server.records.bridge.record import BoardRecord, Fault, Read
from server.records.bridge.validate import judge


class Row(Struct, frozen=True, gc=False):
    """What came of one recorded board, one line of JSON.

    `board` is its number, or its place in the file, from 1, where it has none. `contract` is None for a board
    passed out (`score_ns` 0) or recorded only up to the deal or a part of the auction (`score_ns` None).
    `tricks` are declarer's, None where the record does not tell how the play ended. `error` says where in the
    file which rule is broken; the fields of the outcome are None then. `warnings` say, each with its line,
    what of the record was not read, or was read otherwise than its format has it; where there are none, the
    field is left out.
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
    """Yield the row of each board of a file, with the board itself where it keeps the rules."""
    place = 0
    try:
        for place, board in enumerate(read_boards(data), 1):
            row = row_of(file, board, place)
            yield Replayed(row, board if row.ok and isinstance(board, BoardRecord) else None)
        if place == 0:
            raise BadRecord("line 1, column 1: expected at least one board, got none")
    except BadRecord as error:
        yield Replayed(fault_row(file, str(error), place + 1))


def fault_row(file: str, error: str, board: int = 1) -> Row:
    """Return the row of a file that cannot be read from this board on."""
    return Row(file, "bridge", board, False, error=error)


def row_of(file: str, board: Read, place: int) -> Row:
    """Return the row for the board at that place of its file, from 1."""
    number = board.number or place
    if isinstance(board, Fault):
        return Row(file, "bridge", number, False, error=board.error)
    judged = judge(board, place)
    told = judged.warnings or UNSET
    if judged.fault:
        return Row(file, "bridge", number, False, error=judged.fault, warnings=told)
    contract = judged.state.contract
    if contract is None:
        return Row(file, "bridge", number, True, score_ns=judged.score_ns, warnings=told)
    declarer = contract.declarer.letter
    return Row(
        file,
        "bridge",
        number,
        True,
        str(contract),
        declarer,
        judged.tricks,
        judged.score_ns,
        warnings=told,
    )
