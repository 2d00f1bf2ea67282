"""The record of a board of bridge, in a form that does not depend on the file format."""

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
    """A recorded call with its alert and its explanation.

    `nags` are PBN's numeric ratings of the call, such as 1 for a good call and 2 for a poor call (PBN 2.1,
    3.6). `irregularity` holds the letters that PBN writes after `^`, such as I for an insufficient call and S
    for a call out of rotation; it is "" for a regular call.
    """

    call: Call
    alert: bool = False
    explanation: str = ""
    nags: tuple[int, ...] = ()
    irregularity: str = ""


class CardNote(Struct, frozen=True, gc=False):
    """A note on a card that was played.

    `place` is the index of the card in the order of play, from 0. `nags` are PBN's ratings of the card, and
    `irregularity` holds the letters that PBN writes after `^`, as in `RecordedCall`.
    """

    place: int
    text: str = ""
    nags: tuple[int, ...] = ()
    irregularity: str = ""


class Comment(Struct, frozen=True, gc=False):
    """A comment on a board, placed after the first `calls` calls and the first `cards` cards.

    `tag` is the name of the PBN tag that the comment follows in the file. A comment within the auction or the
    play, before all tags, or in a file without tags has "" as its `tag`.
    """

    text: str
    calls: int = 0
    cards: int = 0
    tag: str = ""


class DoubleDummy(Struct, frozen=True, gc=False):
    """The double-dummy results of a deal: 20 numbers of tricks, by declarer N E S W and strain C D H S NT."""

    tricks: tuple[tuple[int, int, int, int, int], ...]

    def of(self, declarer: Seat, strain: Strain) -> int:
        return self.tricks[declarer][_STRAINS.index(strain)]

    def by_letter(self) -> dict[str, dict[Strain, int]]:
        """Return the double-dummy tricks by declarer's letter, N E S W, and by strain, C D H S NT."""
        return {seat.letter: dict(zip(_STRAINS, self.tricks[seat], strict=True)) for seat in SEATS}


_STRAINS = tuple(Strain)


class Position(Struct, frozen=True, gc=False):
    """The position in the play at which the recorded hands begin.

    `first` is the seat that leads to the current trick, and `trick` are the cards played to that trick so
    far.
    """

    first: Seat = Seat.NORTH
    trumps: Strain = Strain.NOTRUMP
    trick: tuple[Card, ...] = ()


class Column(Struct, frozen=True, gc=False):
    """A column of a table of supplemental information in PBN (PBN 2.1, 5.2).

    `ordering` is + or - if the rows of the table are sorted by this column, upwards or downwards. `minwidth`
    and `alignment` are the least width and the alignment (L or R) of the values in the column.
    """

    name: str
    ordering: Literal["+", "-"] | None = None
    minwidth: int | None = None
    alignment: Literal["L", "R"] | None = None


class InfoTable(Struct, frozen=True, gc=False):
    """A table in a PBN file, such as the auction timetable or the double-dummy results.

    Each row of a table is a text with its cells as PBN writes them.
    """

    headers: tuple[Column, ...] = ()
    rows: tuple[str, ...] = ()


Info = dict[str, str | InfoTable]


class Place(Struct, frozen=True, gc=False):
    """The position of a board in its file; lines and columns are counted from 1.

    `calls` and `cards` are the numbers of the lines with the auction and the play, or 0 if unknown.
    `fills_in` is True if the file was written by a program that makes up a number of tricks for a board
    without a result. `contradicted` names a contradiction between two values in the file and the Law about
    it, or is "". `warnings` are texts, each with a line number, about content that was not read or was read
    differently from its format.
    """

    line: int = 1
    column: int = 1
    calls: int = 0
    cards: int = 0
    fills_in: bool = False
    contradicted: str = ""
    warnings: tuple[str, ...] = ()


class BoardRecord(Struct, frozen=True, kw_only=True):
    """A recorded board, which has not been checked by the rules.

    `hands` are in seat order N E S W, each hand with its cards in the order of the file. An empty hand in a
    record is unknown, and hands of fewer than 13 cards are an end position. A field of a recorded board is
    None if the record does not have its value. `name` is the name of the board, or None if the board has no
    name besides its number. `players` are the players' names in seat order N E S W. `cards` are the played
    cards in their order, up to the first unknown card.

    `passed_out` means that the record states that the board was passed out. `continues` means that the record
    states that more calls or cards follow after the recorded ones. `tricks` is the number of declarer's
    tricks as recorded, which may be an impossible number such as 14. `scores` are the points of North-South
    and of East-West. `double_dummy` is the recorded double-dummy analysis. `info` holds the content for which
    a record has no other field, under the names of PBN's tags (Event, Date, Room, Scoring, ScoreIMP, ...).
    `place` is the position of the board in the file from which it was read; it is not written again.
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
        """Return the recorded number of overtricks, negative for undertricks, or None if it is unknown."""
        if self.contract is None or self.tricks is None:
            return None
        return self.tricks - self.contract.level - 6


def in_rotation(calls: Iterable[RecordedCall]) -> tuple[Call, ...]:
    """Return the calls, with a pass for each turn that a call out of rotation skipped (Law 28)."""
    calls_in_turn: list[Call] = []
    for each in calls:
        calls_in_turn += [Call.PASS] * each.irregularity.count("S")
        calls_in_turn.append(each.call)
    return tuple(calls_in_turn)


class Fault(Struct, frozen=True):
    """A board that cannot be read: its number, or None if unknown, and the error with line and column."""

    number: int | None
    error: str


Read = BoardRecord | Fault


def readable_boards(boards: Iterable[Read]) -> tuple[BoardRecord, ...]:
    """Return the boards of a file if all of them can be read.

    Raises BadRecord if a board of the file cannot be read.
    """
    read = []
    for board in boards:
        if isinstance(board, Fault):
            raise BadRecord(board.error)
        read.append(board)
    return tuple(read)


def deal_fault(hands: Mapping[Seat, Hand]) -> tuple[Seat, str, str] | None:
    """Return the first error in the hands of a deal (Law 1, Law 6), or None if the deal is valid.

    The error about a deal has three parts: the seat with the wrong hand, the cards that are expected there,
    and the cards that the hand has. A deal is valid if each hand has 13 cards and no card is in two hands.
    """
    times = Counter(card for hand in hands.values() for card in hand)
    for seat, hand in hands.items():
        twice = next((card for card in hand if times[card] > 1), None)
        if twice is not None:
            holders = " and ".join(each.name.title() for each, cards in hands.items() if twice in cards)
            return seat, "52 different cards", f"{twice} {times[twice]} times ({holders})"
    for seat, hand in hands.items():
        if len(hand) != 13:
            return seat, f"13 cards for {seat.name.title()}", f"{len(hand)}"
    return None
