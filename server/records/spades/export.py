"""The export of finished hands of Spades as a record of one game."""

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
    """The computation of the positions of a finished hand of Spades, for players that look back at it."""

    noun = "hand of Spades"

    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return a hand's position after `turn` actions in the view `eyes`: one seat, all hands or public.

        Raises Refusal for a turn beyond the end of the hand, and for a seat that the game does not have.
        """
        state = _state(finished.state)
        turns = turns_of(state)
        audience = audience_of(eyes, state.rules.players, turn, turns)
        then = position(state, turn)
        pub, own = SPADES.pub(then), SPADES.own(then, audience)
        return Position(turn, turns, seat_of(eyes), pub, own, finished.players)


class HandExport(Export[GameRecord]):
    """The export of a table's finished hands of Spades as a record of one game."""

    noun = "hand"
    positions = HandPositions()

    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Return the number of a finished hand."""
        return _state(played.state).hand - played.deal + deal

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[GameRecord, ...]:
        """Return one record of a game of Spades with all finished hands, or () if there are no hands."""
        hands = [
            Finished(_state(deal.state), deal.players, deal.began_ms, deal.ended_ms) for deal in finished
        ]
        return (record_of(hands, played.table, played.name),) if hands else ()

    def result_line(self, state: object) -> str:
        """Return the points of all sides after the hand, such as `312 : 244`."""
        ended = SPADES.result(_state(state))
        return "" if ended is None else " : ".join(str(side.after.points) for side in ended.sides)


def _state(state: object) -> SpadesState:
    assert isinstance(state, SpadesState), "expected a hand of Spades"
    return state
