"""endplay's Board JSON: its published schema, and the dialect that its own dumper writes.

The dialect departs from the schema: a contract's penalty is "", "x" or "xx"; a contract
of level 0 stands for a pass-out or an unknown contract; `board_num` may be null; the rows of a table are
lists of cells, its headers name every property and `minwidth` is text; a tag called `Table` is plain text.
Its loader looks for `dealer ` with a blank behind it. All of that is read. A field that is in neither is
refused, so that nothing is lost in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Raw

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK
from server.errors import BadRecord
from server.formats import endplay_schema as schema
from server.formats.record import (
    BoardRecord,
    Column,
    Fault,
    InfoTable,
    Place,
    Position,
    RecordedCall,
    sound,
)

_DENOM: dict[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "nt"}
_STRAIN = {_DENOM[strain]: strain for strain in Strain}
_CARD = {(_DENOM[card.suit], card.rank.value): card for card in DECK}
_BID = {(bid.level, _DENOM[bid.strain]): bid for bid in BIDS}
_SEAT = {seat.name.lower(): seat for seat in SEATS}
_VULNERABILITY = {each.value.lower(): each for each in Vulnerability}
_CALL = {
    "pass": Call.PASS,
    "": Call.PASS,
    "double": Call.DOUBLE,
    "x": Call.DOUBLE,
    "redouble": Call.REDOUBLE,
    "xx": Call.REDOUBLE,
}
_PENALTY = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
_DOUBLED: dict[Call, Literal[1, 2, 4]] = {Call.PASS: 1, Call.DOUBLE: 2, Call.REDOUBLE: 4}
_FACTOR = {factor: call for call, factor in _DOUBLED.items()}
_DIALECT_PENALTY = {1: "", 2: "x", 4: "xx"}

_BOARD = msgspec.json.Decoder(schema.Board)
_LIST = msgspec.json.Decoder(list[Raw])


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file that holds one Board or a list of them.

    Raises BadRecord for the first board that is neither of the schema nor of the dialect, with the JSON path,
    or the line and column, of the fault.
    """
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[BoardRecord | Fault]:
    """Each board, or what is wrong with it. Raises BadRecord for what is not JSON at all."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    data = data.removeprefix(b"\xef\xbb\xbf")
    several = data.lstrip().startswith(b"[")
    try:
        for place, raw in enumerate(_LIST.decode(data) if several else [Raw(data)]):
            yield _board_or_fault(raw, f"$[{place}]" if several else "$")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRecord(_syntax_error(data)) from None


def _board_or_fault(raw: Raw, at: str) -> BoardRecord | Fault:
    try:
        return _read(_BOARD.decode(raw))
    except msgspec.ValidationError as error:
        return Fault(None, _in_words(str(error)).replace("`$", f"`{at}"))
    except BadRecord as error:
        return Fault(None, str(error).replace("`$", f"`{at}"))


def _in_words(error: str) -> str:
    """msgspec's words, with the values that are allowed where it names only the one that came."""
    found = re.fullmatch(r"Invalid enum value (.*) - at `(.*?([a-z ]+))`", error, re.DOTALL)
    if found is None:
        return error[0].lower() + error[1:] + ("" if " - at " in error else " - at `$`")
    value, path, name = found.groups()
    return f"expected {' or '.join(schema.WORDS[name])}, got {value} - at `{path}`"


def _syntax_error(data: bytes) -> str:
    """Where the bytes stop being JSON, found by reading them again as a whole."""
    try:
        msgspec.json.decode(data)
    except RecursionError:
        return "expected endplay's Board JSON, got JSON that is nested too deeply"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        found = re.search(r"\(byte (\d+)\)", str(error))
        at = int(found[1]) if found else len(data)
        line, start = data.count(b"\n", 0, at) + 1, data.rfind(b"\n", 0, at) + 1
        return f"line {line}, column {at - start + 1}: expected endplay's Board JSON: {error}"
    return "expected one Board or a list of Boards"


