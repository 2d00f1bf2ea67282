"""The rows that `kibitz replay` prints for games of Spades."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from protocol.v1.spades import Preset
from server.errors import BadRecord
from server.records import spades
from server.records.base import Replayed
from server.records.json_text.items import Item
from server.records.spades.record import Players
from server.records.spades.validate import validate


class GameRow(Struct, frozen=True, gc=False):
    """The outcome of one recorded game of Spades as one line of JSON.

    `preset` is the name of the preset rules of Spades, or None for house rules. `hands` are the numbers of
    the recorded hands of the game. `scores` are the points of the sides after the last recorded hand, and
    `winner` is the side that won the game with that hand, or None if the game is not over. If a game of
    Spades breaks a rule, `error` names the rule and its position in the file, and the fields from `preset` to
    `winner` are None.
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


def rows_of(file: str, data: bytes) -> Iterator[Replayed]:
    """Yield the output row of each game of Spades in a file."""
    try:
        for item in spades.games(data):
            yield Replayed(_row(file, item))
    except BadRecord as error:
        yield Replayed(fault_row(file, str(error)))


def fault_row(file: str, error: str) -> GameRow:
    """Return the output row that reports why a file or a game cannot be read."""
    return GameRow(file, "spades", False, error=error)


def _row(file: str, item: Item) -> GameRow:
    try:
        record = spades.read(item)
    except BadRecord as error:
        return fault_row(file, str(error))
    fault = validate(record)
    if fault is not None:
        return GameRow(file, "spades", False, record.table or None, error=item.fault(fault.error, fault.path))
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
