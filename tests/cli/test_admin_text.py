"""The answers to operators as lines of text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from server.admin import orders
from server.admin.orders import Answer, AuditRecord, MeasureRow, Unreached
from server.cli.admin_text import lines_of

BAN = MeasureRow("ban", "ann", "cheated", "olga", 0, 60_000)
NAME = MeasureRow("name", "ann", "rude", "olga", 0, None, "Ann")
BOT = orders.BotRow("Deep", "Dora", "b1", "olga", 0)
LATE = (Unreached("h2", "hub h2 has not answered for 5 s"),)
TABLE = orders.TableFacts(
    table="t1",
    name="",
    game="bridge",
    hub="h1",
    status="playing",
    access="open",
    host="",
    seats=(
        orders.SeatRow(0, "ann", "Ann", None, True, None),
        orders.SeatRow(1, None, "plain", "plain", True, "bob"),
        orders.SeatRow(2, None, "", None, False, None),
    ),
    people=(orders.PersonHere("ann", "Ann"), orders.PersonHere("", "")),
)
CASES: list[tuple[Answer, list[str]]] = [
    (
        orders.Hubs(
            (orders.HubRow("h1", "kibitz 1", 2, 30, False), orders.HubRow("h22", "kibitz 1", 0, -1, True))
        ),
        [
            "hub  release   tables  connections  draining",
            "h1   kibitz 1  2       30           no",
            "h22  kibitz 1  0       ?            yes",
        ],
    ),
    (
        orders.Tables((TABLE,), 3),
        [
            "table  game    status   hub  seats          people  name",
            "t1     bridge  playing  h1   Ann, plain, -  2",
            "and 3 more",
        ],
    ),
    (
        orders.OneTable(TABLE),
        [
            "t1: no name",
            "bridge, playing, access open, host none, hub h1",
            "seat  name   player        kept for",
            "0     Ann    ann     here",
            "1     plain          here  bob",
            "2     -              away",
            "present: Ann ann",
            "present: (no name)",
        ],
    ),
    (
        orders.People(
            (
                orders.Person("", "", (orders.Connection("h1", "192.0.2.7", ("t1",)),) * 2),
                orders.Person("ann", "Ann", (), (orders.Place("t1", 0, False), orders.Place("t2", 3, True))),
            ),
            0,
            LATE,
        ),
        [
            "player  name                 seats               addresses  follows",
            "        (2 without a token)                      192.0.2.7  t1",
            "ann     Ann                  t1:0 t2:3 (absent)",
            "hub h2 has not done its part: hub h2 has not answered for 5 s",
        ],
    ),
    (orders.TableClosed("t1"), ["table t1 is closed"]),
    (
        orders.Kicked("ann", 2, ("t1", "t2"), LATE),
        [
            "ann: 2 connections closed; seats freed at t1, t2",
            "hub h2 has not done its part: hub h2 has not answered for 5 s",
        ],
    ),
    (
        orders.Taken(BAN, orders.Kicked("ann", 0, ()), "a note"),
        [
            "ban of ann until 1970-01-01 00:01 UTC, by olga: cheated",
            "ann: 0 connections closed; no seat at a table in memory",
            "a note",
        ],
    ),
    (orders.Lifted(BAN), ["ended: ban of ann until 1970-01-01 00:01 UTC, by olga: cheated"]),
    (
        orders.MeasuresListed((BAN, NAME)),
        [
            "kind        target  until                 by    reason",
            "ban         ann     1970-01-01 00:01 UTC  olga  cheated",
            "name 'Ann'  ann                           olga  rude",
        ],
    ),
    (
        orders.Quarantined((orders.QuarantinedTable("t1", "h1", "bad"),)),
        ["table  hub  fault", "t1     h1   bad"],
    ),
    (orders.Quarantined(()), ["none"]),
    (
        orders.BotAdded(BOT, "a-token"),
        ["robot Deep of Dora, player b1", "token (it is not shown again): a-token"],
    ),
    (
        orders.Bots((BOT,)),
        ["name  owner  player  since       by", "Deep  Dora   b1      1970-01-01  olga"],
    ),
    (
        orders.BotRevoked(BOT, orders.Kicked("b1", 1, ())),
        ["revoked: robot Deep of Dora, player b1", "b1: 1 connections closed; no seat at a table in memory"],
    ),
    (orders.Drained("h1", 2), ["hub h1 takes no more tables; 2 tables are left in its memory"]),
    (orders.Renamed(NAME, ("t1",)), ["name 'Ann' of ann, by olga: rude; changed at t1"]),
    (orders.Renamed(NAME, ()), ["name 'Ann' of ann, by olga: rude"]),
    (
        orders.WordsReloaded((orders.WordsOfHub("h1", 7),), LATE),
        ["hub h1: 7 entries", "hub h2 has not done its part: hub h2 has not answered for 5 s"],
    ),
    (
        orders.Audited(
            (
                AuditRecord(1_000, "olga", "operator", "h1", "kick", "ann", "rude", "done"),
                AuditRecord(0, "ann", "ann", "h1", "hubs", "", "", "done"),
            )
        ),
        [
            "1970-01-01 00:00:01 olga (operator): kick ann [rude]: done",
            "1970-01-01 00:00:00 ann: hubs: done",
        ],
    ),
]


@pytest.mark.parametrize(
    ("answer", "lines"), CASES, ids=lambda case: getattr(case, "__class__", case).__name__
)
def test_an_answer_is_told_in_columns_and_sentences(answer: Answer, lines: list[str]) -> None:
    told = lines_of(answer, lambda at_ms: datetime.fromtimestamp(at_ms / 1000, UTC))
    assert [line.rstrip() for line in told] == lines


def test_every_answer_has_a_case() -> None:
    assert {type(answer) for answer, _ in CASES} == set(get_args(Answer))
