"""The export of finished hands of Spades as one record of a game."""

from __future__ import annotations

from collections.abc import Sequence

from server.games.spades.state import SpadesState
from server.records.base import Export, FinishedDeal, PlayedTable
from server.records.spades.from_game import Finished, record_of
from server.records.spades.record import GameRecord


class HandExport(Export[GameRecord]):
    """The export of finished hands of Spades as one record."""

    noun = "hand"

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
