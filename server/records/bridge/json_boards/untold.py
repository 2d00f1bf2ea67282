"""What JSON formats of boards have no place for, told in tables of info, and taken back out of them.

`CommentTable` holds the comments: how many calls and cards had been made, and the text. `CallNoteTable`
holds what is said of calls, and `CardNoteTable` of cards: the place in the auction or the play, from 1, then
what it was. `RecordTable` holds single facts: the name of a field and its value. A table under one of these
names that is not of its form stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Seat, Strain
from protocol.v1.cards import Card
from server.records.bridge.json_boards.tables import divided, joined
from server.records.bridge.record import (
    BoardRecord,
    CardNote,
    Column,
    Comment,
    Info,
    InfoTable,
    Position,
    RecordedCall,
)

_COMMENTS, _CALLS, _CARDS, _RECORD = "CommentTable", "CallNoteTable", "CardNoteTable", "RecordTable"
_COLUMNS = {
    _COMMENTS: ("Calls", "Cards", "Text"),
    _CALLS: ("Call", "Alert", "NAG", "Irregularity", "Text"),
    _CARDS: ("Card", "NAG", "Irregularity", "Text"),
    _RECORD: ("Field", "Value"),
}
_SEAT = {seat.letter: seat for seat in Seat}
_NAGS = re.compile(r"(\$\d{1,9})*")
_UNKNOWN = "-"

Row = tuple[str, ...]


class Untold(Struct, frozen=True):
    """Which fields of a record a format has no place for; comments and notes it never has."""

    explanations: bool = False
    name: bool = False
    number: bool = False
    passed_out: bool = False
    tricks: bool = False
    claimed: bool = False
    continues: bool = False
    position: bool = False


def noted(record: BoardRecord, untold: Untold) -> Info:
    """The tables that tell these fields, as far as the record tells them."""
    rows: dict[str, list[Row]] = {
        _COMMENTS: [(str(each.calls), str(each.cards), each.text) for each in record.comments],
        _CALLS: list(_of_calls(record.calls, untold.explanations)),
        _CARDS: [
            (str(note.place + 1), _marks(note.nags), note.irregularity, note.text)
            for note in record.card_notes
        ],
        _RECORD: list(_facts(record, untold)),
    }
    return {name: _table(name, told) for name, told in rows.items() if told}


def _table(name: str, rows: Iterable[Row]) -> InfoTable:
    return InfoTable(tuple(Column(each) for each in _COLUMNS[name]), tuple(joined(row) for row in rows))


def _marks(nags: Iterable[int]) -> str:
    return "".join(f"${nag}" for nag in nags)


def _of_calls(calls: Iterable[RecordedCall], explanations: bool) -> Iterator[Row]:
    for place, each in enumerate(calls, 1):
        said = ("!" if each.alert else "", each.explanation) if explanations else ("", "")
        if each.nags or each.irregularity or any(said):
            yield str(place), said[0], _marks(each.nags), each.irregularity, said[1]


def _facts(record: BoardRecord, untold: Untold) -> Iterator[Row]:
    if untold.number:
        yield "Number", _UNKNOWN if record.number is None else str(record.number)
    if untold.name and record.name is not None:
        yield "Name", record.name
    if untold.passed_out and record.passed_out:
        yield "PassedOut", "1"
    if untold.tricks:
        yield "Tricks", _UNKNOWN if record.tricks is None else str(record.tricks)
    if untold.claimed and record.claimed:
        yield "Claimed", "1"
    if untold.continues and record.continues:
        yield "ToBeContinued", "1"
    if untold.position and record.position != Position():
        position = record.position
        yield "Position", " ".join((position.first.letter, position.trumps, *position.trick))


def recalled(record: BoardRecord) -> BoardRecord:
    """The record with what such tables in its `info` tell, and without the tables; the inverse of `noted`."""
    for name, recall in _RECALLED.items():
        table = record.info.get(name)
        if not isinstance(table, InfoTable) or table.headers != _table(name, ()).headers:
            continue
        rows = [divided(row) for row in table.rows]
        try:
            told = recall(record, rows)
        except (ValueError, KeyError, IndexError):
            continue
        record = replace(told, info={key: each for key, each in told.info.items() if key != name})
    return record


def _with_comments(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    comments = [Comment(text, int(calls), int(cards)) for calls, cards, text in rows]
    return replace(record, comments=tuple(comments))


def _with_calls(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    calls = list(record.calls)
    for place, alert, nags, irregularity, text in rows:
        at = _at(place)
        calls[at] = replace(
            calls[at],
            alert=calls[at].alert or alert == "!",
            explanation=calls[at].explanation or text,
            nags=_numbers(nags),
            irregularity=irregularity,
        )
    return replace(record, calls=tuple(calls))


def _with_cards(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    notes = [CardNote(_at(place), text, _numbers(nags), mark) for place, nags, mark, text in rows]
    return replace(record, card_notes=tuple(notes))


def _at(place: str) -> int:
    at = int(place) - 1
    if at < 0:
        raise ValueError(place)
    return at


def _numbers(nags: str) -> tuple[int, ...]:
    if not _NAGS.fullmatch(nags):
        raise ValueError(nags)
    return tuple(int(nag) for nag in nags.split("$")[1:])


def _with_facts(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    for name, value in rows:
        number = None if value == _UNKNOWN or name not in ("Number", "Tricks") else int(value)
        match name:
            case "Number":
                record = replace(record, number=number)
            case "Name":
                record = replace(record, name=value)
            case "PassedOut":
                record = replace(record, passed_out=True)
            case "Tricks":
                record = replace(record, tricks=number, place=replace(record.place, fills_in=False))
            case "Claimed":
                record = replace(record, claimed=True)
            case "ToBeContinued":
                record = replace(record, continues=True)
            case "Position":
                first, trumps, *trick = value.split(" ")
                position = Position(_SEAT[first], Strain(trumps), tuple(Card(card) for card in trick))
                record = replace(record, position=position)
            case _:
                raise ValueError(name)
    return record


_RECALLED = {_COMMENTS: _with_comments, _CALLS: _with_calls, _CARDS: _with_cards, _RECORD: _with_facts}
