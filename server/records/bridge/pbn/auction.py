"""The Auction section of PBN (PBN 2.1, 3.5)."""

from __future__ import annotations

import re

from msgspec import Struct, field
from msgspec.structs import replace

from protocol.rules.bridge import auction as rules
from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat
from server.records.bridge.pbn.annotations import Annotation, items, nth_word, words
from server.records.bridge.pbn.text import Piece, Source, Tag
from server.records.bridge.record import Comment

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
"""The words that stand for a call that is not recorded: `AC` means any call in bidding contests."""
_ALL_PASS = re.compile(r"(?<!\S)all[\s-]+pass(?:ed|es)?(?!\S)", re.IGNORECASE)
_ALL_PASS_WORDS = ("AP", "ALLPASS")


class Called(Struct):
    """A recorded call with its PBN annotation and its alert."""

    call: Call
    annotation: Annotation | None = None
    alert: bool = False

    @property
    def skips(self) -> int:
        """Return how many seats' turns a call out of rotation skipped (PBN 2.1, 3.9)."""
        return self.annotation.irregularity.count("S") if self.annotation else 0


class Auction(Struct):
    """The content of PBN's Auction section.

    `dealer` is None if unknown, `first` is the seat of the first call, and `rest` is the auction's text from
    the first unknown call on. `contradiction` is the error that the first caller is not the dealer, or "" if
    the first caller is the dealer. `continues` is True if a `+` in the auction announces more calls.
    """

    dealer: Seat | None = None
    first: Seat | None = None
    calls: list[Called] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    rest: str = ""
    contradiction: str = ""
    continues: bool = False
    warnings: list[str] = field(default_factory=list)

    def in_rotation(self) -> tuple[Call, ...]:
        """Return the calls, with a pass for each turn that a call out of rotation skipped."""
        calls: list[Call] = []
        for each in self.calls:
            calls += [Call.PASS] * each.skips
            calls.append(each.call)
        return tuple(calls)

    def contract(self) -> Contract | None:
        """Return the contract to which the recorded calls lead, or None if the auction is not over."""
        calls = self.in_rotation()
        over = rules.is_over(calls) and not self.rest
        return rules.contract(self.dealer or Seat.NORTH, calls) if over else None

    def standing(self) -> Contract | None:
        """Return the contract if three passes followed the recorded calls, or None if there is no bid."""
        return rules.contract(self.dealer or Seat.NORTH, (*self.in_rotation(), *(Call.PASS,) * 3))

    def passes_left_out(self, played: Contract) -> int:
        """Return how many passes must be added before the first call so that the calls lead to `played`.

        Return 0 if the recorded calls lead to the contract `played` without added passes, or if no number of
        added passes leads to it. Some programs, for example rpbridge, leave out the passes before the first
        bid.
        """
        calls = self.in_rotation()
        if self.dealer is None or self.rest or not rules.is_over(calls) or not self.calls[0].call.is_bid:
            return 0
        led = rules.contract(self.dealer, calls)
        if led is None or (led.level, led.strain) != (played.level, played.strain) or self.calls[0].skips:
            return 0
        missing = (played.declarer - led.declarer) % 4
        begun = (self.first - self.dealer) % 4 if self.first is not None else 0
        return missing if begun in (0, missing) else 0

    def begin_with_passes(self, passes: int) -> None:
        """Insert passes before the first call of the auction."""
        self.calls[:0] = [Called(Call.PASS) for _ in range(passes)]
        self.comments = [
            replace(each, calls=each.calls + passes if each.calls else 0) for each in self.comments
        ]
        self.contradiction = ""


def read(source: Source, tag: Tag | None, dealer: Seat | None) -> Auction:
    """Return the content of the Auction section that follows its tag.

    Raises BadRecord for a word in the auction that is not a call.
    """
    if tag is None:
        return Auction(dealer)
    reader = _Reader(source)
    for piece in tag.pieces:
        if piece.comment:
            calls = len(reader.found.calls)
            reader.found.comments.append(Comment(piece.text, calls, tag="" if calls else tag.name))
        else:
            reader.read(piece)
    reader.end(tag)
    found = reader.found
    found.dealer = _dealer(source, tag, dealer, reader)
    return found


