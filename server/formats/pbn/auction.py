"""The Auction section of PBN (3.5), as it is found."""

from __future__ import annotations

from msgspec import Struct, field

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat
from server.formats.pbn.annotated import Annotation, items, nth_word, words
from server.formats.pbn.text import Piece, Source, Tag
from server.formats.record import Comment
from server.games.bridge import auction as rules

_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_PASSES = ("P", "PASS", "PASSES", "PA")
_DOUBLES = ("X", "D", "DBL", "DB", "DOUBLE")
_REDOUBLES = ("XX", "R", "RDBL", "REDBL", "RD", "REDOUBLE")
_CALLS: dict[str, Call] = {
    **dict.fromkeys(_PASSES, Call.PASS),
    **dict.fromkeys(_DOUBLES, Call.DOUBLE),
    **dict.fromkeys(_REDOUBLES, Call.REDOUBLE),
    **{bid.value: bid for bid in BIDS},
    **{bid.value[:-1]: bid for bid in BIDS if bid.value.endswith("NT")},
}
_CALLS |= {word.lower(): call for word, call in _CALLS.items()}
_CALLS |= {word.title(): call for word, call in _CALLS.items()}
_UNKNOWN = ("AC", "ANY", "")
"""A call that is not told: `AC`, any call, in bidding contests."""


class Called(Struct):
    """A call and what hangs on it."""

    call: Call
    annotation: Annotation | None = None
    alert: bool = False

    @property
    def skips(self) -> int:
        """How many seats this call, out of rotation, has passed over (3.9)."""
        return self.annotation.irregularity.count("S") if self.annotation else 0


class Auction(Struct):
    """What an Auction section tells; `dealer` None where nothing does, `rest` from a call that is unknown.

    `contradiction` says that another seat calls first than the dealer.
    """

    dealer: Seat | None = None
    calls: list[Called] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    rest: str = ""
    contradiction: str = ""

    def contract(self) -> Contract | None:
        """What the calls lead to, if they end an auction."""
        calls: list[Call] = []
        for each in self.calls:
            calls += [Call.PASS] * each.skips
            calls.append(each.call)
        over = rules.is_over(tuple(calls)) and not self.rest
        return rules.contract(self.dealer or Seat.NORTH, tuple(calls)) if over else None


def read(source: Source, tag: Tag | None, dealer: Seat | None) -> Auction:
    """The section behind the tag. Raises BadRecord for a word that is no call."""
    if tag is None:
        return Auction(dealer)
    reader = _Reader(source)
    for piece in tag.pieces:
        if piece.comment:
            reader.found.comments.append(Comment(piece.text, len(reader.found.calls)))
        else:
            reader.read(piece)
    found = reader.found
    found.dealer = _dealer(source, tag, dealer, reader)
    return found


def _dealer(source: Source, tag: Tag, dealer: Seat | None, reader: _Reader) -> Seat | None:
    """Dealer, who must be the one to call first: the seat of the tag, after those that are passed over."""
    word = tag.value.strip().upper()
    if word in ("", "?", "-") or not reader.found.calls:
        return dealer or _SEATS.get(word)
    seat = _SEATS.get(word)
    if seat is None:
        raise source.refusal(tag.at, "N, E, S or W in [Auction]", repr(tag.value))
    first = Seat((seat + reader.passed_over) % 4)
    if dealer is not None and dealer is not first:
        begins, deals = first.name.title(), dealer.name.title()
        reader.found.contradiction = f"{begins} is the first to call, but the dealer is {deals} (Law 17)"
        return dealer
    return first


class _Reader:
    """Reads calls one after the other."""

    def __init__(self, source: Source) -> None:
        self.found = Auction()
        self.passed_over = 0
        self._source = source
        self._irregularity = ""
        self._starred: Called | None = None

    def read(self, piece: Piece) -> None:
        told = words(piece.text)
        calls = self.found.calls
        for place, word in enumerate(told):
            call = _CALLS.get(word)
            if call is not None and not self._irregularity and self._starred is None:
                calls.append(Called(call))
            elif not self._takes(word):
                if self._is_unknown(word):
                    self.found.rest = " ".join((self.found.rest, *told[place:])).strip()
                    return
                at = piece.at + nth_word(piece.text, place)
                raise self._source.refusal(at, "a call in [Auction]", repr(word))

    def _takes(self, word: str) -> bool:
        """Whether a word is understood; what follows an unknown call is not."""
        return not self.found.rest and all(self._take(sort, text) for sort, text in items(word))

    def _take(self, sort: str, text: str) -> bool:
        calls = self.found.calls
        match sort:
            case "word":
                return self._call(text)
            case "irregular":
                self._irregularity += text.upper()
            case "gap" if not calls and not self._irregularity and len(text) == 1:
                self.passed_over += 1
            case "mark":
                self._starred = calls[-1] if calls and text == "*" else None
            case _:
                return bool(calls) and self._annotate(calls[-1], sort, text)
        return True

    def _annotate(self, called: Called, sort: str, text: str) -> bool:
        called.annotation = called.annotation or Annotation()
        return called.annotation.takes(sort, text, 1)

    def _call(self, text: str) -> bool:
        call = _CALLS.get(text) or _CALLS.get(text.upper())
        if call is None:
            return text.upper() == "AP" and self._all_pass()
        if self._starred is not None:
            self._starred.alert, self._starred = True, None
        irregular = Annotation(irregularity=self._irregularity) if self._irregularity else None
        self.found.calls.append(Called(call, irregular))
        self._irregularity = ""
        return True

    def _all_pass(self) -> bool:
        calls = [each.call for each in self.found.calls]
        while not rules.is_over(tuple(calls[-4:])):
            calls.append(Call.PASS)
            self.found.calls.append(Called(Call.PASS))
        return True

    def _is_unknown(self, word: str) -> bool:
        return bool(self.found.rest) or word.upper().strip("-?.") in _UNKNOWN
