"""What is given of a table of Hanabi: each of its games as Hanabi Live's record, and any position of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from protocol.v1.codes import Code
from server.errors import Refusal
from server.games.base import Public, Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.hub.archive.export import Found, Given, Kept, Position, Read, Sitting
from server.hub.archive.fold_log import Ended
from server.hub.notes import note_owners
from server.records.hanabi.from_game import Finished, actions_of, position, record_of
from server.records.hanabi.record import GameRecord
from server.records.registry import HANABI as FORMATS
from server.store.interface import Noted


def _numbered(sitting: Sitting, game: int) -> tuple[int, ...]:
    deal = game - _state(sitting.table.state).game_no + sitting.table.deal
    return (deal,) if deal in sitting.finished else ()


def _state(state: object) -> HanabiState:
    assert isinstance(state, HanabiState), "expected a table of Hanabi"
    return state


async def _given(sitting: Sitting, found: Found, read: Read) -> Given[GameRecord]:
    games = [_finished(end, await sitting.notes(deal)) for deal, end in found]
    return Given(tuple(map(record_of, games)), FORMATS)


def _finished(end: Ended, noted: Iterable[Noted]) -> Finished:
    by_seat = note_owners.by_seat(end.table, noted)
    notes = tuple(_notes(by_seat.get(seat, {})) for seat in range(len(end.table.chairs)))
    return Finished(_state(end.state), end.players, end.table.clock.rules, notes)


def _notes(by_card: Mapping[int, str]) -> tuple[str, ...]:
    """A seat's notes, those of every card up to the last that has one."""
    return tuple(by_card.get(card, "") for card in range(max(by_card, default=-1) + 1))


def _position(end: Ended, turn: int, seat: int | None) -> Position:
    state = _state(end.state)
    turns, players = len(actions_of(state)), state.options.players
    if turn > turns:
        raise Refusal(Code.INVALID_MESSAGE, f"expected a turn of 0 to {turns}, got {turn} - at `turn`")
    if seat is not None and seat >= players:
        raise Refusal(Code.INVALID_MESSAGE, f"expected a seat from 0 to {players - 1}, got {seat} - at `as`")
    then = position(state, turn)
    audience = Public() if seat is None else Seated(seat)
    return Position(turn, turns, seat, HANABI.pub(then), HANABI.own(then, audience))


FIREWORKS = Kept("game", _numbered, _given, _position)