def _read(board: schema.Board) -> BoardRecord:
    deal, contract = board.deal, board.contract
    calls = tuple(_call(place, bid) for place, bid in enumerate(board.auction))
    named = contract is not None and contract.level > 0
    return BoardRecord(
        hands=(_cards(deal.north), _cards(deal.east), _cards(deal.south), _cards(deal.west)),
        number=board.board_num,
        dealer=_dealer(board),
        vulnerable=None if board.vul is None else _VULNERABILITY[board.vul],
        calls=calls,
        cards=_cards(board.play),
        contract=_contract(contract) if contract is not None and named else None,
        passed_out=_all_pass(calls) or (contract is not None and not named and not calls),
        tricks=6 + contract.level + contract.result
        if contract is not None and named and contract.result is not None
        else None,
        claimed=bool(board.claimed),
        position=Position(_SEAT[deal.first], _STRAIN[deal.trump], _cards(deal.curtrick)),
        info={key: _info(key, value) for key, value in (board.info or {}).items()},
        place=Place(fills_in=True),
    )


def _cards(cards: schema.Cards) -> Hand:
    return tuple([_CARD[card.suit, card.rank] for card in cards])


def _all_pass(calls: Sequence[RecordedCall]) -> bool:
    return len(calls) >= 4 and all(each.call is Call.PASS for each in calls)


def _call(place: int, bid: schema.Bid) -> RecordedCall:
    if bid.penalty is not None and bid.level is None and bid.denom is None:
        call = _CALL[bid.penalty]
    elif bid.penalty is None and bid.level is not None and bid.denom is not None:
        call = _BID[bid.level, bid.denom]
    else:
        got = [name for name in ("level", "denom", "penalty") if getattr(bid, name) is not None]
        raise BadRecord(
            f"expected level and denom, or penalty alone, got {' and '.join(got) or 'none of them'}"
            f" - at `$.auction[{place}]`"
        )
    return RecordedCall(call, bid.alertable, bid.announcement or "")


def _dealer(board: schema.Board) -> Seat | None:
    plain, blank = board.dealer, board.dealer_blank
    if plain is not None and blank is not None and plain != blank:
        raise BadRecord(f"expected one dealer, got 'dealer' {plain} and 'dealer ' {blank} - at `$`")
    named = plain or blank
    return None if named is None else _SEAT[named]


def _contract(contract: schema.Contract) -> Contract:
    return Contract(
        contract.level,
        _STRAIN[contract.denom],
        _SEAT[contract.declarer],
        _DOUBLED[_CALL[contract.penalty]],
    )


def _info(key: str, value: str | schema.Table) -> str | InfoTable:
    """A value of `info`. The schema's only form for plain text under `...Table` is a row without headers."""
    if isinstance(value, str):
        return value
    rows = tuple(row if isinstance(row, str) else _join(row) for row in value.rows)
    if key.endswith("Table") and not value.headers and len(rows) == 1:
        return rows[0]
    return InfoTable(tuple(_column(header) for header in value.headers), rows)


def _column(header: str | schema.Header) -> Column:
    if isinstance(header, str):
        return Column(header)
    minwidth = None if header.minwidth is None else int(header.minwidth)
    return Column(header.name, header.ordering, minwidth, header.alignment)


def _join(cells: Sequence[str]) -> str:
    """Cells as one row of text; one that is empty or holds blanks or quotes is quoted (PBN 2.1, 5.1)."""
    return " ".join(
        cell if re.fullmatch(r'[^\s"]+', cell) else '"' + re.sub(r'(["\\])', r"\\\1", cell) + '"'
        for cell in cells
    )


def _split(row: str) -> list[str]:
    """The cells of a row, the inverse of `_join`."""
    found = re.findall(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)', row, re.DOTALL)
    return [plain or re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted, plain in found]


def dumps(records: BoardRecord | Sequence[BoardRecord], *, dialect: bool = False) -> str:
    """One record as a Board, several as a list of them; what was read here is read again the same.

    By default every Board is valid against endplay's schema, and BadRecord is raised for one that cannot be
    told in it, for want of a number or the right name of a table. `dialect` writes as its dumper does.
    """
    write = _in_dialect if dialect else _by_schema
    if isinstance(records, BoardRecord):
        return json.dumps(write(records), ensure_ascii=dialect)
    return json.dumps([write(record) for record in records], ensure_ascii=dialect)


