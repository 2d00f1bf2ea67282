"""The files of deals that a new table of bridge can play."""

from __future__ import annotations

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.records.base import DealSets, Warn
from server.records.bridge.deals import deal_of
from server.records.bridge.formats import read_boards
from server.records.bridge.record import readable_boards


class BoardSets(DealSets):
    """The reader of files of boards that a new table can play."""

    def read(self, text: str | bytes, warn: Warn = str) -> tuple[Deal, ...]:
        """Return the deals of a file in any bridge format, in the order of the file.

        A missing dealer or vulnerability follows from the board number (Law 2), and a missing board number is
        the position of the board in the file, from 1. A board that is in the file several times, because
        several tables played it, is returned once. Raises BadRecord unless the file has boards and every
        board is a full deal.
        """
        boards = readable_boards(read_boards(text))
        distinct = tuple(dict.fromkeys(deal_of(board, position) for position, board in enumerate(boards, 1)))
        for board in boards:
            for warning in board.place.warnings:
                warn(warning)
        if not distinct:
            raise BadRecord("expected at least one deal in the file, got none")
        return distinct
