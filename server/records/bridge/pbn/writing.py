"""PBN 2.1 written, in export format: what a record tells, as far as the standard can hold it."""

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
    """The records as a file; `loads` reads it. Its lines end in line feeds, which the standard wants as CRLF.

    Alerts are notes; a tag `Alerts` names the calls that were both alerted and explained, `BoardName` a name
    beside the number. What a line of 255 signs cannot hold is told whole in a comment and cut where it stood;
    what has no place in PBN is left out. Never raises.
    """
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(_game(record) for record in records)


def _game(record: BoardRecord) -> str:
    info = tags_of_fields(record)
    hidden = info.pop(tables.ESCAPES, None)
    said = sections.remarks(record)
    lines, beside = _identification(record, info)
    parts = [
        *_escapes(hidden),
        *(f"{line}\n" for line in lines),
        layout.lines([*beside, *said[0, 0]]),
        sections.auction(record, said),
        sections.the_play(record, said),
        *_tables(info),
    ]
    return "".join(parts)


def _escapes(hidden: str | InfoTable | None) -> list[str]:
    """The % lines, which stand ahead of the game."""
    told = tables.escaped(hidden) if isinstance(hidden, InfoTable) else []
    return [f"%{layout.clean(line)[: layout.LONGEST - 1]}\n" for line in told]


def _identification(record: BoardRecord, info: Info) -> tuple[list[str], list[str]]:
    """The tags of the identification section, and comments that tell what had to be cut there."""
    told = dict.fromkeys(_MANDATORY, "?")
    told |= {name: value for name, value in info.items() if name in told and isinstance(value, str)}
    told |= _board(record) | _outcome(record, info)
    beyond = {name: value for name, value in info.items() if isinstance(value, str)} | _beyond(record)
    for name in sorted(beyond):
        if name not in _OWN and _NAME.fullmatch(name):
            told[name] = beyond[name]
    lines, beside = [], []
    for name, value in told.items():
        line, is_cut = layout.tag(name, value)
        lines.append(line)
        if is_cut:
            beside.append(f"{name}: {value}")
    return lines, beside


def _board(record: BoardRecord) -> dict[str, str]:
    """What was dealt."""
    named = None if _is_beside(record) else record.name
    if record.number is not None:
        named = str(record.number)
    told = {"Board": named or "?", "Deal": deal.written(record.hands, record.dealer)}
    told["Dealer"] = "?" if record.dealer is None else record.dealer.letter
    if record.vulnerable is not None:
        told["Vulnerable"] = "All" if record.vulnerable is Vulnerability.BOTH else record.vulnerable.value
    else:
        told["Vulnerable"] = "?"
    return told


def _beyond(record: BoardRecord) -> dict[str, str]:
    """Tags of ours for what no tag of the standard tells."""
    told = {"Alerts": sections.alerts(record)}
    if record.name is not None and _is_beside(record):
        told["BoardName"] = record.name
    return {name: value for name, value in told.items() if value}


def _is_beside(record: BoardRecord) -> bool:
    """Whether the board's name needs a tag of its own: it has a number, or the name looks like one."""
    return record.number is not None or (record.name or "").strip().isdigit()


def _outcome(record: BoardRecord, info: Info) -> dict[str, str]:
    """Contract, declarer and result; a caret in `info` marks what happened against the rules (3.4.13).

    A play needs a contract (3.1): that of the calls where the record names none.
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
        told = {"Declarer": contract.declarer.letter, "Contract": str(contract), "Result": won}
        return told | irregular
    if record.passed_out:
        return {"Contract": "Pass"} | {name: "" for name in ("Declarer", "Result") if name not in info}
    if sections.is_ending(record) and record.position != Position():
        return {"Contract": Strain(record.position.trumps).value}
    return {}


def _tables(info: Info) -> list[str]:
    """The supplemental sections, in the order of their names (3.1)."""
    found = []
    for name, table in sorted(info.items(), key=lambda each: each[0]):
        if isinstance(table, str) or name in _OWN or not _NAME.fullmatch(name):
            continue
        value = layout.clean(tables.header(table)).replace('"', "'")
        rows = tables.rows(table, layout.LONGEST)
        found.append(f'[{name} "{value}"]\n' + "".join(f"{row}\n" for row in rows))
    return found
