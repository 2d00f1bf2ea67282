"""Reading lines of the table-manager protocol, in all forms that programs are known to send.

Capital and small letters, the number of blanks, and a full stop at the end make no difference.
"""

from __future__ import annotations

import re
from typing import TypeVar

from bots.table_manager import lines as say
from bots.table_manager.lines import ClientLine, ManagerLine
from protocol.v1.bridge import Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card, Rank, Suit, display_order

MAX_LINE = 1000
"""The greatest number of characters of a line; a longer one is not of this protocol."""
SEATS = {seat.name.lower(): seat for seat in Seat}
ANY_SEAT = "anypl"
_SEAT = "(north|east|south|west)"
_OF = r"[^\w ]{0,3}s?"
"""The end of a possessive: the protocol's own text has a curved apostrophe, which ASCII does not have."""
_WORDS = {"pass": Call.PASS, "double": Call.DOUBLE, "redouble": Call.REDOUBLE}
_VULNERABLE = {
    "neither": Vulnerability.NONE,
    "none": Vulnerability.NONE,
    "n/s": Vulnerability.NS,
    "e/w": Vulnerability.EW,
    "both": Vulnerability.BOTH,
    "all": Vulnerability.BOTH,
}
_REMARK = re.compile(r"[\s.]*\b(alert|infos?)\b\s*\.?\s*(.*)$", re.IGNORECASE)
_CALL = re.compile(rf"{_SEAT} (?:(pass|double|redouble)(?:e?s)?|bids? ([1-7]) ?(nt?|[cdhs]))\b(.*)$", re.I)
_CARD = re.compile(rf"{_SEAT} plays? ([2-9tjqka]|10) ?([cdhs])$|{_SEAT} plays? ([cdhs]) ?([2-9tjqka]|10)$")
_CONNECTING = re.compile(r'connecting "([^"]*)" as (\w+) using protocol version (\d+)\b\.?\s*(.*)$', re.I)
_READY = re.compile(rf"{_SEAT} (?:is )?ready (?:for|to) (.*)$")
_READY_CALL = re.compile(rf"{_SEAT}{_OF} bid$")
_READY_CARD = re.compile(rf"(north|east|south|west|dummy){_OF} card to trick (\d+)$")
_TEAMS = re.compile(r'teams ?: ?n/s ?:? ?"([^"]*)"\.? ?e/w ?:? ?"([^"]*)"', re.I)
_BOARD = re.compile(rf"board number (\d+)\. ?dealer {_SEAT}\. ?(\S+) vulnerable")
_CARDS = re.compile(rf"(north|east|south|west|dummy){_OF} cards ?: ?(.*)$")
_TIMES = re.compile(r"\[?(\d+(?::\d+)+)\]?")
T = TypeVar("T")


def read_client_line(text: str, dummy: Seat | None = None) -> ClientLine | None:
    """Return the line of a client, None for a text that is not of this protocol.

    `dummy` is the seat of which `Dummy plays` speaks, None if this client cannot play dummy's cards.
    """
    plain = _plain(text, dummy)
    if (found := _CONNECTING.match(plain)) is not None:
        team, seat, version, info = found.groups()
        if seat.lower() not in SEATS and seat.lower() != ANY_SEAT:
            return None
        return say.Connecting(team, SEATS.get(seat.lower()), int(version), info.strip())
    lowered = plain.lower().rstrip(" .")
    if (found := _READY.match(lowered)) is not None:
        return _ready(SEATS[found[1]], found[2])
    return _move(plain, lowered)


def _plain(text: str, dummy: Seat | None) -> str:
    """Return a text with single blanks, and with the seat of `dummy` instead of the word."""
    plain = " ".join(text[:MAX_LINE].split())
    return plain if dummy is None else re.sub(r"^dummy(?= plays? )", dummy.name, plain, flags=re.I)


