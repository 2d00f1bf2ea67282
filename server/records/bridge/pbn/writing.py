"""The writer of PBN 2.1 in its export format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.v1.bridge import Strain, Vulnerability
from server.records.bridge.pbn import deal, layout, sections, tables
from server.records.bridge.record import BoardRecord, Info, InfoTable, Position
from server.records.bridge.tags import MANDATORY, tags_of_fields

_OWN = frozenset((*MANDATORY, "Auction", "Play", "Note", tables.ESCAPES))
_NAME = re.compile("[A-Za-z0-9_]+")


def dumps(records: Sequence[BoardRecord]) -> str:
    """Return the text of a PBN file with the records, without the content that PBN cannot hold.

    Lines of the text end with line feeds, although PBN requires CRLF. Alerts of calls are written as notes of
    PBN. Two additional tags hold content for which PBN has no tag: `Alerts` has the calls that were both
    alerted and explained, and `BoardName` has the name of a board with a number. A tag value that is too long
    for a line of 255 characters is cut in its tag and written completely in a comment. A tag with a comment
    that stands after the auction is written after the auction, too, and the file is then not in PBN's export
    format. Every record can be written as PBN without an error.
    """
    games = [_Game(record) for record in records]
    mark = "" if any(game.has_late_tags for game in games) else "% EXPORT\n"
    return f"% PBN 2.1\n{mark}" + "\n".join(game.text() for game in games)


class _Game:
    """One game of a PBN file, with its tags and the comments that stand after them."""

    def __init__(self, record: BoardRecord) -> None:
        self._record = record
        self._info = tags_of_fields(record)
        self._hidden = self._info.pop(tables.ESCAPES, None)
        if sections.calls_left_out(record):
            self._info.pop("AuctionRest", None)
        self._values = _values(record, self._info)
        self._comments = sections.Comments(record, self._values)

    @property
    def has_late_tags(self) -> bool:
        """Return True if a tag is written only after the auction or the play, because its comment follows."""
        return bool(self._comments.after_auction or self._comments.after_play)

    def text(self) -> str:
        record, comments = self._record, self._comments
        late = {*comments.after_auction, *comments.after_play}
        parts = [
            *_escapes(self._hidden),
            layout.lines(comments.by_position[0, 0]),
            *(self._tag(name) for name in self._values if name not in late),
            sections.auction_section(record, comments),
            *map(self._tag, comments.after_auction),
            sections.play_section(record, comments),
            *map(self._tag, comments.after_play),
            *_tables(self._info),
        ]
        return "".join(parts)

    def _tag(self, name: str) -> str:
        """Return a PBN tag and its comments; if its value is cut, the first comment has the whole value."""
        value = self._values[name]
        line, is_cut = layout.tag(name, value)
        whole = [f"{name}: {value}"] if is_cut else []
        return f"{line}\n{layout.lines([*whole, *self._comments.of_tag[name]])}"


def _escapes(hidden: str | InfoTable | None) -> list[str]:
    """Return the lines that begin with %, which are written before the game."""
    values = tables.escaped(hidden) if isinstance(hidden, InfoTable) else []
    return [f"%{layout.clean(line)[: layout.LONGEST - 1]}\n" for line in values]


def _values(record: BoardRecord, info: Info) -> dict[str, str]:
    """Return the values of the tags in PBN's identification section by name, in the order of the tags."""
    values = dict.fromkeys(MANDATORY, "?")
    values |= {name: value for name, value in info.items() if name in values and isinstance(value, str)}
    values |= _board(record) | _outcome(record, info)
    additional = {name: value for name, value in info.items() if isinstance(value, str)} | _beyond(record)
    for name in sorted(additional):
        if name not in _OWN and _NAME.fullmatch(name):
            values[name] = additional[name]
    return values


def _board(record: BoardRecord) -> dict[str, str]:
    """Return the PBN tags that describe the deal: Board, Deal, Dealer and Vulnerable."""
    board_value = None if _is_beside(record) else record.name
    if record.number is not None:
        board_value = str(record.number)
    values = {"Board": board_value or "?", "Deal": deal.deal_value(record.hands, record.dealer)}
    values["Dealer"] = "?" if record.dealer is None else record.dealer.letter
    if record.vulnerable is not None:
        values["Vulnerable"] = "All" if record.vulnerable is Vulnerability.BOTH else record.vulnerable.value
    else:
        values["Vulnerable"] = "?"
    return values


def _beyond(record: BoardRecord) -> dict[str, str]:
    """Return tags, which this server has added to PBN, for values of a record for which PBN has none."""
    values = {"Alerts": sections.alerts(record)}
    if record.name is not None and _is_beside(record):
        values["BoardName"] = record.name
    return {name: value for name, value in values.items() if value}


def _is_beside(record: BoardRecord) -> bool:
    """Return True if the board's name needs the tag BoardName, because the tag Board has its number.

    A board's name that looks like a number also needs the tag BoardName.
    """
    return record.number is not None or (record.name or "").strip().isdigit()


def _outcome(record: BoardRecord, info: Info) -> dict[str, str]:
    """Return the tags Contract, Declarer and Result, with a caret for an irregularity (PBN 2.1, 3.4.13).

    A play in PBN requires a contract (PBN 2.1, 3.1), which follows from the calls if the record has none.
    """
    contract = sections.contract(record) if record.cards else record.contract
    irregular = {
        name: value
        for name in ("Declarer", "Result")
        if isinstance(value := info.get(name), str) and value.startswith("^")
    }
    if contract is not None:
        won = "?" if record.tricks is None else str(record.tricks)
        left = info.get("Result")
        if record.tricks is None and isinstance(left, str):
            won = left
        values = {"Declarer": contract.declarer.letter, "Contract": str(contract), "Result": won}
        return values | irregular
    if record.passed_out:
        return {"Contract": "Pass"} | {name: "" for name in ("Declarer", "Result") if name not in info}
    if sections.is_ending(record) and record.position != Position():
        return {"Contract": Strain(record.position.trumps).value}
    return {}


def _tables(info: Info) -> list[str]:
    """Return PBN's supplemental sections in the order of their names (PBN 2.1, 3.1)."""
    found = []
    for name, table in sorted(info.items(), key=lambda each: each[0]):
        if isinstance(table, str) or name in _OWN or not _NAME.fullmatch(name):
            continue
        value = layout.clean(tables.header(table)).replace('"', "'")
        rows = tables.rows(table, layout.LONGEST)
        found.append(f'[{name} "{value}"]\n' + "".join(f"{row}\n" for row in rows))
    return found
