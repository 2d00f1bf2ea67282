"""The tables for the content of records for which JSON formats have no field.

`CommentTable` holds the comments on a board, each with the numbers of calls and cards before it and its text.
If a comment stands after a tag of PBN, `TaggedCommentTable` holds all comments instead, each with its tag as
well. `CallNoteTable` and `CardNoteTable` hold the notes on calls and on cards, each with the number of the
call or card from 1. `RecordTable` holds, besides comments and notes, all fields of a record that JSON formats
cannot hold, each with its name and its value. A table of a file that has the name `RecordTable`, or another
name used here, but other columns is kept as a plain table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Seat, Strain
from protocol.v1.cards import Card
from server.records.bridge.json_boards.json_tables import divided, joined
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

_COMMENTS, _TAGGED = "CommentTable", "TaggedCommentTable"
_CALLS, _CARDS, _RECORD = "CallNoteTable", "CardNoteTable", "RecordTable"
_COLUMNS = {
    _COMMENTS: ("Calls", "Cards", "Text"),
    _TAGGED: ("Calls", "Cards", "Tag", "Text"),
    _CALLS: ("Call", "Alert", "NAG", "Irregularity", "Text"),
    _CARDS: ("Card", "NAG", "Irregularity", "Text"),
    _RECORD: ("Field", "Value"),
}
_SEAT = {seat.letter: seat for seat in Seat}
_NAGS = re.compile(r"(\$\d{1,9})*")
_UNKNOWN = "-"

Row = tuple[str, ...]


class MissingFields(Struct, frozen=True):
    """The flags for the fields of a record: True for each field that a JSON format cannot hold.

    Comments, and notes on calls and cards, have no flag here, because no JSON format can hold them.
    """

    explanations: bool = False
    name: bool = False
    number: bool = False
    passed_out: bool = False
    tricks: bool = False
    claimed: bool = False
    continues: bool = False
    position: bool = False


def tables_of_fields(record: BoardRecord, missing: MissingFields) -> Info:
    """Return tables with the values of the fields that a JSON format cannot hold; no table is empty."""
    rows: dict[str, list[Row]] = {
        **_of_comments(record.comments),
        _CALLS: list(_of_calls(record.calls, missing.explanations)),
        _CARDS: [
            (str(note.place + 1), _marks(note.nags), note.irregularity, note.text)
            for note in record.card_notes
        ],
        _RECORD: list(_facts(record, missing)),
    }
    return {name: _table(name, rows_of_table) for name, rows_of_table in rows.items() if rows_of_table}


def _table(name: str, rows: Iterable[Row]) -> InfoTable:
    return InfoTable(tuple(Column(each) for each in _COLUMNS[name]), tuple(joined(row) for row in rows))


def _of_comments(comments: Sequence[Comment]) -> dict[str, list[Row]]:
    if any(each.tag for each in comments):
        return {_TAGGED: [(str(each.calls), str(each.cards), each.tag, each.text) for each in comments]}
    return {_COMMENTS: [(str(each.calls), str(each.cards), each.text) for each in comments]}


def _marks(nags: Iterable[int]) -> str:
    return "".join(f"${nag}" for nag in nags)


def _of_calls(calls: Iterable[RecordedCall], explanations: bool) -> Iterator[Row]:
    for number, each in enumerate(calls, 1):
        alert_and_text = ("!" if each.alert else "", each.explanation) if explanations else ("", "")
        if each.nags or each.irregularity or any(alert_and_text):
            yield str(number), alert_and_text[0], _marks(each.nags), each.irregularity, alert_and_text[1]


def _facts(record: BoardRecord, missing: MissingFields) -> Iterator[Row]:
    if missing.number:
        yield "Number", _UNKNOWN if record.number is None else str(record.number)
    if missing.name and record.name is not None:
        yield "Name", record.name
    if missing.passed_out and record.passed_out:
        yield "PassedOut", "1"
    if missing.tricks:
        yield "Tricks", _UNKNOWN if record.tricks is None else str(record.tricks)
    if missing.claimed and record.claimed:
        yield "Claimed", "1"
    if missing.continues and record.continues:
        yield "ToBeContinued", "1"
    if missing.position and record.position != Position():
        position = record.position
        yield "Position", " ".join((position.first.letter, position.trumps, *position.trick))


def with_fields_of_tables(record: BoardRecord) -> BoardRecord:
    """Return the record with the fields that tables in its `info` describe, and without those tables.

    The function is the inverse of `tables_of_fields`.
    """
    for name, read_rows in _READERS.items():
        table = record.info.get(name)
        if not isinstance(table, InfoTable) or table.headers != _table(name, ()).headers:
            continue
        rows = [divided(row) for row in table.rows]
        try:
            rows_of_table = read_rows(record, rows)
        except (ValueError, KeyError, IndexError):
            continue
        record = replace(
            rows_of_table, info={key: each for key, each in rows_of_table.info.items() if key != name}
        )
    return record


def _with_comments(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    comments = [Comment(text, int(calls), int(cards)) for calls, cards, text in rows]
    return replace(record, comments=tuple(comments))


def _with_tagged_comments(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    comments = [Comment(text, int(calls), int(cards), tag) for calls, cards, tag, text in rows]
    return replace(record, comments=tuple(comments))


def _with_calls(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    calls = list(record.calls)
    for number, alert, nags, irregularity, text in rows:
        index = _index(number)
        calls[index] = replace(
            calls[index],
            alert=calls[index].alert or alert == "!",
            explanation=calls[index].explanation or text,
            nags=_numbers(nags),
            irregularity=irregularity,
        )
    return replace(record, calls=tuple(calls))


def _with_cards(record: BoardRecord, rows: list[list[str]]) -> BoardRecord:
    notes = [CardNote(_index(number), text, _numbers(nags), mark) for number, nags, mark, text in rows]
    return replace(record, card_notes=tuple(notes))


def _index(number: str) -> int:
    index = int(number) - 1
    if index < 0:
        raise ValueError(number)
    return index


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


_READERS = {
    _COMMENTS: _with_comments,
    _TAGGED: _with_tagged_comments,
    _CALLS: _with_calls,
    _CARDS: _with_cards,
    _RECORD: _with_facts,
}
