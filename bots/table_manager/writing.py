"""Writing lines of the table-manager protocol, in the forms of its text and of a client's dialect."""

from __future__ import annotations

import unicodedata
from typing import assert_never

from bots.table_manager import lines as say
from bots.table_manager.dialects import USUAL, Dialect
from bots.table_manager.lines import ClientLine, ManagerLine
from protocol.v1.bridge import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card

_VULNERABLE = {
    Vulnerability.NONE: "Neither",
    Vulnerability.NS: "N/S",
    Vulnerability.EW: "E/W",
    Vulnerability.BOTH: "Both",
}
_CALLS = {Call.PASS: "passes", Call.DOUBLE: "doubles", Call.REDOUBLE: "redoubles"}


_SIGNS = str.maketrans('♠♥♦♣\u2013\u2014\u2018\u2019\u201c\u201d"', "SHDC--'''''")
MOST_TEXT = 400
"""The most characters of an explanation, as at the tables of Kibitz."""


def ascii_text(text: str) -> str:
    """Return a text as the protocol allows it: printable ASCII characters on one line, without quotes.

    Letters lose their accents, and signs of the suits become letters.
    """
    parts = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    letters = (each for each in parts if not unicodedata.combining(each))
    plain = "".join(each if " " <= each <= "~" else " " for each in letters)
    return " ".join(plain.split())[:MOST_TEXT]


def write_client_line(line: ClientLine) -> str:
    """Return a client's line as text, without the end of the line."""
    match line:
        case say.Connecting(team, seat, version, _):
            as_ = "ANYPL" if seat is None else _name(seat)
            return f'Connecting "{ascii_text(team)}" as {as_} using protocol version {version}'
        case say.ReadyForTeams(seat):
            return f"{_name(seat)} ready for teams"
        case say.ReadyToStart(seat):
            return f"{_name(seat)} ready to start"
        case say.ReadyForDeal(seat):
            return f"{_name(seat)} ready for deal"
        case say.ReadyForCards(seat):
            return f"{_name(seat)} ready for cards"
        case say.ReadyForCall(seat, of):
            return f"{_name(seat)} ready for {_name(of)}'s bid"
        case say.ReadyForCard(seat, of, trick):
            return f"{_name(seat)} ready for {'dummy' if of is None else _name(of)}'s card to trick {trick}"
        case say.ReadyForDummy(seat):
            return f"{_name(seat)} ready for dummy"
        case say.Called():
            return _called(line, USUAL)
        case say.Played(seat, card):
            return f"{_name(seat)} plays {_card(card)}"
        case _:
            assert_never(line)


def write_manager_line(line: ManagerLine, dialect: Dialect = USUAL) -> str:
    """Return the table manager's line as text in a client's dialect, without the end of the line."""
    match line:
        case say.Seated(seat, team):
            named = f'("{team}")' if dialect.quotes else team
            return f"{_name(seat, dialect)} {named} seated"
        case say.Teams(north_south, east_west):
            stop = "." if dialect.full_stop else ""
            return f'Teams : N/S : "{north_south}"{stop} E/W : "{east_west}"'
        case say.StartOfBoard():
            return "Start of board"
        case say.Board(number, dealer, vulnerable):
            about = f"Dealer {_name(dealer, dialect)}. {_VULNERABLE[vulnerable]} vulnerable."
            return f"Board number {number}. {about}"
        case say.Cards(seat, hand):
            return f"{'Dummy' if seat is None else _name(seat, dialect)}'s cards : {_hand(hand)}"
        case say.Called():
            return _called(line, dialect)
        case say.Played(seat, card):
            return f"{_name(seat, dialect)} plays {_card(card)}"
        case say.ToLead(seat):
            return f"{'Dummy' if seat is None else _name(seat, dialect)} to lead"
        case say.Timing():
            sides = (
                f"N/S : {_times(line.north_south_s, line.north_south_total_s)}",
                f"E/W : {_times(line.east_west_s, line.east_west_total_s)}",
            )
            return f"Timing - {'.  '.join(sides)}"
        case say.EndOfSession():
            return "End of session"
        case say.Error(text):
            return text
        case _:
            assert_never(line)


def _called(line: say.Called, dialect: Dialect) -> str:
    word = _CALLS.get(line.call) or f"bids {line.call}"
    text = ascii_text(line.text)
    remark = f" {'Alert' if line.alert else 'Infos'}. {text}" if line.alert or text else ""
    return f"{_name(line.seat, dialect)} {word}{remark}".rstrip()


def _name(seat: Seat, dialect: Dialect = USUAL) -> str:
    return seat.name if dialect.capitals else seat.name.title()


def _card(card: Card) -> str:
    return f"{card.rank}{card.suit}"


def _hand(hand: Hand) -> str:
    ranks = {suit: [card.rank.value for card in hand if card.suit == suit] for suit in "SHDC"}
    return " ".join(f"{suit} {' '.join(held) or '-'}." for suit, held in ranks.items())


def _times(board_s: int, total_s: int) -> str:
    board, minutes = f"{board_s // 60:02}:{board_s % 60:02}", total_s // 60
    return f"this board  {board},  total  {minutes // 60}:{minutes % 60:02}:{total_s % 60:02}"
