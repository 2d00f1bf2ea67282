"""Sets of boards as values, and the entries of their logs, for tests."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.v1.bridge import Result, Vulnerability
from protocol.v1.requests import Policy
from server.board_sets.board_set import BoardSet, begin, fold
from server.board_sets.entries import Begun, Came, Entry, Finished, Place, Played, Reopened, Went
from server.board_sets.reports import People, Report
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import EarlierBoard, SetStanding

NOON = 1_700_000_000_000
NAMES = ("Ann", "Ben", "Cat", "Dan")
STANDING = SetStanding("evening", 3)


def begun(tables: int = 3, at_ms: int = NOON) -> Begun:
    """Return the first entry of the log of a set with the tables `t1`, `t2` and so on."""
    places = tuple(Place(f"t{number}", f"table {number}") for number in range(1, tables + 1))
    return Begun(at_ms=at_ms, places=places, policy=Policy())


def evening(*entries: Entry, tables: int = 3) -> BoardSet:
    """Return a set of boards after these entries."""
    return after(begin("evening", BRIDGE, begun(tables)), *entries)


def after(board_set: BoardSet, *entries: Entry) -> BoardSet:
    """Return a set of boards after more entries."""
    for entry in entries:
        board_set = fold(board_set, entry)
    return board_set


def finished(board: int, points: int = 90) -> EarlierBoard:
    """Return a board with a result."""
    return EarlierBoard(board, Vulnerability.NONE, Result(score_ns=points))


def played(table: str, deal: int, points: int = 90, players: tuple[str | None, ...] = NAMES) -> Played:
    """Return the entry of a table that has finished the board `deal + 1`."""
    result = msgspec.Raw(msgspec.msgpack.encode(finished(deal + 1, points)))
    return Played(at_ms=NOON, table=table, deal=deal, board=deal + 1, result=result, players=players)


def reopened(table: str, deal: int) -> Reopened:
    return Reopened(at_ms=NOON, table=table, deal=deal, board=deal + 1)


def came(table: str, player: str, office: bool = False) -> Came:
    return Came(at_ms=NOON, table=table, player=player, office=office)


def went(table: str, player: str, last: int) -> Went:
    return Went(at_ms=NOON, table=table, player=player, last=last)


def closed(table: str, last: int = -1) -> Finished:
    return Finished(at_ms=NOON, table=table, last=last)


def facts(table: str, *results: EarlierBoard, **more: Any) -> Report:
    """Return the report of a table that has finished boards 1, 2 and so on, and plays the next one."""
    deal = len(results)
    usual = {
        "table": table,
        "deal": deal,
        "known": deal,
        "finished": deal,
        "results": tuple((each.board, each) for each in results),
        "people": People(),
        "players": NAMES,
        "standing": STANDING,
        "closed": False,
    }
    return Report(**{**usual, **more})
