"""The deals of recorded boards, which a new table can play."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.bridge import SEATS, Deal, Seat
from protocol.v1.cards import display_order
from server.errors import BadRecord
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.records.bridge.record import BoardRecord, deal_fault


def deal_of(board: BoardRecord, position: int) -> Deal:
    """Return the deal of a recorded board; `position` is the position of the board in its file, from 1.

    Raises BadRecord, with line and column in the file, for an incomplete deal.
    """
    number = board.number or position
    _check(board, number, SEATS)
    north, east, south, west = (tuple(sorted(hand, key=display_order)) for hand in board.hands)
    return Deal(
        number,
        dealer_of(number) if board.dealer is None else board.dealer,
        vulnerability_of(number) if board.vulnerable is None else board.vulnerable,
        (north, east, south, west),
    )


def check_shown_hands(board: BoardRecord, position: int) -> None:
    """Raise BadRecord, with line and column, unless each recorded hand is either a full hand or hidden."""
    _check(board, board.number or position, [seat for seat in SEATS if board.hands[seat]])


def _check(board: BoardRecord, number: int, seats: Sequence[Seat]) -> None:
    fault = deal_fault({seat: board.hands[seat] for seat in seats})
    if fault is not None:
        place = board.place
        raise BadRecord(
            f"line {place.line}, column {place.column}: board {number}: expected {fault[1]}, got {fault[2]}"
        )
