"""Records as LIN: a line for each board, or sessions with a header where there is something to tell in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from server.games.bridge import auction
from server.records.bridge.lin import header
from server.records.bridge.lin.header import (
    FIELDS,
    PLAYER_TABLE,
    ROOMS,
    SCORING,
    SESSION_TABLE,
    Key,
    cells,
    spanned,
)
from server.records.bridge.lin.values import (
    CALL_SPELT,
    IN_ORDER,
    VULNERABLE_LETTER,
    written_hand,
    written_result,
)
from server.records.bridge.record import BoardRecord, InfoTable, RecordedCall, in_rotation

_LETTERS = {name: letter for letter, name in SCORING.items()} | {"MatchPoints": "P"}
_ROOMS = {name: letter for letter, name in ROOMS.items()}
_HEADER_TAGS = tuple(tag for tag in FIELDS if tag)
_REST = ("Lin_vg", "Lin_mn", "Lin_boards", "Lin_bn", "Lin_pn", SESSION_TABLE, PLAYER_TABLE)
_EXTRA = re.compile("Lin_([a-z0-9]{2})")
_HEADED = frozenset(("vg", "rs", "pw", "mp", "bn", "mn", "pn"))
_OF_FIELDS = frozenset(("md", "sv", "ah", "qx", "mb", "an", "nt", "at", "pc", "mc", "up", *_HEADED))
Names = dict[str, tuple[str, ...]]


def dumps(records: Sequence[BoardRecord]) -> str:
    """The records as LIN; `loads` reads them again, but for what LIN cannot hold, which is left out.

    A line a board; records that tell of an event, teams or a room, or a result that neither auction nor claim
    tells, are sessions with a header. A bar in text becomes a stroke, commas fall out of names.
    """
    remarks = [record.info.get("Lin_head") for record in records]
    head = (
        f"%{line.lstrip('%')}\n" for told in remarks if isinstance(told, str) for line in told.split("\n")
    )
    return "".join((*head, *_written(_sessions(records))))


def _written(groups: Iterable[Sequence[BoardRecord]]) -> Iterator[str]:
    """The sessions; whatever stands below a header needs one of its own."""
    headed = False
    for group in groups:
        headed = headed or any(map(_needs_header, group))
        yield _with_header(group) if headed else _plain(group)


def _sessions(records: Sequence[BoardRecord]) -> Iterator[list[BoardRecord]]:
    """Runs of records with one header, in which no room has a board twice."""
    group: list[BoardRecord] = []
    rooms: set[tuple[int | None, str]] = set()
    for record in records:
        room = _room(record)
        if group and (_heading(record) != _heading(group[0]) or room in rooms):
            yield group
            group, rooms = [], set()
        group.append(record)
        if record.number is not None:
            rooms.add(room)
    if group:
        yield group


def _room(record: BoardRecord) -> tuple[int | None, str]:
    return _id_number(record), _letter(record)


def _letter(record: BoardRecord) -> str:
    return _ROOMS.get(_told(record, "Room"), "o")


def _id_number(record: BoardRecord) -> int | None:
    other = _told(record, "Lin_id")
    return int(other) if re.fullmatch("[1-9][0-9]{0,8}", other) else record.number


def _heading(record: BoardRecord) -> tuple[object, ...]:
    """What records of one session have in common."""
    return (*(_told(record, tag) for tag in _HEADER_TAGS), _told(record, "Room") in _ROOMS)


def _told(record: BoardRecord, tag: str) -> str:
    value = record.info.get(tag, "")
    return value if isinstance(value, str) else ""


def _plain(group: Sequence[BoardRecord]) -> str:
    named = any(any(_seated(record)) for record in group)
    return "".join(f"{_line(record, named)}\n" for record in group)


def _needs_header(record: BoardRecord) -> bool:
    """Whether a record tells of a session, or of a result that a line of its own could not tell."""
    if any(_heading(record)) or any(tag in record.info for tag in (*_REST, "Lin_mp", "Lin_rs", "Lin_claim")):
        return True
    if record.passed_out:
        return not _passed_out(record)
    if record.contract is not None and _contract(record) != record.contract:
        return True
    return record.tricks is not None and not record.claimed and 0 < len(record.cards) < 52


def _passed_out(record: BoardRecord) -> bool:
    return len(record.calls) == 4 and auction.last_bid(_calls(record)) is None


def _calls(record: BoardRecord) -> auction.Calls:
    return in_rotation(record.calls)


def _contract(record: BoardRecord) -> object:
    """The contract that the auction tells by itself."""
    if record.dealer is None or not auction.is_over(_calls(record)):
        return None
    return auction.contract(record.dealer, _calls(record))


def _names(group: Sequence[BoardRecord]) -> Names:
    """The players of each room, where they are the same on all its boards."""
    by_room: dict[str, set[tuple[str, ...]]] = {}
    for record in group:
        by_room.setdefault(_letter(record), set()).add(_seated(record))
    if any(len(told) != 1 for told in by_room.values()):
        return {}
    return {room: next(iter(told)) for room, told in by_room.items()}


def _seated(record: BoardRecord) -> tuple[str, ...]:
    return tuple(_name(record.players[seat] or "") for seat in IN_ORDER)


def _name(text: str) -> str:
    return _text(text).replace(",", "").replace("\n", " ")


def _text(text: str) -> str:
    return text.replace("|", "/")


def _with_header(group: Sequence[BoardRecord]) -> str:
    names = _names(group)
    results, scores = _results(group), _scores(group)
    first, last = _range(group)
    order, listed = _order(group, first, results.keys() | scores.keys())
    head = [f"vg|{','.join(_vg(group, first, last))}|\n"]
    for key, told in (("rs", results), ("mp", scores)):
        if told:
            head.append(
                f"{key}|{','.join(told.get((number, room), '') for number in order for room in 'oc')}|\n"
            )
    if listed:
        head.append(f"bn|{','.join(map(str, order))}|\n")
    head.extend(_session_players(group, names))
    return "".join((*head, *(_headed_board(record, names, results) for record in group)))


def _results(group: Sequence[BoardRecord]) -> dict[Key, str]:
    """What `rs` tells: results of these boards, and those that were kept of boards that are not here."""
    told = _kept(group, 2)
    for record in group:
        number = _id_number(record)
        if number is not None and _result(record):
            told[number, _letter(record)] = _result(record)
    return told


def _result(record: BoardRecord) -> str:
    if record.contract is not None:
        return written_result(record.contract, record.tricks)
    return "PASS" if record.passed_out else _field(_told(record, "Lin_rs"))


def _scores(group: Sequence[BoardRecord]) -> dict[Key, str]:
    """What `mp` tells, in the same way."""
    told = _kept(group, 3)
    for record in group:
        number = _id_number(record)
        if number is not None and _told(record, "Lin_mp"):
            told[number, _letter(record)] = _field(_told(record, "Lin_mp"))
    return told


def _kept(group: Sequence[BoardRecord], column: int) -> dict[Key, str]:
    """A column of the kept results, those that are not blank."""
    found: dict[Key, str] = {}
    for record in group:
        table = record.info.get(SESSION_TABLE)
        for row in table.rows if isinstance(table, InfoTable) else ():
            told = cells(row)
            if len(told) == 4 and re.fullmatch("[0-9]{1,9}", told[0]) and told[1] in _ROOMS and told[column]:
                found[int(told[0]), _ROOMS[told[1]]] = _field(told[column])
    return found


def _range(group: Sequence[BoardRecord]) -> tuple[str, str]:
    """The first board and the last, as `vg` tells them."""
    kept = _first(group, "Lin_boards")
    if kept:
        first, _, last = kept.partition("-")
        return _field(first), _field(last)
    return spanned([number for number in map(_id_number, group) if number is not None])


def _order(group: Sequence[BoardRecord], first: str, told: Iterable[Key]) -> tuple[list[int], bool]:
    """The boards for which `rs` and `mp` have two places each, and whether `bn` must list them."""
    needed = {number for number, _ in told}
    numbers = list(dict.fromkeys(number for number in map(_id_number, group) if number is not None))
    listed = [int(each) for each in re.findall("[0-9]{1,9}", _first(group, "Lin_bn"))]
    if listed:
        return [*listed, *sorted(needed.difference(listed))], True
    if not re.fullmatch("[0-9]{1,9}", first):
        return (numbers, False) if needed <= set(numbers) else (sorted({*numbers, *needed}), True)
    start, end = int(first), max(needed, default=0)
    if start <= min(needed, default=start) and end - start < 4 * len(numbers) + 8:
        return list(range(start, end + 1)), False
    return sorted({*numbers, *needed}), True


def _first(group: Sequence[BoardRecord], tag: str) -> str:
    return next((value for value in (_told(record, tag) for record in group) if value), "")


def _field(text: str) -> str:
    """Text as a part of a list that commas divide."""
    return " ".join(_text(text).replace(",", "").split())


def _vg(group: Sequence[BoardRecord], first: str, last: str) -> list[str]:
    told = {tag: _field(_told(group[0], tag)) for tag in _HEADER_TAGS}
    told["Scoring"] = _LETTERS.get(told["Scoring"], told["Scoring"])
    fields = [told[tag] if tag else "" for tag in FIELDS]
    fields[3:5] = first, last
    rest = _first(group, "Lin_vg")
    return [*fields, _text(rest)] if rest else fields


def _session_players(group: Sequence[BoardRecord], names: Names) -> Iterator[str]:
    """`pn` with four names, or with eight where there are two rooms; and `pw` as it was."""
    blank = ("",) * 4
    two_rooms = _told(group[0], "Room") in _ROOMS
    told = [*names.get("o", blank), *(names.get("c", blank) if two_rooms else ())]
    if two_rooms or any(told):
        yield f"pn|{','.join(told)}|pg||\n"
    table = next((record.info[PLAYER_TABLE] for record in group if PLAYER_TABLE in record.info), None)
    if isinstance(table, InfoTable):
        yield f"pw|{','.join(_field(name) for row in table.rows for name in cells(row))}|\n"
    title = _first(group, "Lin_mn")
    if title:
        yield f"mn|{_text(title)}|\n"


def _headed_board(record: BoardRecord, names: Names, results: dict[Key, str]) -> str:
    """A board below a header: its id, its deal, and a line for each trick and each comment."""
    letter, number = _letter(record), _id_number(record)
    head = [f"qx|{letter}{'' if number is None else number}|"]
    if letter not in names:
        head.append(f"pn|{','.join(_seated(record))}|")
    head.append(f"st||{_deal(record)}")
    if record.name is not None or record.number != number:
        head.append(_label(record))
    told = number is not None and record.contract is not None
    return "".join((*head, _setting(record), *_course(record, "pg||\n", told=told)))


def _line(record: BoardRecord, named: bool) -> str:
    """A board by itself on one line."""
    head = [f"qx|o{record.number}|"] if record.name is not None and record.number is not None else []
    if named:
        head.append(f"pn|{','.join(_seated(record))}|")
    head.append(f"st||{_deal(record)}rh||")
    if record.name is not None or record.number is not None:
        head.append(_label(record))
    return "".join((*head, _setting(record), *_course(record, "pg||", told=False)))


def _deal(record: BoardRecord) -> str:
    dealer = "0" if record.dealer is None else str(IN_ORDER.index(record.dealer) + 1)
    hands = (written_hand(record.hands[seat]) if record.hands[seat] else "" for seat in IN_ORDER)
    return f"md|{dealer}{','.join(hands)}|"


def _label(record: BoardRecord) -> str:
    return f"ah|Board {record.number if record.name is None else _text(record.name)}|"


def _setting(record: BoardRecord) -> str:
    """The vulnerability, and values of keys that have no field."""
    told = "" if record.vulnerable is None else f"sv|{VULNERABLE_LETTER[record.vulnerable]}|"
    told += f"{header.RULING_KEY}|{_text(_told(record, 'Ruling'))}|" if "Ruling" in record.info else ""
    for tag, value in record.info.items():
        key = _EXTRA.fullmatch(tag)
        if key is not None and key[1] not in _OF_FIELDS and isinstance(value, str):
            told += "".join(f"{key[1]}|{part}|" for part in value.split("|"))
    return told


def _course(record: BoardRecord, page: str, *, told: bool) -> Iterator[str]:
    """Auction, play and claim, with comments where they were made; `told`: `rs` has the result."""
    said = _comments(record)
    for place, each in enumerate(record.calls):
        yield from _notes(said.get((place, 0), ()), page)
        yield "mb|p|" * each.irregularity.count("S")  # so that each call stands in its caller's place
        yield _call(each)
    if record.calls:
        yield page
    played = len(record.cards)
    for place, card in enumerate(record.cards):
        yield from _notes(said.get((len(record.calls), place), ()), page)
        yield f"pc|{card}|"
        if place % 4 == 3 or place == played - 1:
            yield page
    yield from (f"pc|{part}|" for part in _told(record, "Lin_pc").split("|") if part)
    yield from _claims(record, told)
    yield from _notes(said.get((len(record.calls), played), ()), page)
    yield page


def _comments(record: BoardRecord) -> dict[tuple[int, int], list[str]]:
    """The comments by the calls and cards before them."""
    made, played = len(record.calls), len(record.cards)
    found: dict[tuple[int, int], list[str]] = {}
    for comment in record.comments:
        cards = min(comment.cards, played)
        calls = made if cards else min(comment.calls, made)
        found.setdefault((calls, cards), []).append(comment.text)
    return found


def _notes(texts: Iterable[str], page: str) -> Iterator[str]:
    for text in texts:
        yield f"nt|{_text(text)}|{page}"


def _call(each: RecordedCall) -> str:
    explained = _text(each.explanation).replace("\n", " ")
    told = f"an|{explained}|" if explained else ""
    return f"mb|{CALL_SPELT[each.call]}{'!' if each.alert else ''}|{told}"


def _claims(record: BoardRecord, told: bool) -> Iterator[str]:
    """`mc`, declarer's tricks in all, unless `rs` or 52 cards tell them of a board that was not claimed."""
    earlier = [part for part in _told(record, "Lin_mc").split("|") if part]
    yield from (f"mc|{part}|" for part in earlier)
    to_count = len(record.cards) == 52 and "Ruling" not in record.info and _contract(record) is not None
    if other := _told(record, "Lin_claim"):
        yield f"mc|{_text(other)}|"
    elif record.tricks is not None and (record.claimed or earlier or not (told or to_count)):
        yield f"mc|{record.tricks}|"
