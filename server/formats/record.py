"""What a recorded board is, whatever file it comes from; formats make these and replay plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from protocol.v1.bridge import Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import Card
from server.errors import BadRecord

Hands = tuple[Hand, Hand, Hand, Hand]


class RecordedCall(Struct, frozen=True, gc=False):
    """A call, whether it was alerted, and what was said about it."""

    call: Call
    alert: bool = False
    explanation: str = ""


class Position(Struct, frozen=True, gc=False):
    """Where the play stood when the hands were written down: who led the trick, and its cards so far."""

    first: Seat = Seat.NORTH
    trumps: Strain = Strain.NOTRUMP
    trick: tuple[Card, ...] = ()


class Column(Struct, frozen=True, gc=False):
    """A column of a table: how its rows are ordered by it, and how its values are padded (PBN 2.1, 5.2)."""

    name: str
    ordering: Literal["+", "-"] | None = None
    minwidth: int | None = None
    alignment: Literal["L", "R"] | None = None


class InfoTable(Struct, frozen=True, gc=False):
    """A table of supplemental information; a row is its cells as PBN writes them, divided by blanks."""

    headers: tuple[Column, ...] = ()
    rows: tuple[str, ...] = ()


Info = dict[str, str | InfoTable]


class BoardRecord(Struct, frozen=True, kw_only=True):
    """One board as somebody wrote it down; nothing in it has been judged by the rules.

    `hands` stand in seat order N E S W, cards in the order of the file. None is what the record does not
    tell. `cards` are in the order in which they were played. `result` is the number of tricks over (or
    under, negative) the contract.
    """

    hands: Hands
    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    calls: tuple[RecordedCall, ...] = ()
    cards: tuple[Card, ...] = ()
    contract: Contract | None = None
    result: int | None = None
    claimed: bool = False
    position: Position = Position()
    info: Info = {}

    @property
    def tricks(self) -> int | None:
        """Declarer's tricks as recorded; need not lie within 0 to 13."""
        if self.contract is None or self.result is None:
            return None
        return 6 + self.contract.level + self.result


class Fault(Struct, frozen=True):
    """A board that cannot be read: its number where that is known, and the error in words."""

    number: int | None
    error: str


def sound(boards: Iterable[BoardRecord | Fault]) -> tuple[BoardRecord, ...]:
    """The boards, or BadRecord for the first one that cannot be read."""
    read = []
    for board in boards:
        if isinstance(board, Fault):
            raise BadRecord(board.error)
        read.append(board)
    return tuple(read)


def deal_fault(hands: Mapping[Seat, Hand]) -> tuple[Seat, str, str] | None:
    """What keeps these hands from being of one deal (Law 1, Law 6): whose hand, what was expected, what came.

    None when each holds 13 cards and no card is in two places.
    """
    times = Counter(card for hand in hands.values() for card in hand)
    for seat, hand in hands.items():
        twice = next((card for card in hand if times[card] > 1), None)
        if twice is not None:
            holders = " and ".join(each.name.title() for each, held in hands.items() if twice in held)
            return seat, "52 different cards", f"{twice} {times[twice]} times ({holders})"
    for seat, hand in hands.items():
        if len(hand) != 13:
            return seat, f"13 cards for {seat.name.title()}", f"{len(hand)}"
    return None
