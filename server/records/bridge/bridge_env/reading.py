"""The readers of bridge_env's game logs `{"logs": [...]}` and board settings `{"board_settings": [...]}`.

The items of `logs` and of `board_settings` are boards with the same fields, of which only `deal` is required.
Instead of an object with a list of boards, a file may hold a plain list of boards or a single board. If
boards of `logs` and of `board_settings` alternate in a file, this server writes the key `order`, which names
the list of each board. The outer JSON object of a file may have other keys than `logs` and `board_settings`;
every board gets their values, stored in the form of PBN tags. Unknown keys of a board's JSON are stored in
the record's field `info`, in the form of PBN tags. This server writes the key `info`, which bridge_env does
not have, into a board. The JSON key `info` of a board holds texts, and tables in the form of endplay's
schema. Comments, and notes on calls and cards, are stored as tables (see `json_boards.missing_fields`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, Card
from server.errors import BadRecord
from server.records.bridge.bridge_env.schema import FIELDS, INNER, Board, Scores
from server.records.bridge.json_boards import json_tables, missing_fields
from server.records.bridge.json_boards.hands import checked_hands
from server.records.bridge.record import (
    BoardRecord,
    DoubleDummy,
    Fault,
    Hands,
    Info,
    InfoTable,
    Place,
    Read,
    RecordedCall,
)
from server.records.bridge.tags import UNKNOWN
from server.records.json_text.items import Item, item_of

T = TypeVar("T")

_LISTS = ("logs", "board_settings")
_MOST_BESIDE = 200
"""The largest number of keys of a file's outer JSON object; every board gets a copy of their values."""
_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_STRAINS = {strain.value: strain for strain in Strain} | {"N": Strain.NOTRUMP}
_VULNERABLE = {each.value.upper(): each for each in Vulnerability} | {"ALL": Vulnerability.BOTH}
_CARDS = {card.value: card for card in DECK} | {f"{card.suit}10": card for card in DECK if card.rank == "T"}
_CALLS = {
    **{
        f"{bid.level}{name}": bid for bid in BIDS for name, strain in _STRAINS.items() if strain is bid.strain
    },
    **dict.fromkeys(("PASS", "P"), Call.PASS),
    **dict.fromkeys(("X", "DBL", "DOUBLE"), Call.DOUBLE),
    **dict.fromkeys(("XX", "RDBL", "REDOUBLE"), Call.REDOUBLE),
}
_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(X{0,2})")
_DOUBLED: dict[str, Literal[1, 2, 4]] = {"": 1, "X": 2, "XX": 4}
_PASSED_OUT = ("PASSED_OUT", "PASSEDOUT", "PASSED OUT", "PASS")
_NUMBER = re.compile("[1-9][0-9]{0,17}")


def starts_list_or_object(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a JSON list or object."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")


def boards(text: str | bytes) -> Iterator[Read]:
    """Yield each board of a game log or of board settings, or a `Fault` for a board that cannot be read.

    Raises BadRecord if the file does not hold valid JSON.
    """
    whole = item_of(text, "bridge_env's JSON")
    items, shared = _items(whole)
    for item in items:
        yield _board_or_fault(item, shared)


def _items(whole: Item) -> tuple[Iterator[Item], Info]:
    """Return a file's boards as JSON values, and the outer object's other values, shared by all boards."""
    if whole.text.startswith(b"["):
        return whole.objects("a board"), {}
    members = whole.members(_MOST_BESIDE) if whole.text.startswith(b"{") else {}
    lists = {name: members.pop(name) for name in _LISTS if name in members}
    if not lists:
        return iter((whole,)), {}
    for each in lists.values():
        if not each.text.startswith(b"["):
            raise BadRecord(each.fault(f"expected a list, got {each.shown('$')}"))
    beside = {name: member.value() for name, member in members.items()}
    items = {name: each.objects("a board") for name, each in lists.items()}
    order = beside.get("order")
    if isinstance(order, list) and all(isinstance(name, str) and name in lists for name in order):
        del beside["order"]
        return _in_order(items, order), _entries(beside)
    return chain.from_iterable(items.values()), _entries(beside)


def _in_order(items: Mapping[str, Iterator[Item]], order: Sequence[str]) -> Iterator[Item]:
    """Yield the boards of both JSON lists in the order that the key `order` gives, then all other boards."""
    for name in order:
        item = next(items[name], None)
        if item is not None:
            yield item
    yield from chain.from_iterable(items.values())


def _board_or_fault(item: Item, shared: Info) -> Read:
    number = None
    try:
        value = item.value()
        board = msgspec.convert(value, Board, strict=False)
        number = number_or_name(board.board_id)[0]
        return _read(board, value if isinstance(value, dict) else {}, item, shared)
    except msgspec.ValidationError as error:
        return Fault(number, item.refusal(error, {}))
    except BadRecord as error:
        return Fault(number, str(error))


def number_or_name(board_id: str | int | None) -> tuple[int | None, str | None]:
    """Return the pair (number, name) for a board's id, which is one of the two; the other one is None."""
    recorded = "" if board_id is None else str(board_id)
    if _NUMBER.fullmatch(recorded):
        return int(recorded), None
    return None, None if recorded in UNKNOWN else recorded


