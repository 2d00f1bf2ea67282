"""Tests of the client with a server that breaks connections, stalls, repeats frames and loses frames."""

from __future__ import annotations

import asyncio

import pytest

from bots.client import Client
from bots.errors import GaveUp
from protocol.v1.bridge import Seat
from protocol.v1.codes import Code
from protocol.v1.requests import Ping
from protocol.v1.updates import Refused as RefusedUpdate
from tests.bots.scripted import TABLE, ScriptedServer, dealt
from tests.bots.seats import ONE_CLUB, knows_the_truth, sit, until


async def test_silence_is_answered_by_a_ping_and_then_by_a_new_connection() -> None:
    async with (
        ScriptedServer(dealt(), heartbeat_s=0.05).listening() as server,
        Client(server.url, token="north") as client,
    ):
        watched = await sit(client, Seat.NORTH)
        server.faults.silent = True
        await until(lambda: any(isinstance(request, Ping) for request in server.heard))
        await until(lambda: not client.connected)
        server.faults.silent = False
        for line in list(server.lines):
            line.cut(1006)
        await until(lambda: client.connected)
        await client.act(TABLE, ONE_CLUB)
        await until(lambda: knows_the_truth(watched, server))


async def test_pings_keep_a_quiet_connection_alive() -> None:
    async with (
        ScriptedServer(dealt(), heartbeat_s=0.05).listening() as server,
        Client(server.url, token="north"),
    ):
        await until(lambda: len([1 for request in server.heard if isinstance(request, Ping)]) >= 5)
        assert server.connections == 1


async def test_a_client_continues_after_a_restart_of_the_server() -> None:
    server = ScriptedServer(dealt())
    async with server.listening():
        port = int(server.url.rpartition(":")[2])
        client = await Client(server.url, token="north").__aenter__()
        watched = await sit(client, Seat.NORTH)
    await until(lambda: not client.connected)
    acting = asyncio.create_task(client.act(TABLE, ONE_CLUB))
    server.begin_epoch("e2")
    async with server.listening(port):
        await acting
        await until(lambda: knows_the_truth(watched, server))
        assert watched.epoch == "e2"
        await client.close()
    assert server.log == [(Seat.NORTH, ONE_CLUB)]


async def test_a_client_does_not_return_to_a_server_that_has_banned_it(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        updates = client.updates()
        server.lines[0].cut(4200)
        with pytest.raises(GaveUp, match="4200"):
            while True:
                await anext(updates)
        with pytest.raises(GaveUp):
            await client.act(TABLE, ONE_CLUB)
    assert server.connections == 1


async def test_an_unknown_token_raises_at_once(server: ScriptedServer) -> None:
    server.faults.welcome_refusal = RefusedUpdate(code=Code.UNAUTHORIZED, message="this token is not known")
    with pytest.raises(GaveUp, match="not known"):
        async with Client(server.url, token="nobody"):
            pass


async def test_a_client_connects_again_after_a_close_that_asks_for_it(server: ScriptedServer) -> None:
    server.faults.close_at_hello = [4000, 4001]
    async with Client(server.url, token="north") as client:
        assert client.connected
    assert server.connections == 3


async def test_without_a_server_a_client_gives_up_after_the_time_it_was_given() -> None:
    async with ScriptedServer(dealt()).listening() as server:
        url = server.url
    with pytest.raises(GaveUp, match=r"no connection to the server for 0\.2 s"):
        async with Client(url, give_up_s=0.2):
            pass


async def test_a_player_who_was_away_too_long_takes_the_seat_back(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        server.seats.clear()
        server.faults.refusals = [RefusedUpdate(code=Code.NOT_SEATED, message="you have no seat")]
        server.lines[0].cut(1006)
        await until(lambda: server.seats == {0: "north"})
        await client.act(TABLE, ONE_CLUB)
        assert watched.ended is None
        assert server.log == [(Seat.NORTH, ONE_CLUB)]
