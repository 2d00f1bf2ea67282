"""The Auction and Play sections of a record in PBN's export format (3.5, 3.6)."""

from __future__ import annotations

from collections import defaultdict

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Strain
from server.games.bridge import auction as rules
from server.games.tricks import winner
from server.records.bridge.pbn import layout, play
from server.records.bridge.record import BoardRecord, CardNote, RecordedCall, in_rotation

_WORDS = {Call.PASS: "Pass", Call.DOUBLE: "X", Call.REDOUBLE: "XX", **{bid: bid.value for bid in BIDS}}
Remarks = dict[tuple[int, int], list[str]]


def remarks(record: BoardRecord) -> Remarks:
    """The comments by the moment of the file that is theirs, or the nearest that it has."""
    found: Remarks = defaultdict(list)
    shown = len(record.cards) if record.cards and leader(record) is not None else 0
    for each in sorted(record.comments, key=lambda each: (each.calls, each.cards)):
        cards = min(each.cards, shown)
        calls = len(record.calls) if cards else min(each.calls, len(record.calls))
        if each.text.strip():
            found[calls, cards].append(each.text)
    return found


def is_ending(record: BoardRecord) -> bool:
    """Whether the hands are an end position (3.10)."""
    return 0 < max(map(len, record.hands)) < 13


def contract(record: BoardRecord) -> Contract | None:
    """The contract that is recorded or, without one, that the calls lead to."""
    calls = in_rotation(record.calls)
    if record.contract is not None or not rules.is_over(calls) or record.dealer is None:
        return record.contract
    return rules.contract(record.dealer, calls)


def auction(record: BoardRecord, said: Remarks) -> str:
    """The section, "" for a record without calls."""
    if not record.calls:
        return ""
    notes = layout.NoteTags()
    cells: list[list[str]] = []
    last = len(record.calls)
    for place, each in enumerate(record.calls, 1):
        cells += [["^S"] for _ in range(each.irregularity.count("S"))]
        marks = [f"^{letter}" for letter in each.irregularity if letter != "S"]
        told = said[place, 0] if place < last else ()
        cells.append([*marks, *layout.annotated(_WORDS[each.call], _note(each), each.nags, told, notes)])
    ending = "" if rules.is_over(in_rotation(record.calls)) else "+" if record.continues else "*"
    first = "" if record.dealer is None else record.dealer.letter
    body = layout.rows(cells, ending) + notes.lines()
    return f'[Auction "{first}"]\n{body}{layout.lines(said[last, 0])}'


def _note(each: RecordedCall) -> str | None:
    """The text that a note has to tell: "" for an alert without words."""
    return each.explanation if each.explanation or each.alert else None


def alerts(record: BoardRecord) -> str:
    """The calls, from 1, that were alerted and explained: a note alone does not tell which."""
    both = (str(place) for place, each in enumerate(record.calls, 1) if each.alert and each.explanation)
    return " ".join(both)


def leader(record: BoardRecord) -> Seat | None:
    """Who leads to the first trick that is recorded."""
    if is_ending(record):
        return record.position.first
    known = contract(record)
    if known is not None:
        return known.declarer.lho
    return _holder(record, 0) if record.cards else None


def _holder(record: BoardRecord, place: int) -> Seat | None:
    return next((seat for seat in SEATS if record.cards[place] in record.hands[seat]), None)


def the_play(record: BoardRecord, said: Remarks) -> str:
    """The section, "" for a record without a play."""
    first = leader(record)
    ending = is_ending(record) and record.position.first is not Seat.NORTH
    told = record.cards or record.claimed or record.continues or ending
    if first is None or not told:
        return ""
    noted = {each.place: each for each in record.card_notes}
    notes = layout.NoteTags()
    ended = len(record.cards) < 52 and (record.claimed or record.tricks is None) and not record.continues
    last = said.pop((len(record.calls), len(record.cards)), []) if ended and record.cards else []
    leads = _leads(record, first, noted)
    cells = [
        ["-"] if place is None else _cell(record, place, noted.get(place), said, notes)
        for place in play.columns(record.cards, leads)
    ]
    if record.continues and len(record.cards) < 52:
        row, turn = divmod(len(record.cards), 4)
        cells += [["-"] for _ in range(4 * (row + 1) - len(cells))]
        cells[4 * row + (leads[row] + turn) % 4 if row < len(leads) else 4 * row] = ["+"]
    body = layout.rows(cells, "*" if ended else "") if cells or ended else ""
    return f'[Play "{first.letter}"]\n{body}{notes.lines()}{layout.lines(last)}'


def _cell(
    record: BoardRecord, place: int, note: CardNote | None, said: Remarks, notes: layout.NoteTags
) -> list[str]:
    told = said[len(record.calls), place + 1]
    if note is None:
        return [record.cards[place].value, *layout.comments(told)]
    marks = [f"^{letter}" for letter in note.irregularity]
    return [
        *marks,
        *layout.annotated(record.cards[place].value, note.text or None, note.nags, told, notes),
    ]


def _leads(record: BoardRecord, first: Seat, noted: dict[int, CardNote]) -> list[int]:
    """The columns that lead to the tricks, and to one that is to come; the list ends where nobody knows."""
    known, leads, now = contract(record), list[int](), 0
    trumps = record.position.trumps if is_ending(record) else None
    if known is not None:
        trumps = known.strain
    for at in range(0, len(record.cards), 4):
        out_of_turn = at in noted and "L" in noted[at].irregularity
        if out_of_turn or (trumps is None and at):
            holder = _holder(record, at)
            if holder is None and trumps is None:
                return leads
            now = now if holder is None else (holder - first) % 4
        leads.append(now)
        now = _winner(record, at, now, trumps)
    if record.continues and len(record.cards) in range(0, 52, 4) and (trumps is not None or not record.cards):
        leads.append(now)
    return leads


def _winner(record: BoardRecord, at: int, leads: int, trumps: Strain | None) -> int:
    trick = record.cards[at : at + 4]
    if trumps is None or len(trick) < 4:
        return leads
    return (leads + winner(trick, trumps.trumps)) % 4
