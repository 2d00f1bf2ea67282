"""What game logs and board settings tell alike of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Seat, Strain
from server.records.bridge.bridge_env.reading import named
from server.records.bridge.json_boards import json_tables
from server.records.bridge.record import BoardRecord, DoubleDummy, Info, InfoTable
from server.records.bridge.validate import completed

Json = dict[str, object]

_BY_DECK = attrgetter("place")


def listed(lists: Mapping[str, Sequence[Json]]) -> str:
    """Return a file of lists by their names, an item on each line."""
    return "{" + ",\n".join(_list(name, items) for name, items in lists.items()) + "}\n"


def _list(name: str, items: Sequence[Json]) -> str:
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'"{name}": [\n{lines}\n]'


def whole(record: BoardRecord, place: int) -> BoardRecord:
    """The record with what the rules tell beyond it; without a number it has its place in the file."""
    return completed(replace(record, number=record.number or place))


def setting(told: BoardRecord, board_id: str) -> Json:
    """The fields of a board setting, but for `dda`; `told` has a number."""
    return {
        "board_id": board_id,
        "dealer": "" if told.dealer is None else told.dealer.letter,
        "deal": {seat.letter: sorted(told.hands[seat], key=_BY_DECK) for seat in SEATS},
        "vulnerability": "" if told.vulnerable is None else told.vulnerable.value,
    }


def board_id(record: BoardRecord, place: int) -> str:
    """The record's name, else its number, else its place in the file."""
    return str(record.number or place) if record.name is None else record.name


def tells_all(record: BoardRecord) -> bool:
    """Whether the id of a record tells its number as well as its name."""
    return record.name is None or named(record.name) == (record.number, record.name)


def dda(known: DoubleDummy | None) -> Json:
    """The member `dda`, or none."""
    if known is None:
        return {}
    return {"dda": {seat.letter: _five(known, seat) for seat in SEATS}}


def _five(known: DoubleDummy, seat: Seat) -> Json:
    return {strain.value: known.of(seat, strain) for strain in Strain}


def info(told: Info) -> Json:
    """The member `info`, or none."""
    return {"info": {key: _entry(each) for key, each in told.items()}} if told else {}


def _entry(value: str | InfoTable) -> object:
    return value if isinstance(value, str) else json_tables.as_schema_json(value)
