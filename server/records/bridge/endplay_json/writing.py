"""A record as endplay's Board JSON, by its schema or as its own dumper writes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Call, Hand, Seat
from server.records.bridge import tags
from server.records.bridge.json_boards import json_tables
from server.records.bridge.json_boards.missing_fields import MissingFields, tables_of_fields
from server.records.bridge.record import BoardRecord, Info, InfoTable, Place, RecordedCall
from server.records.bridge.validate import completed

DENOM: dict[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "nt"}
"""Suits and strains in endplay's words."""
TABLE = ":Table"
"""Behind the name of a table that the schema, or its reader, would take for something else."""

_PENALTY = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
_FACTOR = {1: "pass", 2: "double", 4: "redouble"}
_DIALECT_FACTOR = {1: "", 2: "x", 4: "xx"}

Json = dict[str, object]


def text(
    records: BoardRecord | Sequence[BoardRecord], write: Callable[[BoardRecord, int], Json], ascii_only: bool
) -> str:
    """One record as a Board, several as a list of them."""
    if isinstance(records, BoardRecord):
        return json.dumps(write(records, 1), ensure_ascii=ascii_only)
    # board by board: encoding a long list at once would let no other thread run meanwhile
    boards = (
        json.dumps(write(record, place), ensure_ascii=ascii_only) for place, record in enumerate(records, 1)
    )
    return f"[{', '.join(boards)}]"


def by_schema(record: BoardRecord, place: int) -> Json:
    """The Board for the record at `place` of its file, valid against the schema.

    Tricks that endplay's dumper has filled in are not told again: what the cards tell takes their place.
    """
    if record.place.fills_in:
        record = replace(record, tricks=completed(record).tricks, place=Place())
    number = record.number if record.number is not None and record.number > 0 else place
    passed = record.passed_out and not _all_pass(record)
    info = {
        _key(key, each): _by_schema(key, each)
        for key, each in _told(record, _untold(record, passed, dialect=False)).items()
    }
    return _written(record, number, _contract(record, _FACTOR), info, dialect=False)


def in_dialect(record: BoardRecord, place: int) -> Json:
    """The same as endplay's dumper writes it; `place` does not matter, a number may be null."""
    contract = _contract(record, _DIALECT_FACTOR)
    # A pass-out has level 0, except that endplay takes a dealer of value 0, North, for none.
    by_calls = _all_pass(record) and record.dealer not in (None, Seat.NORTH)
    if contract is None and (by_calls or (record.passed_out and not record.calls)):
        contract = {"level": 0, "denom": "nt", "declarer": "north", "penalty": "", "result": 0}
    passed = record.passed_out and record.calls != () and not _all_pass(record)
    told_in_info = _told(record, _untold(record, passed, dialect=True)).items()
    info = {_dialect_key(key, each): _in_dialect(each) for key, each in told_in_info}
    return _written(record, record.number, contract, info, dialect=True)


def _all_pass(record: BoardRecord) -> bool:
    return len(record.calls) >= 4 and all(each.call is Call.PASS for each in record.calls)


def _told(record: BoardRecord, untold: MissingFields) -> Info:
    return {**tags.tags_of_fields(record), **tables_of_fields(record, untold)}


def _untold(record: BoardRecord, passed_out: bool, dialect: bool) -> MissingFields:
    """A contract tells its result, unless that is left out or, in the dialect, could have been filled in."""
    told = record.tricks is None if record.contract is None else _result(record) is not None
    tricks = not told or ((dialect or record.cards != ()) and _as_filled_in(record))
    return MissingFields(name=True, tricks=tricks, passed_out=passed_out, continues=True)


def _as_filled_in(record: BoardRecord) -> bool:
    """Whether its reader would take the tricks of a record, which are told, for the dumper's own."""
    if record.tricks is None or record.place.fills_in:
        return False
    return completed(replace(record, place=Place(fills_in=True))).tricks != record.tricks


def _result(record: BoardRecord) -> int | None:
    return record.result if record.result is not None and -13 <= record.result <= 6 else None


def _key(key: str, value: str | InfoTable) -> str:
    """The name of a value: the schema has tables only under `...Table`, and a lone row there is a text."""
    if isinstance(value, str):
        return key
    lone = not value.headers and len(value.rows) == 1
    return key + TABLE if lone or not key.endswith("Table") else key


def _dialect_key(key: str, value: str | InfoTable) -> str:
    return _key(key, value) if key.endswith("Table") else key


def _in_dialect(value: str | InfoTable) -> object:
    return value if isinstance(value, str) else json_tables.as_dumper_json(value)


def _by_schema(key: str, value: str | InfoTable) -> object:
    if isinstance(value, InfoTable):
        return json_tables.as_schema_json(value)
    return {"headers": [], "rows": [value]} if key.endswith("Table") else value


def _written(
    record: BoardRecord, number: int | None, contract: Json | None, info: Json, dialect: bool
) -> Json:
    """A Board with its keys in the order of endplay's dumper."""
    written: Json = {
        "deal": _deal(record, dialect),
        "auction": [_call(each) for each in record.calls],
        "play": _cards(record.cards),
        "board_num": number,
        "info": info,
    }
    if record.vulnerable is not None:
        written["vul"] = record.vulnerable.value.lower()
    if record.dealer is not None:
        written["dealer"] = record.dealer.name.lower()
    if contract is not None:
        written["contract"] = contract
    return {**written, "claimed": record.claimed}


def _deal(record: BoardRecord, dialect: bool) -> Json:
    """Return hands and the trick under way; endplay's dumper takes its cards out of the hands."""
    position = record.position
    played = frozenset(position.trick) if dialect and _is_in_hand(record) else frozenset()
    hands = [tuple(card for card in hand if card not in played) for hand in record.hands]
    return {
        **{seat.name.lower(): _cards(hands[seat]) for seat in SEATS},
        "first": position.first.name.lower(),
        "trump": DENOM[position.trumps],
        "curtrick": _cards(position.trick[:3]),
    }


def _is_in_hand(record: BoardRecord) -> bool:
    """Whether the hands that have played to the trick under way hold those cards."""
    position = record.position
    return all(
        card in record.hands[(position.first + turn) % 4] for turn, card in enumerate(position.trick[:3])
    )


def _cards(cards: Hand) -> list[Json]:
    return [{"suit": DENOM[card.suit], "rank": card.rank.value} for card in cards]


def _call(each: RecordedCall) -> Json:
    call = each.call
    written: Json = (
        {"level": call.level, "denom": DENOM[call.strain]} if call.is_bid else {"penalty": _PENALTY[call]}
    )
    written["alertable"] = each.alert
    return {**written, "announcement": each.explanation} if each.explanation else written


def _contract(record: BoardRecord, penalty: dict[int, str]) -> Json | None:
    contract, result = record.contract, _result(record)
    if contract is None:
        return None
    written: Json = {
        "level": contract.level,
        "denom": DENOM[contract.strain],
        "declarer": contract.declarer.name.lower(),
        "penalty": penalty[contract.doubled],
    }
    return written if result is None else {**written, "result": result}
