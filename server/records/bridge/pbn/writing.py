"""The writer of PBN 2.1 in its export format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from protocol.v1.bridge import Strain, Vulnerability
from server.records.bridge.pbn import deal, layout, sections, tables
from server.records.bridge.record import BoardRecord, Info, InfoTable, Position
from server.records.bridge.tags import tags_of_fields

_MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The 15 tags of every game, in their order (3.4)."""

_OWN = frozenset((*_MANDATORY, "Auction", "Play", "Note", tables.ESCAPES))
_NAME = re.compile("[A-Za-z0-9_]+")


def dumps(records: Sequence[BoardRecord]) -> str:
    """Return the text of a file with the records, without the content that PBN cannot hold.

    Lines end with line feeds, although the standard requires CRLF. Alerts are written as notes. Two
    additional tags hold content for which there is no standard tag: `Alerts` has the calls that were both
    alerted and explained, and `BoardName` has the name of a board with a number. A value that is too long
    for a line of 255 characters is cut in its tag and written completely in a comment. No record raises an
    error.
    """
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(_game(record) for record in records)


def _game(record: BoardRecord) -> str:
    info = tags_of_fields(record)
    hidden = info.pop(tables.ESCAPES, None)
    comments = sections.comments_by_position(record)
    lines, cut_values = _identification(record, info)
    parts = [
        *_escapes(hidden),
        *(f"{line}\n" for line in lines),
        layout.lines([*cut_values, *comments[0, 0]]),
        sections.auction_section(record, comments),
        sections.play_section(record, comments),
        *_tables(info),
    ]
    return "".join(parts)


def _escapes(hidden: str | InfoTable | None) -> list[str]:
    """Return the % lines, which precede the game."""
    values = tables.escaped(hidden) if isinstance(hidden, InfoTable) else []
    return [f"%{layout.clean(line)[: layout.LONGEST - 1]}\n" for line in values]


def _identification(record: BoardRecord, info: Info) -> tuple[list[str], list[str]]:
    """Return the tags of the identification section, and comments with the complete values that were cut."""
    values = dict.fromkeys(_MANDATORY, "?")
    values |= {name: value for name, value in info.items() if name in values and isinstance(value, str)}
    values |= _board(record) | _outcome(record, info)
    additional = {name: value for name, value in info.items() if isinstance(value, str)} | _beyond(record)
    for name in sorted(additional):
        if name not in _OWN and _NAME.fullmatch(name):
            values[name] = additional[name]
    lines, cut_values = [], []
    for name, value in values.items():
        line, is_cut = layout.tag(name, value)
        lines.append(line)
        if is_cut:
            cut_values.append(f"{name}: {value}")
    return lines, cut_values


def _board(record: BoardRecord) -> dict[str, str]:
    """Return the tags of the deal."""
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
    """Return the additional tags for values without a standard tag."""
    values = {"Alerts": sections.alerts(record)}
    if record.name is not None and _is_beside(record):
        values["BoardName"] = record.name
    return {name: value for name, value in values.items() if value}


def _is_beside(record: BoardRecord) -> bool:
    """Return True if the name needs the tag BoardName, because the tag Board has the board's number.

    The name also needs the tag BoardName if it looks like a number.
    """
    return record.number is not None or (record.name or "").strip().isdigit()


def _outcome(record: BoardRecord, info: Info) -> dict[str, str]:
    """Return the tags for contract, declarer and result; a caret in `info` marks an irregularity (3.4.13).

    A play requires a contract (3.1), which follows from the calls if the record has none.
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
    """Return the supplemental sections in the order of their names (3.1)."""
    found = []
    for name, table in sorted(info.items(), key=lambda each: each[0]):
        if isinstance(table, str) or name in _OWN or not _NAME.fullmatch(name):
            continue
        value = layout.clean(tables.header(table)).replace('"', "'")
        rows = tables.rows(table, layout.LONGEST)
        found.append(f'[{name} "{value}"]\n' + "".join(f"{row}\n" for row in rows))
    return found
