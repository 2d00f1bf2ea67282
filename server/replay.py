"""The rows of `kibitz replay`: what comes of recorded boards when the rules play them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from server.errors import BadRecord
from server.formats.catalogue import read_boards
from server.formats.judged import judge
from server.formats.record import Fault, Read


class Row(Struct, frozen=True, gc=False):
    """What came of one recorded board, one line of JSON.

    `board` is its number, or its place in the file, from 1, where it has none. `contract` is None for a board
    passed out (`score_ns` 0) or recorded only up to the deal or a part of the auction (`score_ns` None).
    `tricks` are declarer's, None where the record does not tell how the play ended. `error` says where in the
    file which rule is broken; the fields of the outcome are None then.
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


def replay(path: Path) -> Iterator[Row]:
    """One row for each board of a file, in its order; one that is not `ok` for a file that cannot be read.

    Never raises for what a file holds. All calls and cards are judged by the rules, and so are contract,
    tricks and score where the record tells them.
    """
    file, place = str(path), 0
    try:
        for place, board in enumerate(read_boards(path.read_bytes()), 1):
            yield row_of(file, board, place)
        if place == 0:
            raise BadRecord("line 1, column 1: expected at least one board, got none")
    except OSError as error:
        yield Row(file, "bridge", 1, False, error=f"expected a file to read: {error.strerror}")
    except BadRecord as error:
        yield Row(file, "bridge", place + 1, False, error=str(error))


def row_of(file: str, board: Read, place: int) -> Row:
    """The row for the board at that place of its file, from 1."""
    number = board.number or place
    if isinstance(board, Fault):
        return Row(file, "bridge", number, False, error=board.error)
    judged = judge(board, place)
    if judged.fault:
        return Row(file, "bridge", number, False, error=judged.fault)
    contract = judged.state.contract
    if contract is None:
        return Row(file, "bridge", number, True, score_ns=judged.score_ns)
    declarer = contract.declarer.letter
    return Row(file, "bridge", number, True, str(contract), declarer, judged.tricks, judged.score_ns)
