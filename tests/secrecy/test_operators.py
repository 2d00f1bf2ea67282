"""Operators see who is where, and no card, hand, result or score: in no answer, record or line of the log."""

from __future__ import annotations

import logging
import re
from random import Random
from typing import Any

import msgspec
import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.cards import DECK
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Open
from server.admin import office, orders
from server.admin.office import Office
from server.admin.orders import Order, ReadAudit, Signed
from server.errors import Refusal
from server.games.registry import GAMES
from server.session.conversion import read_options
from server.table.summary import Summary
from tests.hub.far.test_other_hubs import four_through, houses
from tests.rooms import QUIET, House, as_sent
from tests.secrecy.checks import secrets
from tests.secrecy.scenes.knowledge import random_deal
from tests.virtual import passes, until, virtual

TABLE = "watched"
PASS, ONE_NOTRUMP = as_sent(MakeCall(Call.PASS)), as_sent(MakeCall(Call("1NT")))
EVERY_ORDER: list[Order] = [
    orders.ListHubs(),
    orders.ListTables(),
    orders.ShowTable(TABLE),
    orders.ListPeople(),
    orders.ListMeasures(),
    orders.ListQuarantined(),
    orders.MutePlayer("p-East", 60, "m"),
    orders.LiftMute("p-East"),
    orders.RenamePlayer("p-East", "Esther", "r"),
    orders.Kick("p-South", "k"),
    orders.Ban("p-West", 60, "b"),
    orders.Ban("192.0.2.7", 60, "b"),
    orders.LiftBan("p-West"),
    orders.ReloadWords(),
    orders.DrainHub("no-such-hub"),
    orders.ShowTable(TABLE),
    orders.CloseTable(TABLE, "c"),
    orders.ShowTable(TABLE),
    orders.AddBot("engine", "Olga"),
    orders.ListBots(),
    orders.RevokeBot("engine", "b"),
    orders.ReadAudit(1_000, reads=True),
]


def everything(seed: int, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return all that an operator is told, through the hub of a table and another one, of a deal in mid-play.

    The public actions do not depend on the cards, which `seed` draws.
    """
    told: list[str] = []

    @virtual
    async def work() -> None:
        async with houses(2) as every:
            await open_table(every[0], seed)
            players = await four_through(every, TABLE)
            room = every[0].room(TABLE)
            await until(lambda: room.table.to_act)
            for number, call in enumerate((ONE_NOTRUMP, PASS, PASS)):
                player = players[(room.table.to_act[0])]
                await player.watch(TABLE, "seat")
                player.act(TABLE, 1, call)
                await until(lambda number=number: room.table.index > 6 + number)
            offices = [Office(each.desk, each.store.measures_and_audit) for each in every]
            for number, order in enumerate(EVERY_ORDER):
                try:
                    answer: object = await offices[number % 2].carry_out(Signed(order, "olga"), "operator")
                except Refusal as refusal:
                    answer = f"{refusal.code} {refusal}"
                # The token and the id of a robot are drawn anew each time.
                text = msgspec.json.encode(answer).decode()
                told.append(re.sub(r'"(token|player)":"[\w-]{16,}"', "drawn", text))
                await passes(500)
            for read in (False, True):
                kept = await every[0].store.measures_and_audit.audited(1_000, read=read)
                told.extend(map(repr, kept))

    with caplog.at_level(logging.DEBUG, "kibitz.operators"):
        work()
    lines = [record for record in caplog.records if record.name == "kibitz.operators"]
    assert len(lines) == len(EVERY_ORDER)
    told.extend(f"{record.getMessage()} {vars(record).get('target')}" for record in lines)
    caplog.clear()
    return [*map(without_ids, told)]


async def open_table(house: House, seed: int) -> None:
    options = read_options(GAMES["bridge"], {}, MSGPACK)
    request = Open(game="bridge", policy=QUIET, name="a table")
    await house.hub.open_as(TABLE, "p-Host", request, options, (random_deal(1, Random(seed)),))


def without_ids(text: str) -> str:
    """Return a text with the ids of the hubs, which differ from run to run, as one word."""
    return re.sub(r"[0-9a-f]{8,}n\d+", "HUB", text)


def test_an_operator_is_told_the_same_of_two_deals_that_differ_in_every_hand(
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, other = everything(1, caplog), everything(2, caplog)
    assert one == other
    assert '"status":"playing"' in one[2] and '"status":"closed"' in one[17]
    assert "p-South" in one[9] and TABLE in one[9]


def test_no_answer_no_record_and_no_line_names_a_card_or_a_hand(caplog: pytest.LogCaptureFixture) -> None:
    assert [*secrets(everything(3, caplog), frozenset())] == []


def test_an_answer_that_names_a_card_is_noticed(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = office._facts

    def leaks(table: Summary, hub: str) -> orders.TableFacts:
        return msgspec.structs.replace(facts(table, hub), name=DECK[7])

    monkeypatch.setattr(office, "_facts", leaks)
    assert [*secrets(everything(3, caplog), frozenset())] != []


FORBIDDEN = frozenset(
    ("cards", "hands", "hand", "result", "score", "state", "deal", "board", "view", "options")
)


def test_no_struct_of_an_answer_has_a_field_for_a_card_a_hand_or_a_result() -> None:
    definitions: dict[str, Any] = orders.schema()["$defs"]
    fields = {field for each in definitions.values() for field in each.get("properties", {})}
    assert "seats" in fields and not fields & FORBIDDEN


def test_every_order_is_tried() -> None:
    assert {type(order) for order in EVERY_ORDER} == set(orders.Order.__args__)
    assert isinstance(EVERY_ORDER[-1], ReadAudit)
