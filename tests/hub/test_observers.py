"""Observers of the hub and of a table, isolated from a faulty observer, and checks of requests."""

from __future__ import annotations

import logging

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codes import Code
from protocol.v1.requests import Sit
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.observers import Checks, Observers
from server.table.commands import Command
from server.table.player import Player
from server.table.summary import Summary
from server.table.table import Table
from tests.rooms import House, as_sent
from tests.virtual import passes, virtual

PASS = as_sent(MakeCall(Call.PASS))


def fails(*event: object) -> None:
    raise ValueError("the ace of spades")


def test_observers_are_called_in_the_order_of_subscription_until_they_unsubscribe() -> None:
    told: list[str] = []
    events: Observers[[str]] = Observers("an event")
    leave = events.subscribe(lambda word: told.append(f"first {word}"))
    leave_too = events.subscribe(lambda word: told.append(f"second {word}"))
    events.notify("one")
    leave()
    leave()
    events.notify("two")
    assert told == ["first one", "second one", "second two"]
    assert events.subscribed
    leave_too()
    assert not events.subscribed


def test_an_observer_subscribed_twice_is_called_twice_and_unsubscribes_once() -> None:
    told: list[int] = []
    events: Observers[[int]] = Observers("an event")
    leave = events.subscribe(told.append)
    events.subscribe(told.append)
    leave()
    events.notify(1)
    assert told == [1]


def test_an_observer_may_unsubscribe_during_a_call_and_all_others_are_still_called() -> None:
    told: list[int] = []
    events: Observers[[int]] = Observers("an event")

    def once(number: int) -> None:
        told.append(-number)
        leave()

    leave = events.subscribe(once)
    events.subscribe(told.append)
    events.notify(1)
    events.notify(2)
    assert told == [-1, 1, 2]


def test_a_fault_of_one_observer_is_logged_without_its_text_and_stops_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[int] = []
    events: Observers[[int]] = Observers("a table's end")
    events.subscribe(fails)
    events.subscribe(told.append)
    with caplog.at_level(logging.ERROR, "kibitz.observers"):
        events.notify(1)
    assert told == [1]
    (line,) = caplog.messages
    assert "a table's end" in line and "ValueError" in line and "test_observers.py" in line
    assert "ace" not in line


def test_the_first_check_that_refuses_counts() -> None:
    asked: list[str] = []
    checks: Checks[[str]] = Checks("requests")

    def refuse(request: str) -> None:
        raise Refusal(Code.FORBIDDEN, "not now")

    checks.subscribe(asked.append)
    allow = checks.subscribe(refuse)
    checks.subscribe(asked.append)
    with pytest.raises(Refusal, match="not now"):
        checks.check("sit")
    assert asked == ["sit"]
    allow()
    checks.check("stand")
    assert asked == ["sit", "stand", "stand"]


@virtual
async def test_a_faulty_observer_of_rooms_stops_no_other_observer() -> None:
    async with House() as house:
        told: list[Summary] = []
        house.hub.changed.subscribe(fails)
        house.hub.changed.subscribe(told.append)
        table = await house.table()
        ann = house.person("Ann")
        await ann.watch(table)
        told.clear()
        assert isinstance(await ann.ask(Sit(table=table, seat=0, id=1)), Done)
        assert told and {each.id for each in told} == {table}


@virtual
async def test_a_faulty_observer_of_entries_stops_neither_the_others_nor_the_table() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        entries: list[int] = []
        room = house.room(table)
        room.committed.subscribe(fails)
        room.committed.subscribe(lambda: entries.append(room.table.index))
        before = room.table.index
        north.act(table, 1, PASS)
        await passes(10)
        east.act(table, 1, PASS, decision="0.1")
        await passes(10)
        assert entries == [before + 1, before + 2]
        assert any(isinstance(update, Done) for update in east.heard)


@virtual
async def test_a_request_with_a_forbidding_check_is_refused_and_one_with_a_faulty_check_is_not_done() -> None:
    async with House() as house:
        table, ann = await house.table(), house.person("Ann")
        await ann.watch(table)
        room = house.room(table)

        def forbid(player: Player, command: Command, after: Table) -> None:
            raise Refusal(Code.FORBIDDEN, f"{player.name} plays elsewhere")

        allow = room.checks.subscribe(forbid)
        refused = await ann.ask(Sit(table=table, seat=0, id=2))
        assert isinstance(refused, Refused) and refused.message == "Ann plays elsewhere"
        allow()
        repair = room.checks.subscribe(fails)
        refused = await ann.ask(Sit(table=table, seat=0, id=3))
        assert isinstance(refused, Refused) and refused.code == Code.INTERNAL
        repair()
        assert room.table.chairs[0].player is None
        assert isinstance(await ann.ask(Sit(table=table, seat=0, id=4)), Done)
