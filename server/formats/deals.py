"""Boards out of a file of whichever format, and the deals that a table can be opened on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from protocol.v1.bridge import SEATS, Deal
from protocol.v1.cards import display_order
from server.errors import BadRecord
from server.formats import endplay_json, pbn
from server.formats.record import BoardRecord, Fault, deal_fault, sound
from server.games.bridge.scoring import dealer_of, vulnerability_of

_JSON = re.compile(r'\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*[^\sA-Za-z_])')
"""An object with a first key, or a list; PBN begins with a tag `[Name "..."]`, `%`, or a comment."""


def read_deals(text: str | bytes) -> tuple[Deal, ...]:
    """The deals of a PBN file or of endplay's Board JSON (one, or a list), each once, in the file's order.

    Where the record does not tell dealer or vulnerability they follow from the board number (Law 2), and a
    board without a number takes its place in the file, from 1. A board that a file repeats, once for each
    table that played it, is given once. Raises BadRecord unless every board is a full deal and there is one.
    """
    deals = (deal_of(board, place) for place, board in enumerate(sound(read_boards(text)), 1))
    distinct = tuple(dict.fromkeys(deals))
    if not distinct:
        raise BadRecord("expected at least one deal, got none")
    return distinct


def read_boards(text: str | bytes) -> Iterator[BoardRecord | Fault]:
    """Every board of a file, or what is wrong with it. Raises BadRecord when the whole cannot be read."""
    start = text[:4096] if isinstance(text, str) else text[:4096].decode("utf-8-sig", "replace")
    boards = endplay_json.boards if _JSON.match(start.removeprefix("\ufeff")) else pbn.boards
    return boards(text)


def deal_of(board: BoardRecord, place: int) -> Deal:
    """Chance's action for the board at `place` in its file, from 1. Raises BadRecord for less than a deal."""
    number = board.number or place
    fault = deal_fault(dict(zip(SEATS, board.hands, strict=True)))
    if fault is not None:
        raise BadRecord(f"board {number}: expected {fault[1]}, got {fault[2]}")
    north, east, south, west = (tuple(sorted(hand, key=display_order)) for hand in board.hands)
    return Deal(
        number,
        dealer_of(number) if board.dealer is None else board.dealer,
        vulnerability_of(number) if board.vulnerable is None else board.vulnerable,
        (north, east, south, west),
    )
