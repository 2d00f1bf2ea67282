"""The trace of actions: one name of an action finds all lines about it, at every hub that it passes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Act, Sit, Watch
from protocol.v1.updates import Done
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person, as_sent, play_on
from tests.virtual import until, virtual
from tests.web.test_any_hub import Evening

PASS = as_sent(MakeCall(Call.PASS))


class Kept(logging.Handler):
    """A handler that keeps the records."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    """The lines of the trace, as records."""
    trace, kept = logging.getLogger("kibitz.trace"), Kept()
    trace.addHandler(kept)
    trace.setLevel(logging.DEBUG)
    yield kept.records
    trace.removeHandler(kept)
    trace.setLevel(logging.NOTSET)


def steps(lines: list[Any], hub: House) -> list[str]:
    """Return the steps that one hub has written, in their order."""
    return [line.step for line in lines if line.hub == hub.hub.id]


async def in_turn(house: House, table: str, players: list[Person]) -> Person:
    """Wait until a player has to act, and return the player."""
    await until(lambda: house.room(table).table.to_act)
    return players[house.room(table).table.to_act[0]]


async def seated(house: House, table: str, *through: House) -> list[Person]:
    """Seat four players, each through the next of some hubs."""
    players = [through[seat % len(through)].person(f"P{seat}") for seat in range(4)]
    for seat, player in enumerate(players):
        assert isinstance(await player.ask(Watch(table=table, id=1)), Done)
        assert isinstance(await player.ask(Sit(table=table, seat=seat, id=2)), Done)
    return players


@asynccontextmanager
async def at_play(lines: list[Any]) -> AsyncIterator[tuple[House, str, list[Person]]]:
    """Yield a hub that traces, a table of it and its four players, with no line but those that come now."""
    async with House(traces=True) as house:
        table = await house.table()
        players = await seated(house, table, house)
        await in_turn(house, table, players)
        lines.clear()
        yield house, table, players


async def passes_call(house: House, table: str, player: Person) -> Any:
    """Let a player pass, and return the answer."""
    decision = house.room(table).table.decision
    return await player.ask(Act(table=table, n=1, action=PASS, decision=decision, id=9))


def test_the_way_of_an_action_goes_through_both_hubs_under_one_name(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with houses(2, traces=True) as (owner, edge):
            table = await owner.table()
            players = await seated(owner, table, edge)
            player = await in_turn(owner, table, players)
            lines.clear()
            assert isinstance(await passes_call(owner, table, player), Done)

            name = f"action {table}/{player.player.id}/1: "
            assert all(name in line.getMessage() for line in lines)
            assert {(line.table, line.player, line.n) for line in lines} == {(table, player.player.id, 1)}
            assert steps(lines, edge) == ["received", "passed_on", "answered"]
            assert steps(lines, owner) == ["received", "appending", "stored", "answered"]

            received, passed_on, taken = lines[:3]
            assert received.source.startswith("connection ")
            assert (passed_on.hub, passed_on.peer) == (edge.hub.id, owner.hub.id)
            assert (taken.hub, taken.peer) == (owner.hub.id, edge.hub.id)
            number = passed_on.getMessage().rpartition("request ")[2]
            assert taken.source == f"hub {edge.hub.id}, request {number}"
            last = lines[-1]
            assert (last.hub, last.source, last.code) == (edge.hub.id, received.source, "done")
            assert last.ms >= 0

    run()


def test_a_refused_action_has_the_code_of_its_refusal_and_no_entry(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with at_play(lines) as (house, table, players):
            player = await in_turn(house, table, players)
            partner = players[(players.index(player) + 2) % 4]
            assert not isinstance(await passes_call(house, table, partner), Done)
            assert steps(lines, house) == ["received", "answered"]
            assert lines[-1].code == "not_your_turn"

    run()


def test_an_entry_is_found_by_its_number_in_the_log_of_the_deal(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with at_play(lines) as (house, table, players):
            for acted in range(3):
                await play_on(house, table, players, 1)
                await until(lambda acted=acted: steps(lines, house).count("answered") == acted + 1)
                now = house.room(table).table
                last = [line for line in lines if line.step == "stored"][-1]
                assert (last.deal, last.entry) == (now.deal, now.index)

    run()


def test_each_connection_has_a_name_of_its_own(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with at_play(lines) as (house, table, players):
            await play_on(house, table, players, 4)
            await until(lambda: steps(lines, house).count("answered") == 4)
            sources = {line.source for line in lines if line.step == "received"}
            assert len(sources) == 4

    run()


def test_without_the_trace_nothing_is_written(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            assert house.services.trace is None
            table = await house.table()
            players = await seated(house, table, house)
            player = await in_turn(house, table, players)
            assert isinstance(await passes_call(house, table, player), Done)
            assert lines == []

    run()


def test_an_action_by_http_is_followed_like_one_of_a_connection(lines: list[Any]) -> None:
    @virtual
    async def run() -> None:
        async with houses(3, traces=True) as every:
            there = Evening(every)
            await there.open()
            lines.clear()
            assert (await there.acts(there.entrances[1])).status == 200
            assert steps(lines, every[1]) == ["received", "passed_on", "answered"]
            assert steps(lines, every[0]) == ["received", "appending", "stored", "answered"]
            assert lines[0].source == "an HTTP request"

    run()
