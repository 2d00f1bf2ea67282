"""The answers of the operators' interface as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import assert_never

from server.admin import orders
from server.admin.orders import Answer, MeasureRow, Unreached
from server.moderation.measures import until

Clock = Callable[[int], datetime]
"""A function that returns the date and time of a number of ms since 1970."""


def lines_of(answer: Answer, clock: Clock) -> list[str]:
    """Return an answer as lines of text."""
    match answer:
        case orders.Hubs():
            columns = ("hub", "release", "tables", "connections", "draining")
            hubs: list[Sequence[str]] = [
                (
                    each.hub,
                    each.release,
                    str(each.tables),
                    "?" if each.connections < 0 else str(each.connections),
                    "yes" if each.draining else "no",
                )
                for each in answer.hubs
            ]
            return _table(columns, hubs)
        case orders.Tables():
            return [*_tables(answer.tables), *_left_off(answer.left_off)]
        case orders.OneTable():
            return _one_table(answer.table)
        case orders.People():
            people = [_person(each) for each in answer.people]
            head = ("player", "name", "seats", "addresses", "follows")
            return [*_table(head, people), *_left_off(answer.left_off), *_unreached(answer.unreached)]
        case orders.TableClosed():
            return [f"table {answer.table} is closed"]
        case orders.Kicked():
            return _kicked(answer)
        case orders.Taken():
            kicked = [] if answer.kicked is None else _kicked(answer.kicked)
            return [_measure(answer.measure), *kicked, *([answer.note] if answer.note else [])]
        case orders.Lifted():
            return [f"ended: {_measure(answer.measure)}"]
        case orders.MeasuresListed():
            head = ("kind", "target", "until", "by", "reason")
            return _table(head, [_measure_row(each) for each in answer.measures])
        case orders.Quarantined():
            titles = ("table", "hub", "fault")
            listed = [(each.table, each.hub, each.fault) for each in answer.tables]
            return [*_table(titles, listed), *_unreached(answer.unreached)]
        case orders.Drained():
            return [f"hub {answer.hub} takes no more tables; {answer.left} tables are left in its memory"]
        case orders.Renamed():
            where = f"; changed at {', '.join(answer.tables)}" if answer.tables else ""
            return [f"{_measure(answer.measure)}{where}", *_unreached(answer.unreached)]
        case orders.WordsReloaded():
            read = [f"hub {each.hub}: {each.entries} entries" for each in answer.hubs]
            return [*read, *_unreached(answer.unreached)]
        case orders.BotAdded():
            return [f"{_bot(answer.bot)}", f"token (it is not shown again): {answer.token}"]
        case orders.Bots():
            columns = ("name", "owner", "player", "since", "by")
            return _table(columns, [_bot_row(each, clock) for each in answer.bots])
        case orders.BotRevoked():
            return [f"revoked: {_bot(answer.bot)}", *_kicked(answer.kicked)]
        case orders.Audited():
            return [line for record in answer.records for line in _record(record, clock)]
        case _:
            assert_never(answer)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows in columns under a head, or the word `none` if there is no row."""
    every = [head, *rows]
    if len(every) == 1:
        return ["none"]
    widths = [max(len(row[column]) for row in every) for column in range(len(head))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in every
    ]


def _bot(bot: orders.BotRow) -> str:
    return f"robot {bot.name} of {bot.owner}, player {bot.player}"


def _bot_row(bot: orders.BotRow, clock: Clock) -> Sequence[str]:
    return bot.name, bot.owner, bot.player, f"{clock(bot.began_ms):%Y-%m-%d}", bot.by


def _left_off(number: int) -> list[str]:
    return [f"and {number} more"] if number else []


def _unreached(hubs: Iterable[Unreached]) -> list[str]:
    return [f"hub {each.hub} has not done its part: {each.cause}" for each in hubs]


def _tables(tables: Iterable[orders.TableFacts]) -> list[str]:
    rows = [
        (
            each.table,
            each.game,
            each.status,
            each.hub,
            ", ".join(seat.name or "-" for seat in each.seats),
            str(len(each.people)),
            each.name,
        )
        for each in tables
    ]
    return _table(("table", "game", "status", "hub", "seats", "people", "name"), rows)


def _one_table(table: orders.TableFacts) -> list[str]:
    seats = [
        (
            str(each.seat),
            each.name or "-",
            each.player or "",
            "here" if each.here else "away",
            each.owner or "",
        )
        for each in table.seats
    ]
    return [
        f"{table.table}: {table.name or 'no name'}",
        f"{table.game}, {table.status}, access {table.access}, host {table.host or 'none'}, hub {table.hub}",
        *_table(("seat", "name", "player", "", "kept for"), seats),
        *(f"present: {each.name or '(no name)'} {each.player}" for each in table.people),
    ]


def _person(person: orders.Person) -> tuple[str, ...]:
    name = person.name if person.player else f"({len(person.connections)} without a token)"
    seats = (f"{each.table}:{each.seat}{' (absent)' if each.absent else ''}" for each in person.seats)
    addresses = dict.fromkeys(each.address or "-" for each in person.connections)
    follows = dict.fromkeys(table for each in person.connections for table in each.tables)
    return person.player, name, " ".join(seats), " ".join(addresses), " ".join(follows)


def _kicked(kicked: orders.Kicked) -> list[str]:
    seats = (
        f"; seats freed at {', '.join(kicked.tables)}" if kicked.tables else "; no seat at a table in memory"
    )
    closed = f"{kicked.player}: {kicked.connections} connections closed{seats}"
    return [closed, *_unreached(kicked.unreached)]


def _measure(measure: MeasureRow) -> str:
    end = "" if measure.until_ms is None else f" {until(measure.until_ms)}"
    name = f" {measure.name!r}" if measure.name else ""
    return f"{measure.kind}{name} of {measure.target}{end}, by {measure.by}: {measure.reason}"


def _measure_row(measure: MeasureRow) -> tuple[str, ...]:
    kind = f"{measure.kind} {measure.name!r}" if measure.name else measure.kind
    end = "" if measure.until_ms is None else until(measure.until_ms).removeprefix("until ")
    return kind, measure.target, end, measure.by, measure.reason


def _record(record: orders.AuditRecord, clock: Clock) -> list[str]:
    by = record.operator if record.operator == record.secret else f"{record.operator} ({record.secret})"
    target = f" {record.target}" if record.target else ""
    reason = f" [{record.reason}]" if record.reason else ""
    at = f"{clock(record.at_ms):%Y-%m-%d %H:%M:%S}"
    return [f"{at} {by}: {record.order}{target}{reason}: {record.outcome}"]
