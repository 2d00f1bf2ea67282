"""The export of finished games of Hanabi as records of Hanabi Live, and the positions of these games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.v1.codes import Code
from server.errors import Refusal
from server.games.base import Public, Seated
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.records.base import Export, FinishedDeal, PlayedTable, Position, Positions
from server.records.hanabi.from_game import Finished, actions_of, position, record_of
from server.records.hanabi.record import GameRecord


class GamePositions(Positions):
    """The positions of a finished game of Hanabi."""

    noun = "game of Hanabi"

    def position(self, finished: FinishedDeal, turn: int, seat: int | None) -> Position:
        """Return the position after `turn` actions as `seat` saw it, or the public view if `seat` is None.

        Raises Refusal for a turn or a seat that does not exist.
        """
        state = _state(finished.state)
        turns, players = len(actions_of(state)), state.options.players
        if turn > turns:
            raise Refusal(Code.INVALID_MESSAGE, f"expected a turn of 0 to {turns}, got {turn} - at `turn`")
        if seat is not None and seat >= players:
            raise Refusal(
                Code.INVALID_MESSAGE, f"expected a seat from 0 to {players - 1}, got {seat} - at `as`"
            )
        then = position(state, turn)
        audience = Public() if seat is None else Seated(seat)
        return Position(turn, turns, seat, HANABI.pub(then), HANABI.own(then, audience))


class GameExport(Export[GameRecord]):
    """The export of each finished game as a separate record."""

    noun = "game"
    with_notes = True
    positions = GamePositions()

    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the finished deal that players know as game `number`, or () without such a deal."""
        deal = number - _state(played.state).game_no + played.deal
        return (deal,) if deal in played.finished else ()

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[GameRecord, ...]:
        """Return the records of finished games."""
        return tuple(record_of(_finished(deal)) for deal in finished)


def _state(state: object) -> HanabiState:
    assert isinstance(state, HanabiState), "expected a table of Hanabi"
    return state


def _finished(deal: FinishedDeal) -> Finished:
    notes = tuple(_notes(deal.notes.get(seat, {})) for seat in range(len(deal.players)))
    return Finished(_state(deal.state), deal.players, deal.clock, notes)


def _notes(by_card: Mapping[int, str]) -> tuple[str, ...]:
    """Return the notes of a seat on every card up to the last card with a note."""
    return tuple(by_card.get(card, "") for card in range(max(by_card, default=-1) + 1))
