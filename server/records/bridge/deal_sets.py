"""Sets of deals from files of boards, on which a table of bridge can be opened."""

from __future__ import annotations

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.records.base import DealSets, Warn
from server.records.bridge.deals import deal_of
from server.records.bridge.formats import read_boards
from server.records.bridge.record import sound


class BoardSets(DealSets):
    """Sets of boards."""

    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Deal, ...]:
        """Return the deals of a file of any format, each once, in the file's order.

        Where the record does not tell dealer or vulnerability they follow from the board number (Law 2), and
        a board without a number takes its place in the file, from 1. A board that a file repeats, once for
        each table that played it, is given once. Raises BadRecord unless every board is a full deal and there
        is one.
        """
        boards = sound(read_boards(text))
        distinct = tuple(dict.fromkeys(deal_of(board, place) for place, board in enumerate(boards, 1)))
        for board in boards:
            for warning in board.place.warnings:
                warn(warning)
        if not distinct:
            raise BadRecord("expected at least one deal, got none")
        return distinct
