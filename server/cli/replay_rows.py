"""The rows of `kibitz replay`: what comes of recorded boards and games when the rules play them again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import aclosing
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType, structs

from protocol.v1.bridge import Strain
from protocol.v1.spades import Preset
from server.errors import AnalysisError, BadRecord, NotInstalled
from server.games.hanabi.rules import HANABI
from server.records import spades
from server.records.bridge.record import BoardRecord, Fault, Read
from server.records.bridge.validate import judge
from server.records.hanabi.files import Recorded, recorded
from server.records.json_text.items import Item
from server.records.registry import is_hanabi, is_spades, read_boards
from server.records.spades.record import Players
from server.records.spades.validate import judge as judge_game
from server.workers.double_dummy.analysis import Analysis, CardValues, Par
from server.workers.double_dummy.analyst import Analyst
from server.workers.double_dummy.batch import analysed


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


class GameRow(Struct, frozen=True, gc=False):
    """What came of one recorded game of Spades, one line of JSON.

    `preset` is the name of its rules, None for house rules. `hands` are the numbers of those that were played
    again, `scores` the points of the sides after the last of them, `winner` the side that has won with it.
    `error` says where in the file which rule is broken; the fields of the outcome are None then.
    """

    file: str
    game: str
    ok: bool
    table: str | None = None
    preset: Preset | None = None
    players: Players | None = None
    hands: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    winner: int | None = None
    error: str | None = None


class HanabiRow(Struct, frozen=True, gc=False):
    """What came of one recorded game of Hanabi, one line of JSON.

    `players` is how many played, and `turns` how many actions were done. `score` is what is recorded, 0 for
    every end but a normal one, None for a game that has not ended; `stack_points` are the cards on the piles,
    whatever the end, and `end_condition` is Hanabi Live's, 0 for none. `error` says where in the file which
    rule is broken; the fields of the outcome are None then, and `turns` were done before. `warnings` say what
    of the file is not read or does not count, such as actions behind the end, each with its place.
    """

    file: str
    game: str
    ok: bool
    variant: str | None = None
    players: int | None = None
    turns: int | None = None
    score: int | None = None
    stack_points: int | None = None
    strikes: int | None = None
    clue_tokens: float | None = None
    end_condition: int | None = None
    error: str | None = None
    warnings: tuple[str, ...] = ()


AnyRow = Row | GameRow | HanabiRow
Told = tuple[AnyRow, BoardRecord | None]


def replay(path: Path) -> Iterator[AnyRow]:
    """One row for each board or game of a file, in its order; one not `ok` for a file that cannot be read.

    Never raises for what a file holds. All that was called, bid and played is judged by the rules, and so are
    contract, tricks and scores where the record tells them.
    """
    return (row for row, _ in _judged(path))


async def replay_analysed(
    paths: Iterable[Path], analyst: Analyst, progress: Callable[[int, int], None]
) -> AsyncIterator[AnalysedRow | GameRow | HanabiRow]:
    """The rows of several files, one after another; boards that keep the rules are analysed double dummy.

    `progress` is told how many boards are analysed, of how many. Raises NotInstalled.
    """
    told = [each for path in paths for each in _judged(path)]
    async with aclosing(
        analysed((board for _, board in told if board is not None), analyst, progress)
    ) as found:
        for row, board in told:
            if not isinstance(row, Row):
                yield row
            else:
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
    """The row of each board or game, and the board itself where it keeps the rules."""
    file = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        yield Row(file, "bridge", 1, False, error=f"expected a file to read: {error.strerror}"), None
        return
    if is_spades(data):
        yield from ((row, None) for row in _games(file, data))
    elif is_hanabi(data):
        yield from ((row, None) for row in _hanabi(file, data))
    else:
        yield from _boards(file, data)


def _boards(file: str, data: bytes) -> Iterator[Told]:
    place = 0
    try:
        for place, board in enumerate(read_boards(data), 1):
            row = row_of(file, board, place)
            yield row, board if row.ok and isinstance(board, BoardRecord) else None
        if place == 0:
            raise BadRecord("line 1, column 1: expected at least one board, got none")
    except BadRecord as error:
        yield Row(file, "bridge", place + 1, False, error=str(error)), None


def _games(file: str, data: bytes) -> Iterator[GameRow]:
    try:
        for item in spades.games(data):
            yield _game_row(file, item)
    except BadRecord as error:
        yield GameRow(file, "spades", False, error=str(error))


def _game_row(file: str, item: Item) -> GameRow:
    try:
        record = spades.read(item)
    except BadRecord as error:
        return GameRow(file, "spades", False, error=str(error))
    fault = judge_game(record)
    if fault is not None:
        return GameRow(file, "spades", False, record.table or None, error=item.fault(fault.what, fault.path))
    return GameRow(
        file,
        "spades",
        True,
        record.table or None,
        record.preset,
        record.players,
        tuple(hand.hand for hand in record.hands),
        tuple(score.points for score in record.scores),
        record.winner,
    )


def _hanabi(file: str, data: bytes) -> Iterator[HanabiRow]:
    try:
        for found in recorded(data):
            yield _hanabi_row(file, found)
    except BadRecord as error:
        yield HanabiRow(file, "hanabi", False, error=str(error))


def _hanabi_row(file: str, found: Recorded) -> HanabiRow:
    record, judged = found.record, found.judged
    if record is None or judged is None:
        return HanabiRow(file, "hanabi", False, error=found.error, warnings=found.warnings)
    told, state = (record.options.variant, len(record.players), judged.turns), judged.state
    if found.error is not None or state is None:
        return HanabiRow(file, "hanabi", False, *told, error=found.error, warnings=found.warnings)
    result = HANABI.result(state)
    return HanabiRow(
        file,
        "hanabi",
        True,
        *told,
        score=None if result is None else result.score,
        stack_points=state.score,
        strikes=state.strikes,
        clue_tokens=state.tokens / state.clue_cost,
        end_condition=0 if result is None else result.end,
        warnings=found.warnings,
    )


def row_of(file: str, board: Read, place: int) -> Row:
    """The row for the board at that place of its file, from 1."""
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
