"""bridge_env's game logs and board settings: `{"logs": [...]}` and `{"board_settings": [...]}`.

The items of both have the same fields; a setting has a part of them, and only `deal` must be there. A bare
list of items, or one item alone, is read, too. What stands beside the list is told of each of its boards.
A key that is not of the format goes into `info`, as `info` itself does: an object of texts and of tables in
the form of endplay's schema, which our writer adds, with comments and notes as tables (`json_text.remarks`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
"""What stands beside the lists is told of each board, so its number must have a bound."""
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


def starts(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a list or an object."""
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{")


def boards(text: str | bytes) -> Iterator[Read]:
    """Each board of a log or of settings, or what is wrong with it. Raises BadRecord for what is not JSON."""
    whole = item_of(text, "bridge_env's JSON")
    items, beside = _items(whole)
    for item in items:
        yield _board_or_fault(item, beside)


def _items(whole: Item) -> tuple[Iterator[Item], Info]:
    """The items of a file, and what stands beside their list."""
    if whole.text.startswith(b"["):
        return whole.objects("a board"), {}
    members = whole.members(_MOST_BESIDE) if whole.text.startswith(b"{") else {}
    lists = [members.pop(name) for name in _LISTS if name in members]
    if not lists:
        return iter((whole,)), {}
    for each in lists:
        if not each.text.startswith(b"["):
            raise BadRecord(each.fault(f"expected a list, got {each.shown('$')}"))
    beside = _kept({name: member.value() for name, member in members.items()})
    return (item for each in lists for item in each.objects("a board")), beside


def _board_or_fault(item: Item, beside: Info) -> Read:
    number = None
    try:
        value = item.value()
        board = msgspec.convert(value, Board, strict=False)
        number = named(board.board_id)[0]
        return _read(board, value if isinstance(value, dict) else {}, item, beside)
    except msgspec.ValidationError as error:
        return Fault(number, item.refusal(error, {}))
    except BadRecord as error:
        return Fault(number, str(error))


def named(board_id: str | int | None) -> tuple[int | None, str | None]:
    """The number or the name that an id tells."""
    told = "" if board_id is None else str(board_id)
    if _NUMBER.fullmatch(told):
        return int(told), None
    return None, None if told in UNKNOWN else told


def _read(board: Board, value: dict[str, object], item: Item, beside: Info) -> BoardRecord:
    number, name = named(board.board_id)
    hands = _hands(board, item)
    calls = tuple([_call(place, call, item) for place, call in enumerate(board.bid_history or ())])
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
            info={**beside, **_info(board, value, contract, contradiction)},
            place=_place(item, contradiction, warnings),
        )
    )


def _place(item: Item, contradiction: str, warnings: tuple[str, ...]) -> Place:
    calls, cards = item.line_of(b"bid_history"), item.line_of(b"play_history")
    return Place(item.line, item.column, calls, cards, contradicted=contradiction, warnings=warnings)


def _beyond_a_gap(
    board: Board, tricks: Sequence[tuple[Seat | None, Sequence[Card]]], item: Item
) -> Iterator[str]:
    """Warn of tricks behind one that is not whole: nothing tells who leads to them."""
    history, read = board.play_history or (), len(tricks)
    if not any(trick.cards for trick in history[read:]):
        return
    short = len(history[read - 1].cards)
    line, column = item.place_of(f"$.play_history[{read - 1}]")
    which = f"trick {read + 1} is" if len(history) == read + 1 else f"tricks {read + 1} to {len(history)} are"
    has = "no card" if short == 0 else "1 card" if short == 1 else f"{short} cards"
    yield f"line {line}, column {column}: trick {read} has {has}, so {which} not read"


def _without_declarer(board: Board, contract: Contract | None, item: Item) -> Iterator[str]:
    """Warn of a contract that names no declarer, and of a declarer of none: both stay in `info`."""
    if contract is not None:
        return
    told = board.contract or ""
    if told.strip() not in UNKNOWN and not _passed_out(board):
        yield f"line {item.line_of(b'contract')}: the contract {told} names no declarer: kept as a tag"


def _choice(told: str | None, choices: Mapping[str, T], wanted: str, path: str, item: Item) -> T | None:
    """What a word stands for; None where it is unknown or left out."""
    word = "" if told is None else told.strip().upper()
    if word in choices:
        return choices[word]
    if word in UNKNOWN:
        return None
    raise BadRecord(item.fault(f"expected {wanted}, got {told!r}", path))


def _player(board: Board, seat: Seat) -> str | None:
    name = (board.players or {}).get(seat.letter)
    return name if isinstance(name, str) and name.strip() not in UNKNOWN else None


def _hands(board: Board, item: Item) -> Hands:
    north, east, south, west = (_hand(board, letter, item) for letter in "NESW")
    return checked_hands((north, east, south, west), item, lambda seat: seat.letter)


def _hand(board: Board, letter: str, item: Item) -> Hand:
    told = board.deal.get(letter, ())
    try:
        return tuple([_CARDS[each] for each in told])
    except KeyError:
        return tuple([_card(each, f"$.deal.{letter}[{place}]", item) for place, each in enumerate(told)])


