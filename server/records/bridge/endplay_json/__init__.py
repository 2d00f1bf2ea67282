"""endplay's Board JSON: its published schema, and the dialect that its own dumper writes.

The dialect departs from the schema: a contract's penalty is "", "x" or "xx"; a contract
of level 0 stands for a pass-out or an unknown contract; `board_num` may be null; the rows of a table are
lists of cells, its headers name every property and `minwidth` is text; a tag called `Table` is plain text.
Its loader looks for `dealer ` with a blank behind it. All of that is read. A field that is in neither is
refused, so that nothing is lost in silence.

Its dumper writes a result even where its board was told none: the contract just made, or a count of the cards
that takes North for the leader of every trick. The first is known by the dialect's word for the penalty, the
second by the cards; both tell nothing. Where a result of ours could be taken for one of them, the table of
single facts tells the tricks once more. Any other result is what it says; one left out is 0, just made.

The cards of a trick under way (`curtrick`) are those of the hands from `first` on; the dumper has taken them
out of the hands, and its loader wants them in. Both are read; the record holds the hands before that trick.

`info` holds PBN's tags, those of players, score and analysis among them. Comments, notes on calls and cards,
and what else has no place, stand there as tables (`json_text.remarks`). A table whose own name does not end
in `Table`, as the schema asks for, has `:Table` behind it.
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
    sound,
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
"""The penalties of contracts that endplay's dumper writes; its schema has other words."""

_BOARD = msgspec.json.Decoder(schema.Board)


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of JSON; formats that are JSON, too, are to be asked before."""
    return starts_json(head)


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file that holds one Board or a list of them.

    Raises BadRecord, with line, column and JSON path, for the first that is neither of the schema nor of the
    dialect, or holds a card twice or more than 13.
    """
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Each board, or what is wrong with it. Raises BadRecord for what is not JSON at all."""
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
    """The number of a board that cannot be read."""
    found = re.search(rb'"board_num"\s*:\s*([1-9]\d{0,8})\b', item.text)
    return int(found[1]) if found else None


def _read(board: schema.Board, item: Item) -> BoardRecord:
    calls = tuple([_call(place, bid, item) for place, bid in enumerate(board.auction)])
    told = board.contract
    contract = _contract(told) if told is not None and told.level > 0 else None
    info = dict(map(_info, (board.info or {}).items()))
    taken = tags.fields_of_tags(info, contract.declarer if contract else None)
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
            players=taken.players,
            calls=calls,
            cards=play or trick,
            contract=contract,
            passed_out=_all_pass(calls) or (told is not None and contract is None and not calls),
            tricks=6 + contract.level + (told.result or 0) if told is not None and contract else None,
            claimed=bool(board.claimed),
            scores=taken.scores,
            double_dummy=taken.double_dummy,
            position=Position() if trick else _position(board.deal),
            info=taken.rest,
            place=_place(item, told, bool(play), warnings),
        )
    )


def _place(item: Item, told: schema.Contract | None, has_play: bool, warnings: tuple[str, ...]) -> Place:
    """Return the place of a board, and whether endplay's dumper may have made up its result.

    Without a card it makes up 0, which only its own words for the penalty tell from a contract just made.
    """
    dumped = told is not None and told.result is not None and told.penalty in _DUMPED
    calls, cards = item.line_of(b"auction"), item.line_of(b"play")
    return Place(item.line, item.column, calls, cards, fills_in=dumped or has_play, warnings=warnings)


def _cards(cards: schema.Cards) -> Hand:
    return tuple([_CARD[card.suit, card.rank] for card in cards])


def _position(deal: schema.Deal) -> Position:
    return Position(_SEAT[deal.first], _STRAIN[deal.trump], _cards(deal.curtrick))


def _hands(deal: schema.Deal, item: Item) -> tuple[Hands, tuple[str, ...]]:
    """Return the hands before the trick under way, and a warning where they hold its cards otherwise."""
    hands = [_cards(deal.north), _cards(deal.east), _cards(deal.south), _cards(deal.west)]
    before = checked_hands((hands[0], hands[1], hands[2], hands[3]), item, lambda seat: seat.name.lower())
    for turn, card in enumerate(_cards(deal.curtrick)):
        seat = Seat((_SEAT[deal.first] + turn) % 4)
        holder = next((each for each in SEATS if card in hands[each]), None)
        if holder is None and len(hands[seat]) < 13:
            hands[seat] = (*hands[seat], card)
            holder = seat
        if holder is seat:
            # In one order, whether its file had the card in the hand or in the trick alone.
            hands[seat] = tuple(sorted(hands[seat], key=display_order))
        else:
            held = f"{holder.name.title()} holds it" if holder else f"{seat.name.title()} holds 13 others"
            what = f"the trick under way has {card} from {seat.name.title()}, but {held}"
            line = item.line_of(b"curtrick") or item.line
            return before, (f"line {line}: {what}: the hands stay as they are",)
    north, east, south, west = hands
    return (north, east, south, west), ()


def _all_pass(calls: Sequence[RecordedCall]) -> bool:
    return len(calls) >= 4 and all(each.call is Call.PASS for each in calls)


def _call(place: int, bid: schema.Bid, item: Item) -> RecordedCall:
    if bid.penalty is not None and bid.level is None and bid.denom is None:
        call = _CALL[bid.penalty]
    elif bid.penalty is None and bid.level is not None and bid.denom is not None:
        call = _BID[bid.level, bid.denom]
    else:
        got = [name for name in ("level", "denom", "penalty") if getattr(bid, name) is not None]
        what = f"expected level and denom, or penalty alone, got {' and '.join(got) or 'none of them'}"
        raise BadRecord(item.fault(what, f"$.auction[{place}]"))
    return RecordedCall(call, bid.alertable, bid.announcement or "")


def _dealer(board: schema.Board, item: Item) -> Seat | None:
    plain, blank = board.dealer, board.dealer_blank
    if plain is not None and blank is not None and plain != blank:
        what = f"expected one dealer, got 'dealer' {plain} and 'dealer ' {blank}"
        raise BadRecord(item.fault(what, "$.dealer "))
    named = plain or blank
    return None if named is None else _SEAT[named]


def _contract(contract: schema.Contract) -> Contract:
    return Contract(
        contract.level,
        _STRAIN[contract.denom],
        _SEAT[contract.declarer],
        _DOUBLED[_CALL[contract.penalty]],
    )


def _info(told: tuple[str, str | json_tables.Table]) -> tuple[str, str | InfoTable]:
    """A key and value of `info`; a text under `...Table` is a row without headers, as the schema asks for."""
    key, value = told
    if isinstance(value, str):
        return key, value
    table = json_tables.read(value)
    if key.endswith(writing.TABLE):
        return key.removesuffix(writing.TABLE), table
    if key.endswith("Table") and not table.headers and len(table.rows) == 1:
        return key, table.rows[0]
    return key, table


def dumps(records: BoardRecord | Sequence[BoardRecord], *, dialect: bool = False) -> str:
    """One record as a Board, several as a list of them; what is written is read again the same.

    By default every Board is valid against endplay's schema; a board without a number gets its place in the
    sequence, from 1. `dialect` writes as its dumper does.
    """
    write = writing.in_dialect if dialect else writing.by_schema
    return writing.text(records, write, ascii_only=dialect)
