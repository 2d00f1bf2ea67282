"""The reader of one board of LIN from its tokens `key|value|`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from protocol.v1.bridge import SEATS, Call, Contract, Seat, Vulnerability
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.records.bridge.lin.tokens import CUT, LOOSE, Locate, Token, refusal
from server.records.bridge.lin.values import (
    CALLS,
    CARDS,
    IN_ORDER,
    QUESTION,
    VULNERABLE,
    calls,
    cards,
    full,
    hand,
)
from server.records.bridge.record import Comment, Hands, RecordedCall
from server.records.bridge.tags import UNKNOWN

_ID = re.compile(r"([oc]?)\s*0*([1-9][0-9]{0,8})?", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(?:board(?:\s|%20|\+)*)?0*([1-9][0-9]{0,8})\s*", re.IGNORECASE)
_BOARD = re.compile(r"\s*board\s+(?=\S)", re.IGNORECASE)
_DEALER = re.compile(r"\s*(?:([0-4])\s*|(?=[SHDC,.-])|\Z)", re.IGNORECASE)
_TRICKS = re.compile(r"\s*([0-9]{1,2})\s*")
_POSITION = re.compile(r"P([1-7])([CDHSN])([NSEW])", re.IGNORECASE)
_SEAT = {seat.letter: seat for seat in SEATS}


class Draft:
    """A board of LIN while it is being read: its record's fields, and values for boards of its session.

    `room` is the letter of the room in the board's id, o for open or c for closed, or "" without such a
    letter. `id_number` is the number in the board's id, such as 17 in `o17`. `names` is None if the LIN file
    gives no players' names for the board alone. `extra` holds the values of each LIN key for which a record
    has no field.
    """

    def __init__(self, tokens: Sequence[Token], locate: Locate) -> None:
        self.locate = locate
        self.line, self.column = locate(tokens[0][2])
        self.hands: Hands = ((), (), (), ())
        self.number: int | None = None
        self.name: str | None = None
        self.room = ""
        self.id_number: int | None = None
        self.dealer: Seat | None = None
        self.vulnerable: Vulnerability | None = None
        self.names: list[str] | None = None
        self.calls: list[RecordedCall] = []
        self.cards: list[Card] = []
        self.comments: list[Comment] = []
        self.contract: Contract | None = None
        self.tricks: int | None = None
        self.extra: dict[str, list[str]] = {}
        self.calls_at = self.cards_at = -1
        self.warnings: list[str] = []
        self._hand_texts: dict[Seat, tuple[str, int]] = {}
        self._cards_to_undo = 0
        self._unknown_card = False
        self._explanations: list[str] = []
        for key, value, at in tokens:
            self._read(key, value, at)
        self._end_call()
        if self._hand_texts:
            self._deal()

    def _read(self, key: str, value: str, at: int) -> None:
        if key == "pc":
            self._card(value, at)
        elif key == "mb":
            self._call(value, at)
        elif key in _READERS:
            _READERS[key](self, value, at)
        elif value.strip():
            self.keep(key.rstrip("="), value.replace("\n", " "))

    def keep(self, key: str, value: str) -> None:
        self.extra.setdefault(key, []).append(value)

    def _call(self, value: str, at: int) -> None:
        if self.calls_at < 0:
            self.calls_at = at
        if self._explanations:
            self._end_call()
        known = CALLS.get(value)
        if known is not None:
            self.calls.append(known)
            return
        for each in calls(value, at, self.locate):
            if each is None:
                self._comment(QUESTION, at)
            else:
                self.calls.append(each)

    def _card(self, value: str, at: int) -> None:
        if self._cards_to_undo:
            self._take_back()
        if self._unknown_card or value.strip(" \n") in ("", "-", "?", "--"):
            self._unknown_card = self._unknown_card or bool(value.strip(" \n"))
            if self._unknown_card:
                self.keep("pc", value)
            return
        if self.cards_at < 0:
            self.cards_at = at
        known = CARDS.get(value)
        if known is not None:
            self.cards.append(known)
        else:
            self.cards.extend(cards(value, at, self.locate))

    def _take_back(self) -> None:
        """Remove the cards that the file takes back after they were played, as files of bridge lessons do."""
        undone = self.cards[-self._cards_to_undo :]
        del self.cards[-self._cards_to_undo :]
        self.keep("undone", f"{len(self.cards)} {' '.join(undone)}")
        self._cards_to_undo = 0

    def _undo(self, value: str, at: int) -> None:
        number = value.strip()
        if number.isdecimal() and len(number) < 3:
            self._cards_to_undo = min(int(number), len(self.cards))
        elif number:
            self.keep("up", number)

    def _explain(self, value: str, at: int) -> None:
        """Store an explanation for the last call of the auction; the text `!` alone marks an alert."""
        text = value.replace("\n", " ")
        if not text.strip():
            return
        if not self.calls:
            self._comment(text, at)
            return
        if text.strip() == "!":
            self.calls[-1] = RecordedCall(self.calls[-1].call, alert=True)
        else:
            self._explanations.append(text)

    def _end_call(self) -> None:
        """Add the explanations that were read so far to the last call of the auction."""
        if self._explanations:
            last = self.calls[-1]
            self.calls[-1] = RecordedCall(last.call, last.alert, "; ".join(self._explanations))
            self._explanations = []

    def _comment(self, value: str, at: int) -> None:
        if value.strip():
            self.comments.append(Comment(value, len(self.calls), len(self.cards)))

    def _cut(self, value: str, at: int) -> None:
        raise refusal(self.locate, at, "a complete LIN token like pc|SA|", value)

    def _make_deal(self, value: str, at: int) -> None:
        """Read the dealer's digit, and the hands of South, West, North and East, from `3S..,S..,S..,S..`."""
        dealer = _DEALER.match(value)
        if dealer is None:
            raise refusal(self.locate, at, "a dealer from 1 to 4 and hands in the LIN token md", value)
        if dealer[1] and dealer[1] != "0":
            self.dealer = IN_ORDER[int(dealer[1]) - 1]
        start = dealer.end()
        texts = value[start:].rstrip(", \n").split(",")
        if len(texts) > 4:
            raise refusal(self.locate, at, "at most four hands in the LIN token md", value)
        start += at
        for seat, text in zip(IN_ORDER, texts, strict=False):
            self._hand_texts[seat] = (text, start)
            start += len(text) + 1

    def _deal(self) -> None:
        hands = {seat: hand(text, at, self.locate) for seat, (text, at) in self._hand_texts.items()}
        self.hands = full(hands, {seat: at for seat, (_, at) in self._hand_texts.items()}, self.locate)

    def _queue(self, value: str, at: int) -> None:
        """Read the room and the number of a board from an id such as `o17`, `c17` or `o17,BOARD 17`."""
        first, _, label = value.replace("\n", "").partition(",")
        found = _ID.fullmatch(first.strip())
        if found is None:
            self.name = first.strip() or None
        else:
            self.room = found[1].lower()
            self.id_number = None if found[2] is None else int(found[2])
        if label.strip():
            self._label(label, at)
        elif self.number is None:
            self.number = self.id_number

    def _label(self, value: str, at: int) -> None:
        """Read the number of a board from a label such as `Board 7`, or its name from any other label."""
        text = " ".join(value.split())
        found = _NUMBER.fullmatch(text)
        if found is not None:
            self.number, self.name = int(found[1]), None
        elif text:
            self.number, self.name = self.id_number, _BOARD.sub("", text, count=1)

    def _vulnerability(self, value: str, at: int) -> None:
        word = value.strip().lower()
        if word:
            self.vulnerable = VULNERABLE.get(word)
            if self.vulnerable is None:
                raise refusal(self.locate, at, "o, n, e or b for the vulnerability", value)

    def _players(self, value: str, at: int) -> None:
        self.names = names(value)

    def _claim(self, value: str, at: int) -> None:
        """Read the number of tricks of a claim; an earlier claim with another number is kept as `Lin_mc`."""
        found = _TRICKS.fullmatch(value)
        if found is None:
            if value.strip():
                self.keep("mc", value.strip())
            return
        if self.tricks is not None and self.tricks != int(found[1]):
            self.keep("mc", str(self.tricks))
        self.tricks = int(found[1])

    def _display(self, value: str, at: int) -> None:
        """Read an instruction for a viewer; `P4SS` shows an end position of four spades played by South."""
        found = _POSITION.fullmatch(value.strip())
        if found is not None:
            contract = CALLS[found[1] + found[2].upper()].call
            self.contract = Contract(contract.level, contract.strain, _SEAT[found[3].upper()])
        if value.strip():
            self.keep("dt", value)

    def _dealer_letter(self, value: str, at: int) -> None:
        self.dealer = _SEAT.get(value.strip()[:1].upper())
        if self.dealer is None:
            raise refusal(self.locate, at, "n, e, s or w for the dealer", value)

    def _hand_of(self, seat: Seat, value: str, at: int) -> None:
        self._hand_texts[seat] = (value, at)

    @property
    def passed_out(self) -> bool:
        return len(self.calls) == 4 and all(each.call is Call.PASS for each in self.calls)