def _card(told: str, path: str, item: Item) -> Card:
    card = _CARDS.get(told.upper())
    if card is None:
        raise BadRecord(item.fault(f"expected a card like SA or CT, got {told!r}", path))
    return card


def _call(place: int, told: str, item: Item) -> RecordedCall:
    call = _CALLS.get(told.upper())
    if call is None:
        what = f"expected a call like 1NT, X, XX or Pass, got {told!r}"
        raise BadRecord(item.fault(what, f"$.bid_history[{place}]"))
    return RecordedCall(call)


def _passed_out(board: Board) -> bool:
    return board.contract is not None and board.contract.strip().upper() in _PASSED_OUT


def _contract(board: Board, item: Item) -> Contract | None:
    """The contract; None unless it names its declarer."""
    declarer = _choice(board.declarer, _SEATS, "N, E, S or W", "$.declarer", item)
    told = board.contract or ""
    if told.strip() in UNKNOWN or _passed_out(board):
        return None
    found = _CONTRACT.fullmatch(told.upper().replace(" ", ""))
    if found is None:
        what = f"expected a contract like 3NTX or Passed_out, got {told!r}"
        raise BadRecord(item.fault(what, "$.contract"))
    if declarer is None:
        return None
    return Contract(int(found[1]), _STRAINS[found[2]], declarer, _DOUBLED[found[3]])


def _tricks(board: Board, item: Item) -> list[tuple[Seat | None, list[Card]]]:
    """Who leads each trick, and its cards; only the last may be unfinished."""
    tricks: list[tuple[Seat | None, list[Card]]] = []
    for place, trick in enumerate(board.play_history or ()):
        path = f"$.play_history[{place}]"
        leader = _choice(trick.leader, _SEATS, "N, E, S or W", f"{path}.leader", item)
        cards = [_card(told, f"{path}.cards[{at}]", item) for at, told in enumerate(trick.cards)]
        if not tricks or len(tricks[-1][1]) == 4:
            tricks.append((leader, cards))
    return tricks


def _contradiction(tricks: Sequence[tuple[Seat | None, Sequence[Card]]], hands: Hands) -> str:
    """Whoever is said to lead must hold the card that is led."""
    holder = {card: seat for seat in SEATS for card in hands[seat]}
    for place, (leader, cards) in enumerate(tricks, 1):
        led_by = holder.get(cards[0]) if cards else None
        if leader is not None and led_by is not None and leader is not led_by:
            said, holds = leader.name.title(), led_by.name.title()
            return (
                f"trick {place}: the record says that {said} leads {cards[0]}, which {holds} holds (Law 44)"
            )
    return ""


def _scores(scores: Scores | None) -> tuple[int, int] | None:
    """The points of NS and EW; one side's are the other's with the opposite sign."""
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
    """All 20 numbers, or None."""
    try:
        told = msgspec.convert(dda, dict[str, dict[str, Annotated[int, Meta(ge=0, le=13)]]])
        if set(told) != INNER["deal"] or any(set(each) != set(Strain) for each in told.values()):
            return None
    except msgspec.ValidationError:
        return None
    rows = [[told[seat.letter][strain] for strain in Strain] for seat in SEATS]
    return msgspec.convert({"tricks": rows}, DoubleDummy)


def _info(board: Board, value: dict[str, object], contract: Contract | None, contradiction: str) -> Info:
    """What has no field in a record: other keys, and what is told in another form than it should be."""
    other = {key: each for key, each in value.items() if key not in FIELDS and key != "info"}
    inside = value.get("info")
    info = {**_kept(other), **_kept(inside if isinstance(inside, dict) else {"info": inside})}
    if board.score_type is not None:
        info["Scoring"] = str(board.score_type)
    if contradiction:
        info["play_history"] = _text(value["play_history"])
    if contract is None and board.contract and not _passed_out(board):
        info["Contract"] = board.contract
    if contract is None and board.declarer:
        info["Declarer"] = board.declarer
    return info | {field: _text(value[field]) for field in _told_otherwise(board, value)}


def _told_otherwise(board: Board, value: dict[str, object]) -> Iterator[str]:
    """The fields that say more than is read."""
    for field, keys in INNER.items():
        told = value.get(field)
        objects = told if isinstance(told, list) else [told]
        if any(isinstance(each, dict) and not keys >= set(each) for each in objects):
            yield field
    if any(not isinstance(name, str | None) for name in (board.players or {}).values()):
        yield "players"
    if board.dda is not None and _double_dummy(board.dda) is None:
        yield "dda"
    full = [len(trick.cards) for trick in board.play_history or ()]
    if any(full[place] != 4 and any(full[place + 1 :]) for place in range(len(full))):
        yield "play_history"


def _kept(told: Mapping[str, object]) -> Info:
    """Values as `info` holds them: texts, tables, and the JSON of anything else; null tells nothing."""
    return {key: _entry(each) for key, each in told.items() if each is not None}


def _entry(value: object) -> str | InfoTable:
    if isinstance(value, str):
        return value
    try:
        return json_tables.read(msgspec.convert(value, json_tables.Table))
    except msgspec.ValidationError:
        return _text(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
