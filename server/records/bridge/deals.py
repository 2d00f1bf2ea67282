"""The deals of recorded boards, which a new table can play."""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Deal
from protocol.v1.cards import display_order
from server.errors import BadRecord
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.records.bridge.record import BoardRecord, deal_fault


def deal_of(board: BoardRecord, position: int) -> Deal:
    """Return the deal of a recorded board; `position` is the position of the board in its file, from 1.

    Raises BadRecord, with line and column, for an incomplete deal.
    """
    number = board.number or position
    fault = deal_fault(dict(zip(SEATS, board.hands, strict=True)))
    if fault is not None:
        place = board.place
        raise BadRecord(
            f"line {place.line}, column {place.column}: board {number}: expected {fault[1]}, got {fault[2]}"
        )
    north, east, south, west = (tuple(sorted(hand, key=display_order)) for hand in board.hands)
    return Deal(
        number,
        dealer_of(number) if board.dealer is None else board.dealer,
        vulnerability_of(number) if board.vulnerable is None else board.vulnerable,
        (north, east, south, west),
    )
