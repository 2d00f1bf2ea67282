"""The steps that an event takes by itself, and the entries by which it learns of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from server.events import entries
from server.events.drawing import without_absent
from server.events.entries import Entry
from server.events.event import Event, Round, TableNow, fold
from server.events.people import Entrant
from server.events.seatings import seatings
from server.events.standings import is_decided

_pack = msgspec.msgpack.Encoder().encode


class TableReport(Struct, frozen=True):
    """The facts about a table of a round: its results by the number of the deal, and if it has ended.

    Each result is paired with the number of the board, and is None if a ruling has reopened the board.
    `players` are the names at each deal, by seat.
    """

    results: Mapping[int, tuple[int, Any]]
    players: Mapping[int, tuple[str | None, ...]]
    ended: bool


def start(event: Event, at_ms: int, by: str = "", request: int = 0) -> tuple[Entry, ...]:
    """Return the log entries by which the round that has been drawn begins.

    If entrants have left since the draw, a draw without them is one of the entries.
    """
    newest = event.round
    assert newest is not None, "expected a round that has been drawn"
    conditions, draw = event.conditions, without_absent(event, newest.draw)
    drawn = () if draw is newest.draw else (entries.Drawn(draw=draw, at_ms=at_ms),)
    tables = seatings(draw, event.entrants, conditions, event.sides)
    ends_ms = at_ms + conditions.board_s * conditions.boards * 1000 if conditions.board_s else None
    started = entries.Started(tables=tables, ends_ms=ends_ms, at_ms=at_ms, by=by, request=request)
    stage = () if event.stage == "running" else (entries.Staged(stage="running", at_ms=at_ms),)
    return (*stage, *drawn, started)


def learned(event: Event, number: int, reports: Mapping[int, TableReport], at_ms: int) -> tuple[Entry, ...]:
    """Return the log entries by which an event learns what the tables of a round tell.

    Returns () if the event knows all of it already, so that a report may come again and again.
    """
    round = next((each for each in event.rounds if each.number == number), None)
    if round is None or event.stage == "final":
        return ()
    at_ms = max(at_ms, event.time_ms)
    found: list[Entry] = []
    for id, told in sorted(reports.items()):
        table = round.tables.get(id)
        if table is None:
            continue
        for deal, (board, result) in sorted(told.results.items()):
            if not _is_known(table, deal, result):
                found.append(
                    entries.Reported(
                        round=number,
                        table=id,
                        deal=deal,
                        board=board,
                        result=None if result is None else _pack(result),
                        players=told.players.get(deal, ()),
                        at_ms=at_ms,
                    )
                )
        if told.ended and not table.ended:
            found.append(entries.TableEnded(round=number, table=id, at_ms=at_ms))
    return tuple(found)


def _is_known(table: TableNow, deal: int, result: Any) -> bool:
    """Return True if the event has a table's present result of a board, also under a director's version."""
    told = [each for each in table.results.get(deal, ()) if not each.by]
    return told[-1].result == result if told else result is None


def no_shows(event: Event, absent: Mapping[int, frozenset[str]], at_ms: int) -> tuple[Entry, ...]:
    """Return the log entry by which entrants lose meetings to which none of them has come; () for none.

    `absent` has, for each table of the round that has not dealt its first board, those of its players that
    have been absent for the time of the conditions. A robot fills the seats of absent players: with one,
    entrants lose only a meeting to which none of its players has come.
    """
    playing, conditions = event.playing, event.conditions
    if playing is None or event.held_ms is not None or not conditions.no_show_s:
        return ()
    found: list[str] = []
    for meeting in playing.draw.meetings:
        tables = {
            number: each for number, each in playing.tables.items() if each.seating.meeting == meeting.table
        }
        begun = any(each.ended or each.absent or each.results for each in tables.values())
        if not tables or begun or not tables.keys() <= absent.keys():
            continue
        away = frozenset(id for number in tables for id in absent[number])
        missing = [id for id in meeting.entries if _all_of(event.entrants[id], away)]
        if conditions.robot is None or len(missing) == len(meeting.entries):
            found += missing
    return (entries.NoShow(entrants=tuple(found), at_ms=max(at_ms, event.time_ms)),) if found else ()


def _all_of(entrant: Entrant, away: frozenset[str]) -> bool:
    """Return True if all players of an entrant are among those that are absent; robots are always there."""
    return all(each.id in away for each in entrant.players)


def is_done(round: Round, table: TableNow, boards: int) -> bool:
    """Return True if a table plays no board of its round any more."""
    return table.ended or all(table.has_played(deal) for deal in range(boards))


def due_ms(event: Event) -> int | None:
    """Return the time of the next step that an event takes by itself, None if there is none."""
    if event.held_ms is not None:
        return None
    conditions, newest = event.conditions, event.round
    if event.stage == "correction":
        return event.staged_ms + conditions.correction_s * 1000
    if event.stage != "running" or newest is None:
        return newest.starts_ms if event.stage == "open" and newest is not None else None
    match newest.stage:
        case "drawn":
            return None
        case "published":
            return newest.starts_ms
        case "playing" | "closing":
            if all(is_done(newest, each, conditions.boards) for each in newest.tables.values()):
                return event.time_ms
            return min(_times(event, newest), default=None)
        case "scored":
            return None


def expire(event: Event, now_ms: int) -> tuple[Entry, ...]:
    """Return the log entries of what an event does by itself now; () if nothing is due.

    The draw of the next round is not among them, because it may take long.
    """
    due, newest = due_ms(event), event.round
    if due is None or due > now_ms:
        return ()
    at_ms = max(now_ms, event.time_ms)
    if event.stage == "correction":
        return (entries.Staged(stage="final", at_ms=at_ms),)
    if newest is None:
        return ()
    match newest.stage:
        case "drawn":
            return ()
        case "published":
            return start(event, at_ms)
        case "playing" | "closing":
            if all(is_done(newest, each, event.conditions.boards) for each in newest.tables.values()):
                scored = entries.Scored(at_ms=at_ms)
                if newest.number + 1 < event.conditions.rounds and not is_decided(fold(event, scored)):
                    return (scored,)
                return (scored, *rounds_over(event, at_ms))
            return tuple(_expired(event, newest, now_ms, at_ms))
        case "scored":
            return ()


def rounds_over(event: Event, at_ms: int, by: str = "", request: int = 0) -> tuple[Entry, ...]:
    """Return the log entries by which an event has no more rounds, and its correction period begins.

    A draw that waits is thrown away. A clock that stands runs again, since the period ends by it.
    """
    waiting = event.round is not None and event.round.stage in ("drawn", "published")
    runs = () if event.held_ms is None else (entries.Held(on=False, at_ms=at_ms),)
    undrawn = (entries.Undrawn(at_ms=at_ms),) if waiting else ()
    return (*runs, *undrawn, entries.Staged(stage="correction", at_ms=at_ms, by=by, request=request))


def _timed(event: Event, round: Round) -> Iterator[tuple[int, int, int | None]]:
    """Return each table whose time runs, with its number, its end, and the time of its warning.

    The time of the warning is None if there is none, or no more.
    """
    warning_ms = event.conditions.warning_s * 1000
    for id, table in round.tables.items():
        if table.ends_ms is None or table.closing or table.ended or event.is_held(table):
            continue
        length_ms = table.ends_ms - (round.began_ms or 0)
        warns = 0 < warning_ms * 2 <= length_ms and not table.warned
        done = is_done(round, table, event.conditions.boards)
        yield id, table.ends_ms, table.ends_ms - warning_ms if warns and not done else None


def _times(event: Event, round: Round) -> Iterator[int]:
    for _, ends_ms, warns_ms in _timed(event, round):
        yield ends_ms if warns_ms is None else warns_ms


def _expired(event: Event, round: Round, now_ms: int, at_ms: int) -> Iterator[Entry]:
    warned = []
    for id, ends_ms, warns_ms in _timed(event, round):
        if ends_ms <= now_ms:
            yield entries.Closing(table=id, at_ms=at_ms)
        elif warns_ms is not None and warns_ms <= now_ms:
            warned.append(id)
    if warned:
        yield entries.Warned(tables=tuple(warned), at_ms=at_ms)


def wants_draw(event: Event) -> bool:
    """Return True if the event itself makes the draw of the next round now."""
    newest, conditions = event.round, event.conditions
    return (
        event.stage == "running"
        and event.held_ms is None
        and newest is not None
        and newest.stage == "scored"
        and conditions.automatic
        and newest.number + 1 < conditions.rounds
    )