_Json = dict[str, Any]


def _by_schema(board: BoardRecord) -> _Json:
    if not board.number:
        raise BadRecord(f"endplay's schema asks for a board number from 1, the record has {board.number}")
    info = {key: _schema_info(key, value) for key, value in board.info.items()}
    penalty = "" if board.contract is None else _PENALTY[_FACTOR[board.contract.doubled]]
    return _written(board, _written_contract(board, penalty), info)


def _in_dialect(board: BoardRecord) -> _Json:
    penalty = "" if board.contract is None else _DIALECT_PENALTY[board.contract.doubled]
    contract = _written_contract(board, penalty)
    # A pass-out has level 0, except that endplay takes a dealer of value 0, North, for none.
    if contract is None and board.dealer not in (None, Seat.NORTH) and _all_pass(board.calls):
        contract = {"level": 0, "denom": "nt", "declarer": "north", "penalty": "", "result": 0}
    info = {key: each if isinstance(each, str) else _dialect_table(each) for key, each in board.info.items()}
    return _written(board, contract, info)


def _written(board: BoardRecord, contract: _Json | None, info: _Json) -> _Json:
    """A Board with its keys in the order of endplay's dumper."""
    written: _Json = {
        "deal": _written_deal(board),
        "auction": [_written_call(each) for each in board.calls],
        "play": _written_cards(board.cards),
        "board_num": board.number,
        "info": info,
    }
    if board.vulnerable is not None:
        written["vul"] = board.vulnerable.value.lower()
    if board.dealer is not None:
        written["dealer"] = board.dealer.name.lower()
    if contract is not None:
        written["contract"] = contract
    return {**written, "claimed": board.claimed}


def _written_deal(board: BoardRecord) -> _Json:
    position = board.position
    return {
        **{seat.name.lower(): _written_cards(board.hands[seat]) for seat in SEATS},
        "first": position.first.name.lower(),
        "trump": _DENOM[position.trumps],
        "curtrick": _written_cards(position.trick),
    }


def _written_cards(cards: Hand) -> list[_Json]:
    return [{"suit": _DENOM[card.suit], "rank": card.rank.value} for card in cards]


def _written_call(each: RecordedCall) -> _Json:
    call = each.call
    written: _Json = (
        {"level": call.level, "denom": _DENOM[call.strain]} if call.is_bid else {"penalty": _PENALTY[call]}
    )
    written["alertable"] = each.alert
    return {**written, "announcement": each.explanation} if each.explanation else written


def _written_contract(board: BoardRecord, penalty: str) -> _Json | None:
    contract = board.contract
    if contract is None:
        return None
    written: _Json = {
        "level": contract.level,
        "denom": _DENOM[contract.strain],
        "declarer": contract.declarer.name.lower(),
        "penalty": penalty,
    }
    return written if board.result is None else {**written, "result": board.result}


def _schema_info(key: str, value: str | InfoTable) -> str | _Json:
    if isinstance(value, str):
        return {"headers": [], "rows": [value]} if key.endswith("Table") else value
    if not key.endswith("Table"):
        raise BadRecord(
            f"endplay's schema has tables under names that end in Table only, the record has {key!r}"
        )
    return {"headers": [_schema_header(column) for column in value.headers], "rows": list(value.rows)}


def _schema_header(column: Column) -> str | _Json:
    told = {name: each for name, each in msgspec.structs.asdict(column).items() if each is not None}
    return told if len(told) > 1 else column.name


def _dialect_table(table: InfoTable) -> _Json:
    return {
        "headers": [_dialect_header(column) for column in table.headers],
        "rows": [_split(row) if _join(_split(row)) == row else row for row in table.rows],
    }


def _dialect_header(column: Column) -> str | _Json:
    if column == Column(column.name):
        return column.name
    return {
        "ordering": column.ordering,
        "name": column.name,
        "minwidth": None if column.minwidth is None else str(column.minwidth),
        "alignment": column.alignment,
    }
