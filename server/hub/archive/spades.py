"""What is given of a table of Spades: the game as one record, of all its finished hands or of one."""

from __future__ import annotations

from server.games.spades.state import SpadesState
from server.hub.archive.export import Found, Given, Kept, Read, Sitting
from server.hub.archive.fold_log import Ended
from server.records.registry import SPADES
from server.records.spades.from_game import Finished, record_of
from server.records.spades.record import GameRecord


def _numbered(sitting: Sitting, hand: int) -> tuple[int, ...]:
    state = sitting.table.state
    assert isinstance(state, SpadesState), "expected a table of Spades"
    deal = hand - state.hand + sitting.table.deal
    return (deal,) if deal in sitting.finished else ()


async def _given(sitting: Sitting, found: Found, read: Read) -> Given[GameRecord]:
    hands = [_finished(end) for _, end in found]
    return Given((record_of(hands, sitting.table.id, sitting.meta.name),) if hands else (), SPADES)


def _finished(end: Ended) -> Finished:
    assert isinstance(end.state, SpadesState), "expected a hand of Spades"
    return Finished(end.state, end.players, end.dealt_ms, end.ended_ms)


HANDS = Kept("hand", _numbered, _given)
