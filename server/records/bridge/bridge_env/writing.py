"""The functions that the writers of bridge_env's game logs and of its board settings share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Seat, Strain
from server.records.bridge.bridge_env.reading import number_or_name
from server.records.bridge.json_boards import json_tables
from server.records.bridge.record import BoardRecord, DoubleDummy, Info, InfoTable
from server.records.bridge.validate import completed

Json = dict[str, object]

_BY_DECK = attrgetter("deck_index")


def listed(lists: Mapping[str, Sequence[Json]], order: Sequence[str] = ()) -> str:
    """Return the text of a JSON object with lists as values; each list item stands on its own line.

    `order` has the name of the JSON list of each board, in the order of the boards, or is () if the key
    `order` is not written.
    """
    texts = [_list(name, items) for name, items in lists.items()]
    return "{" + ",\n".join([*texts, *([f'"order": {json.dumps(order)}'] if order else [])]) + "}\n"


def _list(name: str, items: Sequence[Json]) -> str:
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'"{name}": [\n{lines}\n]'


def completed_with_number(record: BoardRecord, position: int) -> BoardRecord:
    """Return the record with its missing values, such as the contract, if they follow from the rules.

    A missing board number is replaced by `position`, the position of the board in the file.
    """
    return completed(replace(record, number=record.number or position))


def setting(whole_record: BoardRecord, board_id: str) -> Json:
    """Return the JSON fields of a board setting, except `dda`; `whole_record` must have a board number."""
    return {
        "board_id": board_id,
        "dealer": "" if whole_record.dealer is None else whole_record.dealer.letter,
        "deal": {seat.letter: sorted(whole_record.hands[seat], key=_BY_DECK) for seat in SEATS},
        "vulnerability": "" if whole_record.vulnerable is None else whole_record.vulnerable.value,
    }


def board_id(record: BoardRecord, position: int) -> str:
    """Return the id of a board in bridge_env's JSON: its name, its number, or its position in the file."""
    return str(record.number or position) if record.name is None else record.name


def id_has_number_and_name(record: BoardRecord) -> bool:
    """Return True if a reader finds both the number and the name of the record in the board's id."""
    return record.name is None or number_or_name(record.name) == (record.number, record.name)


def dda(known: DoubleDummy | None) -> Json:
    """Return the JSON key `dda` with the double-dummy results `known`, or {} if they are None."""
    if known is None:
        return {}
    return {"dda": {seat.letter: _five(known, seat) for seat in SEATS}}


def _five(known: DoubleDummy, seat: Seat) -> Json:
    return {strain.value: known.of(seat, strain) for strain in Strain}


def info(whole_record: Info) -> Json:
    """Return the JSON key `info` with its texts and tables, or {} if the record has none."""
    return {"info": {key: _entry(each) for key, each in whole_record.items()}} if whole_record else {}


def _entry(value: str | InfoTable) -> object:
    return value if isinstance(value, str) else json_tables.as_schema_json(value)
