"""The writer of LIN: one line for each board, or sessions with a header if the records have header values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from protocol.rules.bridge import auction
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
    hand_text,
    result_text,
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
    """Return the records as LIN, without the content that LIN cannot hold.

    A LIN board that needs no header is written as one line. Records with an event, with teams or a room, or
    with a result that follows neither from the auction nor from the claim, are written as LIN sessions with a
    header. The character `|` in a text is written as `/` in LIN, and commas in players' names are dropped.
    """
    remarks = [record.info.get("Lin_head") for record in records]
    head = (
        f"%{line.lstrip('%')}\n"
        for remark in remarks
        if isinstance(remark, str)
        for line in remark.split("\n")
    )
    return "".join((*head, *_session_texts(_sessions(records))))


def _session_texts(groups: Iterable[Sequence[BoardRecord]]) -> Iterator[str]:
    """Yield the LIN texts of the sessions.

    If a LIN session has a header, every later session has a header, too, because a header applies to all
    boards up to the next header.
    """
    headed = False
    for group in groups:
        headed = headed or any(map(_needs_header, group))
        yield _with_header(group) if headed else _plain(group)


def _sessions(records: Sequence[BoardRecord]) -> Iterator[list[BoardRecord]]:
    """Yield groups of records that have the same LIN header.

    A group of records has at most one record for each board and room.
    """
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
    return _ROOMS.get(_tag(record, "Room"), "o")


def _id_number(record: BoardRecord) -> int | None:
    other = _tag(record, "Lin_id")
    return int(other) if re.fullmatch("[1-9][0-9]{0,8}", other) else record.number


def _heading(record: BoardRecord) -> tuple[object, ...]:
    """Return the values of a record that stand in the header of a LIN session.

    All records of a session must have the same.
    """
    return (*(_tag(record, tag) for tag in _HEADER_TAGS), _tag(record, "Room") in _ROOMS)


def _tag(record: BoardRecord, tag: str) -> str:
    value = record.info.get(tag, "")
    return value if isinstance(value, str) else ""


def _plain(group: Sequence[BoardRecord]) -> str:
    with_names = any(any(_seated(record)) for record in group)
    return "".join(f"{_line(record, with_names)}\n" for record in group)


def _needs_header(record: BoardRecord) -> bool:
    """Return True if a record has values or a result that a LIN line without a header cannot hold."""
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
    """Return the contract that follows from the auction, or None if the auction is not over."""
    if record.dealer is None or not auction.is_over(_calls(record)):
        return None
    return auction.contract(record.dealer, _calls(record))


def _names(group: Sequence[BoardRecord]) -> Names:
    """Return the players of each room, or {} if the players of a room are not the same on all boards."""
    by_room: dict[str, set[tuple[str, ...]]] = {}
    for record in group:
        by_room.setdefault(_letter(record), set()).add(_seated(record))
    if any(len(values) != 1 for values in by_room.values()):
        return {}
    return {room: next(iter(values)) for room, values in by_room.items()}


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
    for key, values in (("rs", results), ("mp", scores)):
        if values:
            head.append(
                f"{key}|{','.join(values.get((number, room), '') for number in order for room in 'oc')}|\n"
            )
    if listed:
        head.append(f"bn|{','.join(map(str, order))}|\n")
    head.extend(_session_players(group, names))
    return "".join((*head, *(_headed_board(record, names, results) for record in group)))


def _results(group: Sequence[BoardRecord]) -> dict[Key, str]:
    """Return the values of `rs`: the results of the session's boards, and known results of others."""
    values = _recorded_column(group, 2)
    for record in group:
        number = _id_number(record)
        if number is not None and _result(record):
            values[number, _letter(record)] = _result(record)
    return values


def _result(record: BoardRecord) -> str:
    if record.contract is not None:
        return result_text(record.contract, record.tricks)
    return "PASS" if record.passed_out else _field(_tag(record, "Lin_rs"))


def _scores(group: Sequence[BoardRecord]) -> dict[Key, str]:
    """Return the values of `mp`: the scores of the session's boards, and recorded scores of other boards."""
    values = _recorded_column(group, 3)
    for record in group:
        number = _id_number(record)
        if number is not None and _tag(record, "Lin_mp"):
            values[number, _letter(record)] = _field(_tag(record, "Lin_mp"))
    return values


def _recorded_column(group: Sequence[BoardRecord], column: int) -> dict[Key, str]:
    """Return the values of a column of the table `LinSessionTable` that are not blank, by board and room."""
    found: dict[Key, str] = {}
    for record in group:
        table = record.info.get(SESSION_TABLE)
        for row in table.rows if isinstance(table, InfoTable) else ():
            values = cells(row)
            if (
                len(values) == 4
                and re.fullmatch("[0-9]{1,9}", values[0])
                and values[1] in _ROOMS
                and values[column]
            ):
                found[int(values[0]), _ROOMS[values[1]]] = _field(values[column])
    return found


def _range(group: Sequence[BoardRecord]) -> tuple[str, str]:
    """Return the numbers of a session's first and last board for its title `vg`."""
    recorded = _first(group, "Lin_boards")
    if recorded:
        first, _, last = recorded.partition("-")
        return _field(first), _field(last)
    return spanned([number for number in map(_id_number, group) if number is not None])


def _order(group: Sequence[BoardRecord], first: str, keys: Iterable[Key]) -> tuple[list[int], bool]:
    """Return the numbers of the boards to which the results and scores in the header belong.

    Also returns True if the file must list these numbers in the LIN key `bn`.
    """
    needed = {number for number, _ in keys}
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
    return next((value for value in (_tag(record, tag) for record in group) if value), "")


