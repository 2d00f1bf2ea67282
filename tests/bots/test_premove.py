"""Tests of an action that a player chooses before the turn: it answers the next decision or nothing."""

from __future__ import annotations

import asyncio

from bots.client import Client
from bots.registry import View
from protocol.v1.bridge import Call, Seat
from protocol.v1.updates import Notice
from tests.bots.scripted import TABLE, ScriptedServer, dealt
from tests.bots.seats import ONE_CLUB, PASS, acts, sit, until


async def test_a_premove_is_sent_when_its_decision_comes_and_not_before(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as north, Client(server.url, token="east") as east:
        await sit(north, Seat.NORTH)
        await sit(east, Seat.EAST)
        ahead = asyncio.create_task(east.premove(TABLE, PASS))
        await asyncio.sleep(0.05)
        assert acts(server) == []
        await north.act(TABLE, ONE_CLUB)
        assert await ahead
        assert [act.decision for act in acts(server)] == ["0.0", "0.1"]


async def test_a_premove_whose_condition_is_not_met_is_never_sent(server: ScriptedServer) -> None:
    def passed_out(view: View) -> bool:
        return set(view.pub.calls.values()) == {Call.PASS}

    async with Client(server.url, token="north") as north, Client(server.url, token="east") as east:
        await sit(north, Seat.NORTH)
        at_east = await sit(east, Seat.EAST)
        ahead = asyncio.create_task(east.premove(TABLE, PASS, when=passed_out))
        await asyncio.sleep(0.05)
        await north.act(TABLE, ONE_CLUB)
        assert not await ahead
        assert (len(acts(server)), at_east.decision) == (1, "0.1")


async def test_a_premove_does_not_answer_a_decision_that_has_arrived_before(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as north:
        at_north = await sit(north, Seat.NORTH)
        assert at_north.decision is not None
        ahead = asyncio.create_task(north.premove(TABLE, PASS))
        await asyncio.sleep(0.05)
        await north.act(TABLE, ONE_CLUB)
        await until(lambda: at_north.decision is None)
        assert len(acts(server)) == 1
        ahead.cancel()


async def test_a_premove_does_not_answer_a_decision_of_another_deal(server: ScriptedServer) -> None:
    async with Client(server.url, token="east") as east:
        at_east = await sit(east, Seat.EAST)
        ahead = asyncio.create_task(east.premove(TABLE, PASS))
        await asyncio.sleep(0.05)
        server.state = dealt(seed=2, board=2)
        server.publish()
        assert not await asyncio.wait_for(ahead, 5)
        assert at_east.decision is not None
        assert acts(server) == []


async def test_a_premove_ends_with_its_table(server: ScriptedServer) -> None:
    async with Client(server.url, token="east") as east:
        await sit(east, Seat.EAST)
        ahead = asyncio.create_task(east.premove(TABLE, PASS))
        await asyncio.sleep(0.05)
        for line in server.lines:
            server.send(line, Notice(kind="closing", table=TABLE, message="the host has ended the table"))
        assert not await asyncio.wait_for(ahead, 5)
