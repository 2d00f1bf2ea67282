"""The export of finished boards as records, with the results that later rulings gave them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Result
from server.games.bridge import match as matches
from server.games.bridge import results
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
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
from server.records.bridge.board_positions import position, turns_of
from server.records.bridge.finished import Venue, record_of_finished
from server.records.bridge.outcome import result_line
from server.records.bridge.record import BoardRecord


class BoardPositions(Positions):
    """The computation of the positions of a finished board, for players that look back at it."""

    noun = "board of bridge"

    def position(self, finished: FinishedDeal, turn: int, eyes: Eyes) -> Position:
        """Return a board's position after `turn` calls and cards in the view `eyes`: one seat, all or public.

        If a claim or a ruling ended the board, that end counts as one more turn after the last card. The
        position at the end of a board has the board's result, with all corrections by later rulings. Raises
        Refusal for a turn beyond the end of the board, and for a seat that does not exist.
        """
        state = _state(finished.state)
        turns = turns_of(state)
        audience = audience_of(eyes, len(SEATS), turn, turns)
        then = position(state, turn)
        pub = BRIDGE.pub(then)
        if pub.result is not None:
            pub = replace(pub, result=_result(finished))
        return Position(turn, turns, seat_of(eyes), pub, BRIDGE.own(then, audience), finished.players[:4])


class BoardExport(Export[BoardRecord]):
    """The export of each finished board as a record."""

    noun = "board"
    corrected_for = results.MOST_RESULTS
    positions = BoardPositions()

    def number_of(self, played: PlayedTable, deal: int) -> int | None:
        """Return the number of a finished board."""
        if played.uploaded is None:
            return _state(played.state).board - played.deal + deal
        return _board(played.uploaded, deal)

    def records(self, played: PlayedTable, finished: Sequence[FinishedDeal]) -> tuple[BoardRecord, ...]:
        """Return the records of finished boards."""
        venue = Venue(played.table, played.name, played.room)
        return tuple(
            record_of_finished(deal, _result(deal), _imps(_state(played.state), _state(deal.state)), venue)
            for deal in finished
        )

    def result_line(self, state: object) -> str:
        """Return the contract with declarer, tricks and points of declarer's side, such as `4♠ S = +620`."""
        result = BRIDGE.result(_state(state))
        return "" if result is None else result_line(result)

    def corrected_line(self, played: PlayedTable, deal: int) -> str | None:
        """Return the result line of an earlier board as rulings in later boards have left it (Law 79C)."""
        corrected = _corrected(_state(played.state), played.deal - deal)
        return None if corrected is None else result_line(corrected)


def _board(uploaded: Sequence[object], deal: int) -> int | None:
    """Return the board number of a deal from an uploaded file, or None after the last deal of the file."""
    return getattr(uploaded[deal], "board", None) if deal < len(uploaded) else None


def _state(state: object) -> BridgeState:
    assert isinstance(state, BridgeState), "expected a board of bridge"
    return state


def _result(finished: FinishedDeal) -> Result:
    """Return the result of a board, as corrected by all later rulings (Law 79C)."""
    played = BRIDGE.result(_state(finished.state))
    assert played is not None, "expected a board that is over"
    corrected = _corrected(_state(finished.later), finished.later_number - finished.number)
    return played if corrected is None else corrected


def _corrected(later: BridgeState, between: int) -> Result | None:
    """Return the result of the board that is `between` boards before a later one, None if that has it not."""
    results = later.earlier_boards[-between:] if between > 0 else ()
    return results[0].result if len(results) == between > 0 else None


def _imps(now: BridgeState, then: BridgeState) -> int | None:
    """Return the IMPs of North-South on a board, or None if a table of the match has not finished it."""
    standing = results.match_standing(now)
    compared = None if standing is None else matches.public_match(standing).boards.get(then.board)
    return None if compared is None else compared.imps