_READERS: dict[str, Callable[[Draft, str, int], None]] = {
    "md": Draft._make_deal,
    "sv": Draft._vulnerability,
    "ah": Draft._label,
    "qx": Draft._queue,
    "pn": Draft._players,
    "an": Draft._explain,
    "nt": Draft._comment,
    "at": Draft._comment,
    LOOSE: Draft._comment,
    CUT: Draft._cut,
    "mc": Draft._claim,
    "up": Draft._undo,
    "dt": Draft._display,
    # The handviewer has separate parameters for the dealer and for each hand.
    "d=": Draft._dealer_letter,
    "n=": lambda draft, value, at: draft._hand_of(Seat.NORTH, value, at),
    "e=": lambda draft, value, at: draft._hand_of(Seat.EAST, value, at),
    "s=": lambda draft, value, at: draft._hand_of(Seat.SOUTH, value, at),
    "w=": lambda draft, value, at: draft._hand_of(Seat.WEST, value, at),
}


def names(value: str) -> list[str]:
    """Return the players' names in `pn` for one or two rooms, in the order South, West, North, East.

    A player's name that contains a comma, such as `Herman, I`, stays one name.
    """
    parts = value.replace("\n", " ").split(",")
    inner = [place for place in range(1, len(parts)) if parts[place][:1] == " "]
    if len(parts) not in (4, 8) and len(parts) - len(inner) in (4, 8):
        # Operators write "Herman, I", so a part that begins with a blank belongs to the name before it.
        for place in reversed(inner):
            parts[place - 1 : place + 1] = [f"{parts[place - 1]},{parts[place]}"]
    return [" ".join(name.replace("%COMMA%", ",").replace("%PIPE%", "|").split()) for name in parts]


def seated(parts: Sequence[str]) -> tuple[str | None, str | None, str | None, str | None]:
    """Return the four players' names of one room in seat order N E S W, with None for an unknown name."""
    by = {seat: name for seat, name in zip(IN_ORDER, parts, strict=False) if name not in UNKNOWN}
    return by.get(Seat.NORTH), by.get(Seat.EAST), by.get(Seat.SOUTH), by.get(Seat.WEST)


def number_in(tokens: Sequence[Token], locate: Locate) -> int | None:
    """Return the number of a board that cannot be read, or None if its LIN tokens have no number."""
    parts = [token for token in tokens if token[0] in ("qx", "ah")]
    return Draft(parts, locate).number if parts else None


def draft_or_error(tokens: Sequence[Token], locate: Locate) -> Draft | tuple[int | None, str]:
    """Return the board that LIN tokens describe, or its number and the error that prevents reading it."""
    try:
        return Draft(tokens, locate)
    except BadRecord as error:
        return number_in(tokens, locate), str(error)
