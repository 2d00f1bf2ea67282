"""Recorded deals, played again by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from server.errors import BadRecord, IllegalAction
from tests.high_card.game.replay import dealt, moves_of
from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.replay import RecordedDeal
from tests.high_card.records.text import loads


def played(record: RecordedDeal) -> HighCardState:
    """Return a recorded deal after its last move. Raise IllegalAction."""
    state = dealt(record)
    for move in moves_of(record):
        state = HIGH_CARD.apply(state, state.turn, move)
    return state


def sound(text: str | bytes) -> Iterator[RecordedDeal]:
    """Yield the deals of a file. Raise BadRecord with the line of one that breaks the rules."""
    for line, record in loads(text):
        try:
            played(record)
        except IllegalAction as error:
            raise BadRecord(f"line {line}: {error}") from None
        yield record