def _read(board: Board, value: dict[str, object], item: Item, shared: Info) -> BoardRecord:
    number, name = number_or_name(board.board_id)
    hands = _hands(board, item)
    calls = tuple([_call(index, call, item) for index, call in enumerate(board.bid_history or ())])
    contract = _contract(board, item)
    tricks = _tricks(board, item)
    contradiction = _contradiction(tricks, hands)
    warnings = (*_beyond_a_gap(board, tricks, item), *_without_declarer(board, contract, item))
    north, east, south, west = (_player(board, seat) for seat in SEATS)
    return missing_fields.with_fields_of_tables(
        BoardRecord(
            hands=hands,
            number=number,
            name=name,
            dealer=_choice(board.dealer, _SEATS, "N, E, S or W", "$.dealer", item),
            vulnerable=_choice(
                board.vulnerability, _VULNERABLE, "None, NS, EW or Both", "$.vulnerability", item
            ),
            players=(north, east, south, west),
            calls=calls,
            cards=tuple([card for _, cards in tricks for card in cards]),
            contract=contract,
            passed_out=_passed_out(board) or [each.call for each in calls] == [Call.PASS] * 4,
            tricks=board.taken_trick,
            scores=_scores(board.scores),
            double_dummy=_double_dummy(board.dda),
            info={**shared, **_info(board, value, contract, contradiction)},
            place=_place(item, contradiction, warnings),
        )
    )


def _place(item: Item, contradiction: str, warnings: tuple[str, ...]) -> Place:
    calls, cards = item.line_of(b"bid_history"), item.line_of(b"play_history")
    return Place(item.line, item.column, calls, cards, contradicted=contradiction, warnings=warnings)


def _beyond_a_gap(
    board: Board, tricks: Sequence[tuple[Seat | None, Sequence[Card]]], item: Item
) -> Iterator[str]:
    """Yield a warning if a board has tricks after an incomplete trick.

    These tricks are not read, because their leaders are not known.
    """
    history, read = board.play_history or (), len(tricks)
    if not any(trick.cards for trick in history[read:]):
        return
    short = len(history[read - 1].cards)
    line, column = item.place_of(f"$.play_history[{read - 1}]")
    which = f"trick {read + 1} is" if len(history) == read + 1 else f"tricks {read + 1} to {len(history)} are"
    has = "no card" if short == 0 else "1 card" if short == 1 else f"{short} cards"
    yield f"line {line}, column {column}: trick {read} has {has}, so {which} not read"


def _without_declarer(board: Board, contract: Contract | None, item: Item) -> Iterator[str]:
    """Yield a warning about a contract without a declarer, which is not read as a contract."""
    if contract is not None:
        return
    recorded = board.contract or ""
    if recorded.strip() not in UNKNOWN and not _passed_out(board):
        line = item.line_of(b"contract")
        yield f"line {line}: the contract {recorded} has no declarer, so it is kept only as the text of a tag"


def _choice(recorded: str | None, choices: Mapping[str, T], expected: str, path: str, item: Item) -> T | None:
    """Return the value that `choices` has for a recorded word, or None if there is no known value.

    The recorded word may be missing, or stand for an unknown value.
    """
    word = "" if recorded is None else recorded.strip().upper()
    if word in choices:
        return choices[word]
    if word in UNKNOWN:
        return None
    raise BadRecord(item.fault(f"expected {expected}, got {recorded!r}", path))


def _player(board: Board, seat: Seat) -> str | None:
    name = (board.players or {}).get(seat.letter)
    return name if isinstance(name, str) and name.strip() not in UNKNOWN else None


def _hands(board: Board, item: Item) -> Hands:
    north, east, south, west = (_hand(board, letter, item) for letter in "NESW")
    return checked_hands((north, east, south, west), item, lambda seat: seat.letter)


def _hand(board: Board, letter: str, item: Item) -> Hand:
    recorded = board.deal.get(letter, ())
    try:
        return tuple([_CARDS[each] for each in recorded])
    except KeyError:
        return tuple([_card(each, f"$.deal.{letter}[{index}]", item) for index, each in enumerate(recorded)])


def _card(recorded: str, path: str, item: Item) -> Card:
    card = _CARDS.get(recorded.upper())
    if card is None:
        raise BadRecord(item.fault(f"expected a card like SA or CT, got {recorded!r}", path))
    return card


def _call(index: int, recorded: str, item: Item) -> RecordedCall:
    call = _CALLS.get(recorded.upper())
    if call is None:
        error = f"expected a call like 1NT, X, XX or Pass, got {recorded!r}"
        raise BadRecord(item.fault(error, f"$.bid_history[{index}]"))
    return RecordedCall(call)


def _passed_out(board: Board) -> bool:
    return board.contract is not None and board.contract.strip().upper() in _PASSED_OUT


