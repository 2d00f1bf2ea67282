"""The export of finished games of Hanabi as records, and views of any position in these games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
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
from server.records.hanabi.from_game import Finished, actions_of, position, record_of
from server.records.hanabi.record import GameRecord


class GamePositions(Positions):
    """The computation of the positions of a finished game of Hanabi, for players that look back at it."""

    noun = "game of Hanabi"

    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return a game's position after `turn` actions in the view `eyes`: one seat, all hands or public.

        Raises Refusal for a turn beyond the end of the game, and for a seat that the game does not have.
        """
        state = _state(finished.state)
        turns = len(actions_of(state))
        audience = audience_of(eyes, state.options.players, turn, turns)
        then = position(state, turn)
        pub, own = HANABI.pub(then), HANABI.own(then, audience)
        return Position(turn, turns, seat_of(eyes), pub, own, finished.players)


class GameExport(Export[GameRecord]):
    """The export of each finished game of Hanabi as a separate record."""

    noun = "game"
    with_notes = True
    positions = GamePositions()

    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Return the number of a finished game."""
        return _state(played.state).game_no - played.deal + deal

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[GameRecord, ...]:
        """Return the records of finished games of Hanabi."""
        return tuple(record_of(_finished(deal)) for deal in finished)

    def result_line(self, state: object) -> str:
        """Return the score and the best possible score, such as `21/25`."""
        then = _state(state)
        result, best = HANABI.result(then), then.variant.stack * len(then.variant.suits)
        return "" if result is None else f"{result.score}/{best}"


def _state(state: object) -> HanabiState:
    assert isinstance(state, HanabiState), "expected a table of Hanabi"
    return state


def _finished(deal: FinishedDeal) -> Finished:
    notes = tuple(_notes(deal.notes.get(seat, {})) for seat in range(len(deal.players)))
    return Finished(_state(deal.state), deal.players, deal.clock, notes)


def _notes(by_card: Mapping[int, str]) -> tuple[str, ...]:
    """Return a player's notes on every card up to the last card with a note."""
    return tuple(by_card.get(card, "") for card in range(max(by_card, default=-1) + 1))
