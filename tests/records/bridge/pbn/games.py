"""Games of PBN, written down shortly for tests."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.record import BoardRecord, Comment, Place, RecordedCall

NORTH = "AKQJ.T98.765.432"
EAST = "T987.AKQJ.T98.76"
SOUTH = "65432.765.432.T9"
WEST = ".432.AKQJ.AKQJ85"
DEAL = f"N:{NORTH} {EAST} {SOUTH} {WEST}"
HANDS = tuple(parse_hand(held) for held in (NORTH, EAST, SOUTH, WEST))
RECORD = BoardRecord(hands=HANDS, number=3, dealer=Seat.SOUTH, vulnerable=Vulnerability.EW)
"""Board 3 with these hands, which no player has bid on."""


def game(**tags: str) -> str:
    """A game with `DEAL`, or with the tags given."""
    return "".join(f'[{name} "{value}"]\n' for name, value in {"Deal": DEAL, **tags}.items())


def auction(calls: str, first: str = "N", notes: str = "", **tags: str) -> BoardRecord:
    """The record of a game with these calls."""
    return only(game(Dealer=first, **tags) + f'[Auction "{first}"]\n{calls}\n{notes}')


def play(rows: str, first: str = "W", contract: str = "4S", declarer: str = "S", **tags: str) -> BoardRecord:
    """The record of a game with these rows of cards."""
    return only(game(Contract=contract, Declarer=declarer, **tags) + f'[Play "{first}"]\n{rows}\n')


def only(text: str | bytes) -> BoardRecord:
    (record,) = loads(text)
    return record


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as refused:
        loads(text)
    return str(refused.value)


def calls(record: BoardRecord) -> str:
    return " ".join(each.call for each in record.calls)


def call(record: BoardRecord, place: int) -> RecordedCall:
    """A call, counted from 1."""
    return record.calls[place - 1]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def moments(record: BoardRecord) -> list[tuple[str, int, int]]:
    return [(each.text, each.calls, each.cards) for each in record.comments if isinstance(each, Comment)]


def without_place(record: BoardRecord) -> BoardRecord:
    """Return the record without its place in the file."""
    return replace(record, place=Place())


def again(record: BoardRecord) -> BoardRecord:
    """Return the record after it was written and read."""
    return without_place(only(dumps([record])))
