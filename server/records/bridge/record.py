"""What a recorded board is, whatever file it comes from; formats make these and replay plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from protocol.v1.bridge import SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import Card
from server.errors import BadRecord

Hands = tuple[Hand, Hand, Hand, Hand]
Players = tuple[str | None, str | None, str | None, str | None]


class RecordedCall(Struct, frozen=True, gc=False):
    """A call, whether it was alerted, and what was said about it.

    `nags` judge it, as $1 for a good and $2 for a bad one (PBN 2.1, 3.6); `irregularity` is I for an
    insufficient call, S for one out of rotation, and so on, as PBN marks them with `^`; "" for none.
    """

    call: Call
    alert: bool = False
    explanation: str = ""
    nags: tuple[int, ...] = ()
    irregularity: str = ""


class CardNote(Struct, frozen=True, gc=False):
    """What was noted about the card at a place in the play, from 0; fields as for a call."""

    place: int
    text: str = ""
    nags: tuple[int, ...] = ()
    irregularity: str = ""


class Comment(Struct, frozen=True, gc=False):
    """What somebody wrote about the board when so many calls and cards had been made."""

    text: str
    calls: int = 0
    cards: int = 0


class DoubleDummy(Struct, frozen=True, gc=False):
    """What each declarer takes with all cards open: 20 numbers, by seat N E S W and strain C D H S NT."""

    tricks: tuple[tuple[int, int, int, int, int], ...]

    def of(self, declarer: Seat, strain: Strain) -> int:
        return self.tricks[declarer][_STRAINS.index(strain)]

    def by_letter(self) -> dict[str, dict[Strain, int]]:
        """The numbers by declarer's letter, N E S W, and by strain, C D H S NT."""
        return {seat.letter: dict(zip(_STRAINS, self.tricks[seat], strict=True)) for seat in SEATS}


_STRAINS = tuple(Strain)


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


class Place(Struct, frozen=True, gc=False):
    """Where a board stood in its file, lines and columns from 1; `calls` and `cards` are lines, 0 unknown.

    `fills_in`: it was written by a program that fills in a number of tricks where it was told none.
    `contradicted`: in what the file disagrees with itself about the board, and the law; "" for nothing.
    `warnings` say, each with its line, what was not read or was read otherwise than the format has it.
    """

    line: int = 1
    column: int = 1
    calls: int = 0
    cards: int = 0
    fills_in: bool = False
    contradicted: str = ""
    warnings: tuple[str, ...] = ()


class BoardRecord(Struct, frozen=True, kw_only=True):
    """One board as somebody wrote it down; nothing in it has been judged by the rules.

    `hands` stand in seat order N E S W, cards in the order of the file; () is a hand that is not told, and
    fewer than 13 cards each are an end position. None is what the record does not tell. `name` is the board's
    where that is more than its number. `players` stand in seat order. `cards` are in the order in which they
    were played, up to the first that is not known.

    `continues`: the record says that calls or cards are still to come. `passed_out`: it says that there is no
    contract. `tricks` are declarer's, as recorded; they need
    not lie within 0 to 13. `scores` are the points of NS and EW, `double_dummy` the recorded analysis. `info`
    is all that has no field here, under the names of PBN's tags (Event, Date, Room, Scoring, ScoreIMP, ...).
    `place` is where it was read; it is no part of what is recorded, and writers pass over it.
    """

    hands: Hands
    number: int | None = None
    name: str | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    players: Players = (None, None, None, None)
    calls: tuple[RecordedCall, ...] = ()
    cards: tuple[Card, ...] = ()
    card_notes: tuple[CardNote, ...] = ()
    contract: Contract | None = None
    passed_out: bool = False
    tricks: int | None = None
    claimed: bool = False
    continues: bool = False
    scores: tuple[int, int] | None = None
    double_dummy: DoubleDummy | None = None
    comments: tuple[Comment, ...] = ()
    position: Position = Position()
    info: Info = {}
    place: Place = Place()

    @property
    def result(self) -> int | None:
        """The tricks over (or under, negative) the contract, as recorded."""
        if self.contract is None or self.tricks is None:
            return None
        return self.tricks - self.contract.level - 6


def in_rotation(calls: Iterable[RecordedCall]) -> tuple[Call, ...]:
    """Return the calls, with a pass for each seat that a call out of rotation has passed over (Law 28)."""
    told: list[Call] = []
    for each in calls:
        told += [Call.PASS] * each.irregularity.count("S")
        told.append(each.call)
    return tuple(told)


class Fault(Struct, frozen=True):
    """A board that cannot be read: its number where that is known, and the error in words, with its place."""

    number: int | None
    error: str


Read = BoardRecord | Fault


def sound(boards: Iterable[Read]) -> tuple[BoardRecord, ...]:
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
