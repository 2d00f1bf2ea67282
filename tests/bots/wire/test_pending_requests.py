"""A request is sent again, unchanged, until it is answered."""

from __future__ import annotations

import asyncio

import msgspec

from bots.client import Client
from protocol.v1.bridge import Ask, Seat
from protocol.v1.codes import Code
from protocol.v1.updates import Refused as RefusedUpdate
from tests.bots.scripted import TABLE, ScriptedServer
from tests.bots.seats import ONE_CLUB, PASS, acts, knows_the_truth, sit, until, watches


async def test_an_action_whose_answer_was_lost_is_sent_again_and_applied_once(server: ScriptedServer) -> None:
    server.faults.lose_answer = 1
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
        assert server.log == [(Seat.NORTH, ONE_CLUB)]
        assert [(act.n, act.action) for act in acts(server)] == [(1, msgspec.to_builtins(ONE_CLUB))] * 2
        server.publish()
        await until(lambda: knows_the_truth(watched, server))


async def test_an_action_that_was_lost_itself_is_sent_again(server: ScriptedServer) -> None:
    server.faults.lose_action = 2
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
    assert server.log == [(Seat.NORTH, ONE_CLUB)]
    assert {act.n for act in acts(server)} == {1}


async def test_a_refused_request_with_a_retry_time_is_sent_again(server: ScriptedServer) -> None:
    server.faults.refusals = [
        RefusedUpdate(code=Code.UNAVAILABLE, message="the store is away", retry_ms=1),
        RefusedUpdate(code=Code.RATE_LIMITED, message="too many", retry_ms=1),
    ]
    async with Client(server.url, token="north") as client:
        await client.sit(TABLE, Seat.NORTH)
        await client.watch(TABLE, "seat")
        await client.act(TABLE, ONE_CLUB)
    assert server.log == [(Seat.NORTH, ONE_CLUB)]
    assert len(watches(server)) == 3


async def test_an_action_without_a_decision_is_numbered_and_sent_again_until_answered(
    server: ScriptedServer,
) -> None:
    server.acts(Seat.NORTH, ONE_CLUB)
    async with Client(server.url, token="east") as client:
        await sit(client, Seat.EAST)
        server.faults.lose_answer = 1
        await asyncio.gather(client.act(TABLE, Ask(0, "how many?")), client.act(TABLE, PASS))
    assert [(act.n, act.action["t"], act.decision) for act in acts(server)] == [
        (1, "ask", None),
        (1, "ask", None),
        (2, "call", "0.1"),
    ]
    assert server.log[1:] == [(Seat.EAST, Ask(0, "how many?")), (Seat.EAST, PASS)]