def _ready(seat: Seat, what: str) -> ClientLine | None:
    match what:
        case "teams":
            return say.ReadyForTeams(seat)
        case "start" | "start of board":
            return say.ReadyToStart(seat)
        case "deal":
            return say.ReadyForDeal(seat)
        case "cards":
            return say.ReadyForCards(seat)
        case "dummy":
            return say.ReadyForDummy(seat)
    if (found := _READY_CALL.match(what)) is not None:
        return say.ReadyForCall(seat, SEATS[found[1]])
    if (found := _READY_CARD.match(what)) is not None:
        return say.ReadyForCard(seat, SEATS.get(found[1]), int(found[2]))
    if re.match(rf"dummy{_OF} cards$", what) is not None:
        return say.ReadyForDummy(seat)
    return None


def _move(plain: str, lowered: str) -> say.Called | say.Played | None:
    """Return the call or the card of a line of either side; `lowered` is the text in small letters."""
    if (found := _CARD.match(lowered)) is not None:
        seat, rank, suit, other_seat, other_suit, other_rank = found.groups()
        written = (suit or other_suit).upper() + (rank or other_rank).upper().replace("10", "T")
        return say.Played(SEATS[seat or other_seat], Card(written))
    if (found := _CALL.match(plain)) is None:
        return None
    name, word, level, strain, rest = found.groups()
    call = _WORDS[word.lower()] if word else Call(level + {"N": "NT"}.get(strain.upper(), strain.upper()))
    remark = _REMARK.match(rest)
    if remark is None:
        return say.Called(SEATS[name.lower()], call)
    return say.Called(SEATS[name.lower()], call, remark[1].lower() == "alert", remark[2].strip())


def read_manager_line(text: str, dummy: Seat | None = None) -> ManagerLine | None:
    """Return the line of a table manager, None for an empty text; an unknown text is an `Error`.

    `dummy` is the seat of which `Dummy plays` speaks, None before the play.
    """
    plain = _plain(text, dummy)
    lowered = plain.lower().rstrip(" .")
    if not lowered:
        return None
    if (found := re.match(rf'{_SEAT} \(?"?(.*?)"?\)? seated$', lowered)) is not None:
        return say.Seated(SEATS[found[1]], plain[found.start(2) : found.end(2)])
    if (found := _TEAMS.match(plain)) is not None:
        return say.Teams(found[1], found[2])
    if (found := _BOARD.match(lowered)) is not None and found[3] in _VULNERABLE:
        return say.Board(int(found[1]), SEATS[found[2]], _VULNERABLE[found[3]])
    if (found := _CARDS.match(lowered)) is not None:
        return say.Cards(SEATS.get(found[1]), _hand(found[2]))
    if (found := re.match(r"(north|east|south|west|dummy) to lead$", lowered)) is not None:
        return say.ToLead(SEATS.get(found[1]))
    if lowered.startswith("timing"):
        times = [_seconds(each) for each in _TIMES.findall(lowered)]
        return say.Timing(*times[:4]) if len(times) >= 4 else say.Timing(0, 0, 0, 0)
    if lowered == "start of board":
        return say.StartOfBoard()
    if lowered.startswith("end of session"):
        return say.EndOfSession()
    return _move(plain, lowered) or say.Error(plain)


def _hand(text: str) -> Hand:
    """Return the cards of a text such as `s a k. h -. d t 9. c 2`.

    Raises ValueError if the text is not a hand.
    """
    held: list[Card] = []
    for suit, ranks in re.findall(r"\b([shdc])\b((?: ?(?:10|[2-9tjqka]|-))*)", text):
        each = re.findall(r"10|[2-9tjqka]", ranks)
        held += [Card(Suit(suit.upper()) + Rank(rank.upper().replace("10", "T"))) for rank in each]
    if len(set(held)) != len(held) or not held:
        raise ValueError(f"expected a hand such as `S A K. H -. D T 9. C 2.`, got {text!r}")
    return tuple(sorted(held, key=display_order))


def _seconds(text: str) -> int:
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total
