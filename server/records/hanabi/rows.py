"""The rows of `kibitz replay` for games of Hanabi."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from server.errors import BadRecord
from server.games.hanabi.rules import HANABI
from server.records.base import Replayed
from server.records.hanabi.files import Recorded, recorded


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


def rows_of(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield the row of each game of a file."""
    try:
        for found in recorded(data):
            yield Replayed(_row(file, found))
    except BadRecord as error:
        yield Replayed(fault_row(file, str(error)))


def fault_row(file: str, error: str) -> HanabiRow:
    """Return the row of a file that cannot be read."""
    return HanabiRow(file, "hanabi", False, error=error)


def _row(file: str, found: Recorded) -> HanabiRow:
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
