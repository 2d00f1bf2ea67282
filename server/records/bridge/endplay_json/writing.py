"""The writers of endplay's Board JSON, in the form of its schema and in the form of endplay's own dumper."""

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
"""The names of suits and strains in endplay's JSON."""
TABLE = ":Table"
"""The suffix for a table's name that does not end in `Table`, or whose table would be read as a text."""

_PENALTY = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
_FACTOR = {1: "pass", 2: "double", 4: "redouble"}
_DIALECT_FACTOR = {1: "", 2: "x", 4: "xx"}

Json = dict[str, object]


def text(
    records: BoardRecord | Sequence[BoardRecord], write: Callable[[BoardRecord, int], Json], ascii_only: bool
) -> str:
    """Return the JSON text of one record as a Board, or of several records as a list of Boards."""
    if isinstance(records, BoardRecord):
        return json.dumps(write(records, 1), ensure_ascii=ascii_only)
    # Boards are encoded one by one, because encoding a long list at once would block all other threads.
    boards = (
        json.dumps(write(record, position), ensure_ascii=ascii_only)
        for position, record in enumerate(records, 1)
    )
    return f"[{', '.join(boards)}]"


def by_schema(record: BoardRecord, position: int) -> Json:
    """Return the JSON Board for a record, valid against endplay's schema.

    `position` is the position of the record in the file, which becomes the board number if the record has
    none. A number of tricks that endplay's dumper made up is replaced by the number that follows from the
    played cards.
    """
    if record.place.fills_in:
        record = replace(record, tricks=completed(record).tricks, place=Place())
    number = record.number if record.number is not None and record.number > 0 else position
    passed = record.passed_out and not _all_pass(record)
    info = {
        _key(key, each): _by_schema(key, each)
        for key, each in _info_entries(record, _fields_without_place(record, passed, dialect=False)).items()
    }
    return _board_json(record, number, _contract(record, _FACTOR), info, dialect=False)


def in_dialect(record: BoardRecord, position: int) -> Json:
    """Return the JSON Board for a record as endplay's dumper writes it; the board number may be null."""
    contract = _contract(record, _DIALECT_FACTOR)
    # endplay's dumper writes four passes as a contract of level 0, except if North is the dealer:
    # it takes North for a missing dealer.
    by_calls = _all_pass(record) and record.dealer not in (None, Seat.NORTH)
    if contract is None and (by_calls or (record.passed_out and not record.calls)):
        contract = {"level": 0, "denom": "nt", "declarer": "north", "penalty": "", "result": 0}
    passed = record.passed_out and record.calls != () and not _all_pass(record)
    entries = _info_entries(record, _fields_without_place(record, passed, dialect=True)).items()
    info = {_dialect_key(key, each): _in_dialect(each) for key, each in entries}
    return _board_json(record, record.number, contract, info, dialect=True)


def _all_pass(record: BoardRecord) -> bool:
    return len(record.calls) >= 4 and all(each.call is Call.PASS for each in record.calls)


def _info_entries(record: BoardRecord, missing: MissingFields) -> Info:
    return {**tags.tags_of_fields(record), **tables_of_fields(record, missing)}


def _fields_without_place(record: BoardRecord, passed_out: bool, dialect: bool) -> MissingFields:
    """Return the fields of a record that a JSON Board of endplay cannot hold.

    A JSON Board cannot hold the number of tricks if its contract has no result, or if a reader would take the
    result for one that endplay's dumper made up.
    """
    has_result = record.tricks is None if record.contract is None else _result(record) is not None
    tricks = not has_result or ((dialect or record.cards != ()) and _as_filled_in(record))
    return MissingFields(name=True, tricks=tricks, passed_out=passed_out, continues=True)


def _as_filled_in(record: BoardRecord) -> bool:
    """Return True if a reader would take the recorded tricks for a number that endplay's dumper made up."""
    if record.tricks is None or record.place.fills_in:
        return False
    return completed(replace(record, place=Place(fills_in=True))).tricks != record.tricks


def _result(record: BoardRecord) -> int | None:
    return record.result if record.result is not None and -13 <= record.result <= 6 else None


def _key(key: str, value: str | InfoTable) -> str:
    """Return the JSON key for a value of the record's field `info`.

    endplay's schema requires that exactly the names of tables end in `Table`. A table of one row without
    headers gets the suffix `:Table` even if its name ends in `Table`, because it would otherwise be read as a
    text.
    """
    if isinstance(value, str):
        return key
    single_row = not value.headers and len(value.rows) == 1
    return key + TABLE if single_row or not key.endswith("Table") else key


def _dialect_key(key: str, value: str | InfoTable) -> str:
    return _key(key, value) if key.endswith("Table") else key


def _in_dialect(value: str | InfoTable) -> object:
    return value if isinstance(value, str) else json_tables.as_dumper_json(value)


def _by_schema(key: str, value: str | InfoTable) -> object:
    if isinstance(value, InfoTable):
        return json_tables.as_schema_json(value)
    return {"headers": [], "rows": [value]} if key.endswith("Table") else value


def _board_json(
    record: BoardRecord, number: int | None, contract: Json | None, info: Json, dialect: bool
) -> Json:
    """Return a JSON Board with its keys in the order in which endplay's dumper writes them."""
    json_object: Json = {
        "deal": _deal(record, dialect),
        "auction": [_call(each) for each in record.calls],
        "play": _cards(record.cards),
        "board_num": number,
        "info": info,
    }
    if record.vulnerable is not None:
        json_object["vul"] = record.vulnerable.value.lower()
    if record.dealer is not None:
        json_object["dealer"] = record.dealer.name.lower()
    if contract is not None:
        json_object["contract"] = contract
    return {**json_object, "claimed": record.claimed}


def _deal(record: BoardRecord, dialect: bool) -> Json:
    """Return the hands and the unfinished trick; endplay's dumper removes its cards from the hands."""
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
    """Return True if the recorded hands include the cards that were played to the unfinished trick."""
    position = record.position
    return all(
        card in record.hands[(position.first + turn) % 4] for turn, card in enumerate(position.trick[:3])
    )


def _cards(cards: Hand) -> list[Json]:
    return [{"suit": DENOM[card.suit], "rank": card.rank.value} for card in cards]


def _call(each: RecordedCall) -> Json:
    call = each.call
    json_object: Json = (
        {"level": call.level, "denom": DENOM[call.strain]} if call.is_bid else {"penalty": _PENALTY[call]}
    )
    json_object["alertable"] = each.alert
    return {**json_object, "announcement": each.explanation} if each.explanation else json_object


def _contract(record: BoardRecord, penalty: dict[int, str]) -> Json | None:
    contract, result = record.contract, _result(record)
    if contract is None:
        return None
    json_object: Json = {
        "level": contract.level,
        "denom": DENOM[contract.strain],
        "declarer": contract.declarer.name.lower(),
        "penalty": penalty[contract.doubled],
    }
    return json_object if result is None else {**json_object, "result": result}
