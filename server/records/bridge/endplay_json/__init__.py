"""The reader and writer of endplay's Board JSON, in its schema's form and in that of endplay's own dumper.

In the JSON of endplay's own dumper the field `penalty` of a contract is "", "x" or "xx", and a contract of
level 0 stands for a pass-out or an unknown contract. In the JSON of endplay's own dumper `board_num` may be
null. In a table that endplay's dumper writes, the rows are lists of cells, the headers have every property,
and `minwidth` is a text. A PBN tag with the name `Table` is a plain text in the form that endplay's own
dumper writes. endplay's loader expects a blank at the end of the key `dealer`. This server reads endplay's
JSON both in the form of its schema and in the form that endplay's own dumper writes, called the dialect. The
reader refuses a field that neither endplay's schema nor its dumper has, so that no content is lost without an
error.

endplay's dumper writes a made-up result for a board without a result. If no cards are recorded, endplay's
dumper makes up the result that the contract was just made; the reader recognises such a result by a `penalty`
spelled as the dumper spells it. If cards are recorded, the result that endplay makes up is a count of tricks
that takes North for the leader of every trick; the reader recognises such a result by counting in the same
way. The reader ignores results that endplay made up. If a reader could mistake a true result for one that
endplay made up, the writer stores the tricks in the table `RecordTable` as well. A result that the reader
does not recognise as made up by endplay is read as it is written. In endplay's JSON, a missing result of a
contract means that the contract was just made.

The cards of an unfinished trick (`curtrick`) were played by the hand `first` and the hands after it.
endplay's dumper removes the cards of this trick from the hands, but its loader expects them in the hands. The
reader accepts files in which the hands include the cards of the unfinished trick, and files in which they do
not. In a record of this server, the hands include the cards of the unfinished trick.

The field `info` of endplay's JSON holds PBN's tags, including those of players, score and analysis. Comments,
notes on calls and cards, and other content without a field in endplay's JSON become tables
(`json_boards.missing_fields`). A table with a name that does not end in `Table`, as the schema requires, is
written with `:Table` after its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, display_order
from server.errors import BadRecord
from server.records.bridge import tags
from server.records.bridge.endplay_json import schema, writing
from server.records.bridge.json_boards import json_tables, missing_fields
from server.records.bridge.json_boards.hands import checked_hands
from server.records.bridge.record import (
    BoardRecord,
    Fault,
    Hands,
    InfoTable,
    Place,
    Position,
    Read,
    RecordedCall,
    readable_boards,
)
from server.records.json_text.first_bytes import starts_json
from server.records.json_text.items import Item, item_of

_STRAIN = {writing.DENOM[strain]: strain for strain in Strain}
_CARD = {(writing.DENOM[card.suit], card.rank.value): card for card in DECK}
_BID = {(bid.level, writing.DENOM[bid.strain]): bid for bid in BIDS}
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
_DOUBLED: dict[Call, Literal[1, 2, 4]] = {Call.PASS: 1, Call.DOUBLE: 2, Call.REDOUBLE: 4}

_DUMPED = ("", "x", "xx")
"""The values of a contract's `penalty` as endplay's dumper writes them: undoubled, doubled and redoubled."""

_BOARD = msgspec.json.Decoder(schema.Board)


def looks_like(head: bytes) -> bool:
    """Return True if a file begins like JSON.

    A file of any JSON format passes the test, so the tests for other JSON formats must run before it.
    """
    return starts_json(head)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of a file that holds one JSON Board of endplay or a list of them.

    Raises BadRecord, with line, column and JSON path, for a Board in neither endplay's schema nor its
    dumper's form, and for hands with a repeated card or more than 13 cards.
    """
    return readable_boards(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Yield each board of endplay's JSON, or a `Fault` for a board that cannot be read.

    Raises BadRecord if the file does not hold valid JSON.
    """
    whole = item_of(text, "endplay's Board JSON")
    for item in whole.objects("a Board") if whole.text.startswith(b"[") else (whole,):
        yield _board_or_fault(item)


def _board_or_fault(item: Item) -> Read:
    try:
        board = _BOARD.decode(item.text)
    except msgspec.DecodeError as error:
        return Fault(_number(item), item.refusal(error, schema.WORDS))
    try:
        item.value()
        return _read(board, item)
    except BadRecord as error:
        return Fault(board.board_num, str(error))


def _number(item: Item) -> int | None:
    """Return the number of a board that cannot be read, or None if it is unknown."""
    found = re.search(rb'"board_num"\s*:\s*([1-9]\d{0,8})\b', item.text)
    return int(found[1]) if found else None


def _read(board: schema.Board, item: Item) -> BoardRecord:
    calls = tuple([_call(index, bid, item) for index, bid in enumerate(board.auction)])
    contract_json = board.contract
    contract = _contract(contract_json) if contract_json is not None and contract_json.level > 0 else None
    info = dict(map(_info, (board.info or {}).items()))
    tag_fields = tags.fields_of_tags(info, contract.declarer if contract else None)
    hands, warnings = _hands(board.deal, item)
    play = _cards(board.play)
    begins_play = contract is not None and not play and not warnings
    trick = _cards(board.deal.curtrick) if begins_play else ()
    return missing_fields.with_fields_of_tables(
        BoardRecord(
            hands=hands,
            number=board.board_num or None,
            dealer=_dealer(board, item),
            vulnerable=None if board.vul is None else _VULNERABILITY[board.vul],
            players=tag_fields.players,
            calls=calls,
            cards=play or trick,
            contract=contract,
            passed_out=_all_pass(calls) or (contract_json is not None and contract is None and not calls),
            tricks=6 + contract.level + (contract_json.result or 0)
            if contract_json is not None and contract
            else None,
            claimed=bool(board.claimed),
            scores=tag_fields.scores,
            double_dummy=tag_fields.double_dummy,
            position=Position() if trick else _position(board.deal),
            info=tag_fields.rest,
            place=_place(item, contract_json, bool(play), warnings),
        )
    )


def _place(
    item: Item, contract_json: schema.Contract | None, has_play: bool, warnings: tuple[str, ...]
) -> Place:
    """Return the position of a board in its file, and True if endplay's dumper may have made up its result.

    If no cards are recorded, the result that endplay's dumper makes up is 0. A result of 0 is also true for a
    contract that was just made. Only a `penalty` spelled as endplay's dumper spells it shows that the dumper
    may have made up the result 0.
    """
    dumped = (
        contract_json is not None and contract_json.result is not None and contract_json.penalty in _DUMPED
    )
    calls, cards = item.line_of(b"auction"), item.line_of(b"play")
    return Place(item.line, item.column, calls, cards, fills_in=dumped or has_play, warnings=warnings)


def _cards(cards: schema.Cards) -> Hand:
    return tuple([_CARD[card.suit, card.rank] for card in cards])


def _position(deal: schema.Deal) -> Position:
    return Position(_SEAT[deal.first], _STRAIN[deal.trump], _cards(deal.curtrick))


def _hands(deal: schema.Deal, item: Item) -> tuple[Hands, tuple[str, ...]]:
    """Return the hands as they were before the unfinished trick.

    Also returns a warning if the cards of that trick cannot come from these hands.
    """
    hands = [_cards(deal.north), _cards(deal.east), _cards(deal.south), _cards(deal.west)]
    before = checked_hands((hands[0], hands[1], hands[2], hands[3]), item, lambda seat: seat.name.lower())
    for turn, card in enumerate(_cards(deal.curtrick)):
        seat = Seat((_SEAT[deal.first] + turn) % 4)
        holder = next((each for each in SEATS if card in hands[each]), None)
        if holder is None and len(hands[seat]) < 13:
            hands[seat] = (*hands[seat], card)
            holder = seat
        if holder is seat:
            # Sort the hand, because some files have the card in the hand and others only in the trick.
            hands[seat] = tuple(sorted(hands[seat], key=display_order))
        else:
            problem = (
                f"{holder.name.title()} holds it" if holder else f"{seat.name.title()} holds 13 other cards"
            )
            error = f"the unfinished trick has {card} from {seat.name.title()}, but {problem}"
            line = item.line_of(b"curtrick") or item.line
            return before, (f"line {line}: {error}, so the hands are not changed",)
    north, east, south, west = hands
    return (north, east, south, west), ()


def _all_pass(calls: Sequence[RecordedCall]) -> bool:
    return len(calls) >= 4 and all(each.call is Call.PASS for each in calls)


def _call(index: int, bid: schema.Bid, item: Item) -> RecordedCall:
    if bid.penalty is not None and bid.level is None and bid.denom is None:
        call = _CALL[bid.penalty]
    elif bid.penalty is None and bid.level is not None and bid.denom is not None:
        call = _BID[bid.level, bid.denom]
    else:
        got = [name for name in ("level", "denom", "penalty") if getattr(bid, name) is not None]
        error = f"expected level and denom, or only penalty, got {' and '.join(got) or 'none of them'}"
        raise BadRecord(item.fault(error, f"$.auction[{index}]"))
    return RecordedCall(call, bid.alertable, bid.announcement or "")


def _dealer(board: schema.Board, item: Item) -> Seat | None:
    plain, blank = board.dealer, board.dealer_blank
    if plain is not None and blank is not None and plain != blank:
        error = f"expected one dealer, got 'dealer' {plain} and 'dealer ' {blank}"
        raise BadRecord(item.fault(error, "$.dealer "))
    name = plain or blank
    return None if name is None else _SEAT[name]


def _contract(contract: schema.Contract) -> Contract:
    return Contract(
        contract.level,
        _STRAIN[contract.denom],
        _SEAT[contract.declarer],
        _DOUBLED[_CALL[contract.penalty]],
    )


def _info(contract_json: tuple[str, str | json_tables.Table]) -> tuple[str, str | InfoTable]:
    """Return the name and the value under which a record stores one item of endplay's `info`.

    endplay's schema allows only tables under names that end in `Table`. A text under a name that ends in
    `Table` is written as a table of one row without headers, because endplay's schema allows only tables
    under such names; a table of this form is read as a text.
    """
    key, value = contract_json
    if isinstance(value, str):
        return key, value
    table = json_tables.read(value)
    if key.endswith(writing.TABLE):
        return key.removesuffix(writing.TABLE), table
    if key.endswith("Table") and not table.headers and len(table.rows) == 1:
        return key, table.rows[0]
    return key, table


def dumps(records: BoardRecord | Sequence[BoardRecord], *, dialect: bool = False) -> str:
    """Return one record as a JSON Board of endplay, or several records as a list of Boards.

    Unless `dialect` is True, every Board is valid against endplay's schema, and a record without a board
    number gets its position, from 1, as its number. If `dialect` is True, the text has the form that
    endplay's dumper writes.
    """
    write = writing.in_dialect if dialect else writing.by_schema
    return writing.text(records, write, ascii_only=dialect)
