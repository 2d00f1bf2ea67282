"""The export of finished hands of Spades as one record of a game."""

from __future__ import annotations

from collections.abc import Sequence

from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records.base import (
    Export,
    Eyes,
    FinishedDeal,
    PlayedTable,
    Position,
    Positions,
    audience_of,
    seat_of,
)
from server.records.spades.from_game import Finished, position, record_of, turns_of
from server.records.spades.record import GameRecord


class HandPositions(Positions):
    """The positions of a finished hand of Spades."""

    noun = "hand of Spades"

    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return the position after `turn` actions as `eyes` see it.

        Raises Refusal for a turn or a seat that does not exist.
        """
        state = _state(finished.state)
        turns = turns_of(state)
        audience = audience_of(eyes, state.rules.players, turn, turns)
        then = position(state, turn)
        pub, own = SPADES.pub(then), SPADES.own(then, audience)
        return Position(turn, turns, seat_of(eyes), pub, own, finished.players)


class HandExport(Export[GameRecord]):
    """The export of finished hands of Spades as one record."""

    noun = "hand"
    positions = HandPositions()

    def numbered(self, played: PlayedTable, number: int) -> tuple[int, ...]:
        """Return the finished deal that players know as hand `number`, or () without such a deal."""
        deal = number - _state(played.state).hand + played.deal
        return (deal,) if deal in played.finished else ()

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[GameRecord, ...]:
        """Return one record of a game with these hands, or () without hands."""
        hands = [
            Finished(_state(deal.state), deal.players, deal.began_ms, deal.ended_ms) for deal in finished
        ]
        return (record_of(hands, played.table, played.name),) if hands else ()


def _state(state: object) -> SpadesState:
    assert isinstance(state, SpadesState), "expected a hand of Spades"
    return state
