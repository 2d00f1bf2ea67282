"""The Auction and Play sections of a record in PBN's export format (PBN 2.1, 3.5, 3.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container

from protocol.rules.bridge import auction as rules
from protocol.rules.tricks import winner
from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Strain
from server.records.bridge.pbn import layout, play
from server.records.bridge.record import BoardRecord, CardNote, RecordedCall, in_rotation

_WORDS = {Call.PASS: "Pass", Call.DOUBLE: "X", Call.REDOUBLE: "XX", **{bid: bid.value for bid in BIDS}}
Remarks = dict[tuple[int, int], list[str]]
LEFT_OUT = "+"
"""The value of the tag `AuctionRest` for an Auction section with only a `+`, without any calls."""


class Comments:
    """The texts of a record's comments, by the place in the PBN file where each is written.

    `of_tag` has the comments that follow a tag, by the name of the tag, and `by_position` all other comments.
    The position of a comment is a pair: the number of calls and the number of cards before it; a position
    after the last move becomes the last position. `after_auction` and `after_play` are the names of tags that
    are written after the auction or the play, because they have a comment in that place.
    """

    def __init__(self, record: BoardRecord, tags: Container[str]) -> None:
        self.by_position: Remarks = defaultdict(list)
        self.of_tag: dict[str, list[str]] = defaultdict(list)
        self.after_auction: list[str] = []
        self.after_play: list[str] = []
        self._shown = len(record.cards) if record.cards and leader(record) is not None else 0
        self._record = record
        places: dict[str, tuple[int, int]] = {}
        for each in sorted(record.comments, key=lambda each: (each.calls, each.cards)):
            cards = min(each.cards, self._shown)
            calls = len(record.calls) if cards else min(each.calls, len(record.calls))
            position = calls, cards
            if not each.text.strip():
                continue
            if not self._stands_after(each.tag, position, tags) or places.get(each.tag, position) != position:
                self.by_position[position].append(each.text)
                continue
            places[each.tag] = position
            self.of_tag[each.tag].append(each.text)
        late = {name: cards for name, (calls, cards) in places.items() if calls or cards}
        self.after_auction = [name for name, cards in late.items() if name not in _SECTIONS and not cards]
        self.after_play = [name for name, cards in late.items() if name not in _SECTIONS and cards]

    def _stands_after(self, tag: str, position: tuple[int, int], tags: Container[str]) -> bool:
        """Return True if a comment at a given position of the play can be written after its tag."""
        calls = len(self._record.calls)
        match tag:
            case "Auction":
                return calls > 0 and position == (0, 0)
            case "Play":
                return self._shown > 0 and position == (calls, 0)
            case _:
                return tag in tags and position in ((0, 0), (calls, 0), (calls, self._shown))


_SECTIONS = ("Auction", "Play")


def is_ending(record: BoardRecord) -> bool:
    """Return True if the recorded hands are an end position (PBN 2.1, 3.10)."""
    return 0 < max(map(len, record.hands)) < 13


def contract(record: BoardRecord) -> Contract | None:
    """Return the recorded contract or, if none is recorded, the contract that follows from the calls."""
    calls = in_rotation(record.calls)
    if record.contract is not None or not rules.is_over(calls) or record.dealer is None:
        return record.contract
    return rules.contract(record.dealer, calls)


def auction_section(record: BoardRecord, all_comments: Comments) -> str:
    """Return the text of the Auction section of a record.

    For a record without calls, the Auction section is only the mark that the calls are left out or follow
    later, or "" without such a mark.
    """
    if not record.calls:
        return f'[Auction "{_dealer(record)}"]\n+\n' if calls_left_out(record) else ""
    comments = all_comments.by_position
    notes = layout.NoteTags()
    cells: list[list[str]] = []
    last = len(record.calls)
    for index, each in enumerate(record.calls, 1):
        cells += [["^S"] for _ in range(each.irregularity.count("S"))]
        marks = [f"^{letter}" for letter in each.irregularity if letter != "S"]
        texts = comments[index, 0] if index < last else ()
        cells.append([*marks, *layout.annotated(_WORDS[each.call], _note(each), each.nags, texts, notes)])
    ending = "" if rules.is_over(in_rotation(record.calls)) else "+" if record.continues else "*"
    ahead = layout.lines(all_comments.of_tag["Auction"])
    body = ahead + layout.rows(cells, ending) + notes.lines()
    return f'[Auction "{_dealer(record)}"]\n{body}{layout.lines(comments[last, 0])}'


def calls_left_out(record: BoardRecord) -> bool:
    """Return True if the record has no calls, but a mark that they are left out or follow later."""
    follow = record.continues and leader(record) is None
    return not record.calls and (follow or record.info.get("AuctionRest") == LEFT_OUT)


def _dealer(record: BoardRecord) -> str:
    return "" if record.dealer is None else record.dealer.letter


def _note(each: RecordedCall) -> str | None:
    """Return the text of the note on a call, "" for an unexplained alert, or None for no note."""
    return each.explanation if each.explanation or each.alert else None


def alerts(record: BoardRecord) -> str:
    """Return the numbers, from 1, of the calls of a record that were both alerted and explained.

    A note on a call does not show that the call was alerted.
    """
    both = (str(index) for index, each in enumerate(record.calls, 1) if each.alert and each.explanation)
    return " ".join(both)


def leader(record: BoardRecord) -> Seat | None:
    """Return the seat that leads to the first recorded trick, or None if unknown."""
    if is_ending(record):
        return record.position.first
    known = contract(record)
    if known is not None:
        return known.declarer.lho
    return _holder(record, 0) if record.cards else None


def _holder(record: BoardRecord, index: int) -> Seat | None:
    return next((seat for seat in SEATS if record.cards[index] in record.hands[seat]), None)


def play_section(record: BoardRecord, all_comments: Comments) -> str:
    """Return the text of the Play section, or "" for a record without a play."""
    first = leader(record)
    ending = is_ending(record) and record.position.first is not Seat.NORTH
    texts = record.cards or record.claimed or record.continues or ending
    if first is None or not texts:
        return ""
    comments = all_comments.by_position
    noted = {each.place: each for each in record.card_notes}
    notes = layout.NoteTags()
    ended = len(record.cards) < 52 and (record.claimed or record.tricks is None) and not record.continues
    # After the Note tags, or after the star, a comment belongs to the last card, whatever its column is.
    behind = record.cards and (ended or any(each.text for each in record.card_notes))
    last = comments.pop((len(record.calls), len(record.cards)), []) if behind else []
    leads = _leads(record, first, noted)
    cells = [
        ["-"] if index is None else _cell(record, index, noted.get(index), comments, notes)
        for index in play.columns(record.cards, leads)
    ]
    if record.continues and len(record.cards) < 52:
        row, turn = divmod(len(record.cards), 4)
        cells += [["-"] for _ in range(4 * (row + 1) - len(cells))]
        cells[4 * row + (leads[row] + turn) % 4 if row < len(leads) else 4 * row] = ["+"]
    body = layout.rows(cells, "*" if ended else "") if cells or ended else ""
    ahead = layout.lines(all_comments.of_tag["Play"])
    return f'[Play "{first.letter}"]\n{ahead}{body}{notes.lines()}{layout.lines(last)}'


def _cell(
    record: BoardRecord, index: int, note: CardNote | None, comments: Remarks, notes: layout.NoteTags
) -> list[str]:
    texts = comments[len(record.calls), index + 1]
    if note is None:
        return [record.cards[index].value, *layout.comments(texts)]
    marks = [f"^{letter}" for letter in note.irregularity]
    return [
        *marks,
        *layout.annotated(record.cards[index].value, note.text or None, note.nags, texts, notes),
    ]


def _leads(record: BoardRecord, first: Seat, noted: dict[int, CardNote]) -> list[int]:
    """Return, for each trick and the one after them, the column of the hand that leads, as far as known."""
    known, leads, column = contract(record), list[int](), 0
    trumps = record.position.trumps if is_ending(record) else None
    if known is not None:
        trumps = known.strain
    for at in range(0, len(record.cards), 4):
        out_of_turn = at in noted and "L" in noted[at].irregularity
        if out_of_turn or (trumps is None and at):
            holder = _holder(record, at)
            if holder is None and trumps is None:
                return leads
            column = column if holder is None else (holder - first) % 4
        leads.append(column)
        column = _winner(record, at, column, trumps)
    if record.continues and len(record.cards) in range(0, 52, 4) and (trumps is not None or not record.cards):
        leads.append(column)
    return leads


def _winner(record: BoardRecord, at: int, leads: int, trumps: Strain | None) -> int:
    trick = record.cards[at : at + 4]
    if trumps is None or len(trick) < 4:
        return leads
    return (leads + winner(trick, trumps.trumps)) % 4