def _field(text: str) -> str:
    """Return a text without its commas, for a LIN list with commas between its elements."""
    return " ".join(_text(text).replace(",", "").split())


def _vg(group: Sequence[BoardRecord], first: str, last: str) -> list[str]:
    values = {tag: _field(_tag(group[0], tag)) for tag in _HEADER_TAGS}
    values["Scoring"] = _LETTERS.get(values["Scoring"], values["Scoring"])
    fields = [values[tag] if tag else "" for tag in FIELDS]
    fields[3:5] = first, last
    rest = _first(group, "Lin_vg")
    return [*fields, _text(rest)] if rest else fields


def _session_players(group: Sequence[BoardRecord], names: Names) -> Iterator[str]:
    """Yield the LIN tokens for the players (`pn` and `pw`) and for the title of the session (`mn`)."""
    blank = ("",) * 4
    two_rooms = _tag(group[0], "Room") in _ROOMS
    values = [*names.get("o", blank), *(names.get("c", blank) if two_rooms else ())]
    if two_rooms or any(values):
        yield f"pn|{','.join(values)}|pg||\n"
    table = next((record.info[PLAYER_TABLE] for record in group if PLAYER_TABLE in record.info), None)
    if isinstance(table, InfoTable):
        yield f"pw|{','.join(_field(name) for row in table.rows for name in cells(row))}|\n"
    title = _first(group, "Lin_mn")
    if title:
        yield f"mn|{_text(title)}|\n"


def _headed_board(record: BoardRecord, names: Names, results: dict[Key, str]) -> str:
    """Return the LIN text of a board below a header: id, deal, and a line for each trick and comment."""
    letter, number = _letter(record), _id_number(record)
    head = [f"qx|{letter}{'' if number is None else number}|"]
    if letter not in names:
        head.append(f"pn|{','.join(_seated(record))}|")
    head.append(f"st||{_deal(record)}")
    if record.name is not None or record.number != number:
        head.append(_label(record))
    in_header = number is not None and record.contract is not None
    return "".join((*head, _setting(record), *_course(record, "pg||\n", in_header=in_header)))


def _line(record: BoardRecord, with_names: bool) -> str:
    """Return the LIN text of a board that needs no header, on one line."""
    head = [f"qx|o{record.number}|"] if record.name is not None and record.number is not None else []
    if with_names:
        head.append(f"pn|{','.join(_seated(record))}|")
    head.append(f"st||{_deal(record)}rh||")
    if record.name is not None or record.number is not None:
        head.append(_label(record))
    return "".join((*head, _setting(record), *_course(record, "pg||", in_header=False)))


def _deal(record: BoardRecord) -> str:
    dealer = "0" if record.dealer is None else str(IN_ORDER.index(record.dealer) + 1)
    hands = (hand_text(record.hands[seat]) if record.hands[seat] else "" for seat in IN_ORDER)
    return f"md|{dealer}{','.join(hands)}|"


def _label(record: BoardRecord) -> str:
    return f"ah|Board {record.number if record.name is None else _text(record.name)}|"


def _setting(record: BoardRecord) -> str:
    """Return the LIN tokens for the vulnerability, and for keys that have no field in a record."""
    values = "" if record.vulnerable is None else f"sv|{VULNERABLE_LETTER[record.vulnerable]}|"
    values += f"{header.RULING_KEY}|{_text(_tag(record, 'Ruling'))}|" if "Ruling" in record.info else ""
    for tag, value in record.info.items():
        key = _EXTRA.fullmatch(tag)
        if key is not None and key[1] not in _OF_FIELDS and isinstance(value, str):
            values += "".join(f"{key[1]}|{part}|" for part in value.split("|"))
    return values


def _course(record: BoardRecord, page: str, *, in_header: bool) -> Iterator[str]:
    """Yield the LIN tokens of a board's auction, play, claim and comments.

    `in_header` is True if the header of the LIN session has the result of the board.
    """
    comments = _comments(record)
    for place, each in enumerate(record.calls):
        yield from _notes(comments.get((place, 0), ()), page)
        # Write a pass for each skipped turn, because LIN does not say which seat makes a call.
        yield "mb|p|" * each.irregularity.count("S")
        yield _call(each)
    if record.calls:
        yield page
    played = len(record.cards)
    for place, card in enumerate(record.cards):
        yield from _notes(comments.get((len(record.calls), place), ()), page)
        yield f"pc|{card}|"
        if place % 4 == 3 or place == played - 1:
            yield page
    yield from (f"pc|{part}|" for part in _tag(record, "Lin_pc").split("|") if part)
    yield from _claims(record, in_header)
    yield from _notes(comments.get((len(record.calls), played), ()), page)
    yield page


def _comments(record: BoardRecord) -> dict[tuple[int, int], list[str]]:
    """Return the texts of a board's comments by position: the numbers of calls and cards before them."""
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
    values = f"an|{explained}|" if explained else ""
    return f"mb|{CALL_SPELT[each.call]}{'!' if each.alert else ''}|{values}"


def _claims(record: BoardRecord, in_header: bool) -> Iterator[str]:
    """Yield the LIN command `mc`, which has the number of all tricks that declarer won.

    The command `mc` is left out if the board was not claimed and the number follows from `rs` or from 52
    cards.
    """
    earlier = [part for part in _tag(record, "Lin_mc").split("|") if part]
    yield from (f"mc|{part}|" for part in earlier)
    to_count = len(record.cards) == 52 and "Ruling" not in record.info and _contract(record) is not None
    if other := _tag(record, "Lin_claim"):
        yield f"mc|{_text(other)}|"
    elif record.tricks is not None and (record.claimed or earlier or not (in_header or to_count)):
        yield f"mc|{record.tricks}|"