def _dealer(source: Source, tag: Tag, dealer: Seat | None, reader: _Reader) -> Seat | None:
    """Return the dealer of the auction, or None if unknown.

    The first caller is the seat in the tag Auction, or a later seat if dashes at the beginning skip seats. If
    the tag Dealer names another seat than that of the first caller, the error is stored as `contradiction`.
    """
    word = tag.value.strip().upper()
    if word in ("", "?", "-") or not reader.found.calls:
        return dealer or _SEATS.get(word)
    seat = _SEATS.get(word)
    if seat is None:
        raise source.refusal(tag.at, "N, E, S or W in the tag [Auction]", repr(tag.value))
    first = reader.found.first = Seat((seat + reader.passed_over) % 4)
    if dealer is not None and dealer is not first:
        begins, deals = first.name.title(), dealer.name.title()
        reader.found.contradiction = f"{begins} is the first to call, but the dealer is {deals} (Law 17)"
        return dealer
    return first


class _Reader:
    """A reader of the calls in an Auction section, one after the other."""

    def __init__(self, source: Source) -> None:
        self.found = Auction()
        self.passed_over = 0
        self._source = source
        self._irregularity = ""
        self._starred: Called | None = None
        self._after_plus = False

    def read(self, piece: Piece) -> None:
        text = _ALL_PASS.sub(lambda found: "AP".ljust(len(found[0])), piece.text)
        words_read = words(text)
        calls = self.found.calls
        for index, word in enumerate(words_read):
            call = _CALLS.get(word)
            plain = not (self._irregularity or self._starred or self.found.continues)
            if call is not None and plain:
                calls.append(Called(call))
            elif not self._takes(word):
                if self._is_unknown(word):
                    self.found.rest = " ".join((self.found.rest, *words_read[index:])).strip()
                    return
                at = piece.at + nth_word(text, index)
                raise self._source.refusal(at, "a call in the section [Auction]", repr(word))

    def _takes(self, word: str) -> bool:
        """Read a word of an auction; return False if it is unreadable or follows an unknown call."""
        return not self.found.rest and all(self._take(kind, text) for kind, text in items(word))

    def _take(self, kind: str, text: str) -> bool:
        calls = self.found.calls
        match kind:
            case "word":
                return self._call(text)
            case "irregular":
                self._irregularity += text.upper()
            case "gap" if not calls and not self._irregularity and len(text) == 1:
                self.passed_over += 1
            case "mark" if text == "+":
                self.found.continues = True
            case "mark":
                self._starred = calls[-1] if calls else None
            case _:
                return bool(calls) and self._annotate(calls[-1], kind, text)
        return True

    def _annotate(self, called: Called, kind: str, text: str) -> bool:
        called.annotation = called.annotation or Annotation()
        return called.annotation.takes(kind, text, 1)

    def _call(self, text: str) -> bool:
        call = _CALLS.get(text) or _CALLS.get(text.upper())
        if call is None:
            return text.upper() in _ALL_PASS_WORDS and self._all_pass()
        if self._starred is not None:
            self._starred.alert, self._starred = True, None
        self._after_plus = self._after_plus or self.found.continues
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

    def end(self, tag: Tag) -> None:
        """Add warnings about marks in an auction without a call, and about a `+` with calls after it."""
        if self._after_plus:
            warning = "calls follow the + in [Auction], which must be at the end, so the + is ignored"
            self.found.continues = False
            self.found.warnings.append(self._source.warning(tag.at, warning))
        if self._irregularity:
            marks = " ".join(f"^{letter}" for letter in self._irregularity)
            warning = f"no call follows {marks} in [Auction], so the mark is not read"
            self.found.warnings.append(self._source.warning(tag.at, warning))

    def _is_unknown(self, word: str) -> bool:
        return bool(self.found.rest) or word.upper().strip("-?.") in _UNKNOWN
