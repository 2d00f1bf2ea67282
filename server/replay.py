"""The rows of `kibitz replay`: what comes of recorded boards when the rules play them again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing
from pathlib import Path

from msgspec import Struct, structs

from protocol.v1.bridge import Strain
from server.analysis.analysis import Analysis, CardValues, Par
from server.analysis.pool import Analyst
from server.analysis.sitting import analysed
from server.errors import AnalysisError, BadRecord, NotInstalled
from server.formats.catalogue import read_boards
from server.formats.judged import judge
from server.formats.record import BoardRecord, Fault, Read


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


class AnalysedRow(Row, frozen=True, gc=False):
    """A row with what the cards were worth: `kibitz replay --dd`.

    `dd` are the tricks of each declarer by strain, `par` what both sides get when neither can do better,
    `cards` what every card that could be played was worth, in declarer's tricks on the whole board.
    `dd_error` says why there is no analysis.
    """

    dd: dict[str, dict[Strain, int]] | None = None
    par: Par | None = None
    cards: tuple[CardValues, ...] = ()
    dd_error: str | None = None


Told = tuple[Row, BoardRecord | None]


def replay(path: Path) -> Iterator[Row]:
    """One row for each board of a file, in its order; one that is not `ok` for a file that cannot be read.

    Never raises for what a file holds. All calls and cards are judged by the rules, and so are contract,
    tricks and score where the record tells them.
    """
    return (row for row, _ in _judged(path))


async def replay_analysed(
    paths: Iterable[Path], analyst: Analyst, progress: Callable[[int, int], None]
) -> AsyncIterator[AnalysedRow]:
    """The rows of several files, one after another; boards that keep the rules are analysed double dummy.

    `progress` is told how many boards are analysed, of how many. Raises NotInstalled.
    """
    told = [each for path in paths for each in _judged(path)]
    async with aclosing(
        analysed((board for _, board in told if board is not None), analyst, progress)
    ) as found:
        for row, board in told:
            yield _with(row, None if board is None else (await anext(found))[1])


def _with(row: Row, found: Analysis | AnalysisError | None) -> AnalysedRow:
    plain = structs.asdict(row)
    match found:
        case None:
            return AnalysedRow(**plain)
        case Analysis():
            return AnalysedRow(**plain, dd=found.double_dummy.by_letter(), par=found.par, cards=found.cards)
        case NotInstalled():
            raise found
        case AnalysisError():
            return AnalysedRow(**plain, dd_error=str(found))


def _judged(path: Path) -> Iterator[Told]:
    """The row of each board, and the board itself where it keeps the rules."""
    file, place = str(path), 0
    try:
        for place, board in enumerate(read_boards(path.read_bytes()), 1):
            row = row_of(file, board, place)
            yield row, board if row.ok and isinstance(board, BoardRecord) else None
        if place == 0:
            raise BadRecord("line 1, column 1: expected at least one board, got none")
    except OSError as error:
        yield Row(file, "bridge", 1, False, error=f"expected a file to read: {error.strerror}"), None
    except BadRecord as error:
        yield Row(file, "bridge", place + 1, False, error=str(error)), None


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