def _contract(board: Board, item: Item) -> Contract | None:
    """Return the recorded contract, or None if the contract is unknown or has no declarer."""
    declarer = _choice(board.declarer, _SEATS, "N, E, S or W", "$.declarer", item)
    recorded = board.contract or ""
    if recorded.strip() in UNKNOWN or _passed_out(board):
        return None
    found = _CONTRACT.fullmatch(recorded.upper().replace(" ", ""))
    if found is None:
        error = f"expected a contract like 3NTX or Passed_out, got {recorded!r}"
        raise BadRecord(item.fault(error, "$.contract"))
    if declarer is None:
        return None
    return Contract(int(found[1]), _STRAINS[found[2]], declarer, _DOUBLED[found[3]])


def _tricks(board: Board, item: Item) -> list[tuple[Seat | None, list[Card]]]:
    """Return the leader and the cards of each recorded trick, up to the first incomplete trick."""
    tricks: list[tuple[Seat | None, list[Card]]] = []
    for index, trick in enumerate(board.play_history or ()):
        path = f"$.play_history[{index}]"
        leader = _choice(trick.leader, _SEATS, "N, E, S or W", f"{path}.leader", item)
        cards = [_card(recorded, f"{path}.cards[{at}]", item) for at, recorded in enumerate(trick.cards)]
        if not tricks or len(tricks[-1][1]) == 4:
            tricks.append((leader, cards))
    return tricks


def _contradiction(tricks: Sequence[tuple[Seat | None, Sequence[Card]]], hands: Hands) -> str:
    """Return the error that a recorded leader does not hold the card led, or "" without such an error."""
    holder = {card: seat for seat in SEATS for card in hands[seat]}
    for index, (leader, cards) in enumerate(tricks, 1):
        led_by = holder.get(cards[0]) if cards else None
        if leader is not None and led_by is not None and leader is not led_by:
            lead = f"{leader.name.title()} leads {cards[0]}, which {led_by.name.title()} holds"
            return f"trick {index}: the record says that {lead} (Law 44)"
    return ""


def _scores(scores: Scores | None) -> tuple[int, int] | None:
    """Return the points of North-South and East-West.

    If one number is missing, it is the other side's number with the opposite sign.
    """
    match scores:
        case Scores(NS=int(ours), EW=int(theirs)):
            return ours, theirs
        case Scores(NS=int(ours)):
            return ours, -ours
        case Scores(EW=int(theirs)):
            return -theirs, theirs
        case _:
            return None


def _double_dummy(dda: Mapping[str, object] | None) -> DoubleDummy | None:
    """Return the recorded double-dummy results, or None unless all 20 numbers are valid."""
    try:
        recorded = msgspec.convert(dda, dict[str, dict[str, Annotated[int, Meta(ge=0, le=13)]]])
        if set(recorded) != INNER["deal"] or any(set(each) != set(Strain) for each in recorded.values()):
            return None
    except msgspec.ValidationError:
        return None
    rows = [[recorded[seat.letter][strain] for strain in Strain] for seat in SEATS]
    return msgspec.convert({"tricks": rows}, DoubleDummy)


def _info(board: Board, value: dict[str, object], contract: Contract | None, contradiction: str) -> Info:
    """Return the content for a record's field `info`: unknown JSON keys, and values without a field."""
    other = {key: each for key, each in value.items() if key not in FIELDS and key != "info"}
    inside = value.get("info")
    info = {**_entries(other), **_entries(inside if isinstance(inside, dict) else {"info": inside})}
    if board.score_type is not None:
        info["Scoring"] = str(board.score_type)
    if contradiction:
        info["play_history"] = _text(value["play_history"])
    if contract is None and board.contract and not _passed_out(board):
        info["Contract"] = board.contract
    if contract is None and board.declarer:
        info["Declarer"] = board.declarer
    return info | {field: _text(value[field]) for field in _incompletely_read_fields(board, value)}


def _incompletely_read_fields(board: Board, value: dict[str, object]) -> Iterator[str]:
    """Yield the names of the fields with JSON values that a record cannot hold completely."""
    for field, keys in INNER.items():
        recorded = value.get(field)
        objects = recorded if isinstance(recorded, list) else [recorded]
        if any(isinstance(each, dict) and not keys >= set(each) for each in objects):
            yield field
    if any(not isinstance(name, str | None) for name in (board.players or {}).values()):
        yield "players"
    if board.dda is not None and _double_dummy(board.dda) is None:
        yield "dda"
    full = [len(trick.cards) for trick in board.play_history or ()]
    if any(full[index] != 4 and any(full[index + 1 :]) for index in range(len(full))):
        yield "play_history"


def _entries(recorded: Mapping[str, object]) -> Info:
    """Return JSON values as a record keeps them in its field `info`: texts and tables by name.

    Texts and tables of the JSON are kept unchanged, null is left out, and any other value becomes its JSON
    text.
    """
    return {key: _entry(each) for key, each in recorded.items() if each is not None}


def _entry(value: object) -> str | InfoTable:
    if isinstance(value, str):
        return value
    try:
        return json_tables.read(msgspec.convert(value, json_tables.Table))
    except msgspec.ValidationError:
        return _text(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
