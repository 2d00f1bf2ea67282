"""The rows that `kibitz replay` prints for games of Hanabi."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from server.errors import BadRecord
from server.games.hanabi.rules import HANABI
from server.records.base import Replayed
from server.records.hanabi.files import ReadGame, read_games


class HanabiRow(Struct, frozen=True, gc=False):
    """The outcome of one recorded game of Hanabi as one line of JSON.

    `players` is the number of players of the game, and `turns` the number of its actions. `score` is None for
    an unfinished game, and 0 for a game that did not end normally. `stack_points` is the number of cards on
    the piles at the end of the game. `end_condition` is Hanabi Live's number for the way in which the game
    ended, or 0 for an unfinished game. If a game breaks a rule, `error` names the rule and its position in
    the file, the fields from `score` to `end_condition` are None, and `turns` counts the actions before the
    error. `warnings` are texts, each with a position in the file, about content that is ignored or does not
    count, such as actions after the end of the game.
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
    """Yield the output row of each game of Hanabi in a file."""
    try:
        for game in read_games(data):
            yield Replayed(_row(file, game))
    except BadRecord as error:
        yield Replayed(fault_row(file, str(error)))


def fault_row(file: str, error: str) -> HanabiRow:
    """Return the output row that reports why a file cannot be read."""
    return HanabiRow(file, "hanabi", False, error=error)


def _row(file: str, game: ReadGame) -> HanabiRow:
    record, validation = game.record, game.validation
    if record is None or validation is None:
        return HanabiRow(file, "hanabi", False, error=game.error, warnings=game.warnings)
    basics, state = (record.options.variant, len(record.players), validation.turns), validation.state
    if game.error is not None or state is None:
        return HanabiRow(file, "hanabi", False, *basics, error=game.error, warnings=game.warnings)
    result = HANABI.result(state)
    return HanabiRow(
        file,
        "hanabi",
        True,
        *basics,
        score=None if result is None else result.score,
        stack_points=state.score,
        strikes=state.strikes,
        clue_tokens=state.tokens / state.clue_cost,
        end_condition=0 if result is None else result.end,
        warnings=game.warnings,
    )
