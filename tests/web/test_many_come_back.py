"""Many clients that come back at once: all are welcomed, and the work is spread over turns of the loop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import weakref
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from server.web.serving import ACCEPTS
from server.web.websocket import ENDS, SWEEP_PARTS
from tests.web.served import BINARY, frame, needs_redis, raw, served, talking, until

pytestmark = needs_redis
MANY = 300


@pytest.mark.thorough
async def test_guests_that_identify_at_once_while_the_store_is_slow_are_all_welcomed(data: Path) -> None:
    with served(data) as server:
        async with AsyncExitStack() as stack:
            tokens = [await server.guest(f"Guest {number}") for number in range(MANY)]
            talks = [await stack.enter_async_context(talking(server, hello=False)) for _ in range(MANY)]
            with server.redis_stopped():
                for talk, token in zip(talks, tokens, strict=True):
                    await talk.say(Hello(token=token))
                await until(lambda: all(one._session.greeted for one in server.sockets()))
            welcomes = [await talk.hear(Welcome) for talk in talks]
            assert [one.you.name for one in welcomes] == [f"Guest {number}" for number in range(MANY)]


async def test_a_turn_of_the_loop_accepts_several_connections_but_not_more_than_the_limit(data: Path) -> None:
    with served(data) as server, contextlib.ExitStack() as stack:
        counts: list[int] = []
        connections = server.server.server_state.connections

        def turn() -> None:
            counts.append(len(connections))
            if counts[-1] < 64:
                asyncio.get_running_loop().call_soon(turn)

        def connect_64_clients_before_the_next_turn() -> None:
            for _ in range(64):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            turn()

        server.call(connect_64_clients_before_the_next_turn)
        await until(lambda: counts and counts[-1] == 64)
        accepted = [late - early for early, late in pairwise(counts)]
        assert max(accepted) == ACCEPTS
        assert len([number for number in accepted if number]) <= 64 / ACCEPTS + 2


async def test_a_server_that_has_stopped_leaves_no_socket_that_listens(data: Path) -> None:
    with served(data) as server:
        port = server.port
    with contextlib.closing(socket.socket()) as client:
        assert client.connect_ex(("127.0.0.1", port)) == errno.ECONNREFUSED


async def test_the_sessions_of_many_lost_connections_end_in_several_turns(data: Path) -> None:
    with served(data) as server:
        async with AsyncExitStack() as stack:
            talks = [await stack.enter_async_context(talking(server)) for _ in range(3 * ENDS)]
            visitors = server.sockets()[0]._edge.front_desk.visitors
            counts: list[int] = []

            def turn() -> None:
                counts.append(len(visitors))
                if counts[-1]:
                    asyncio.get_running_loop().call_soon(turn)

            def lose_all_connections() -> None:
                for connection in list(server.server.server_state.connections):
                    connection._transport.abort()
                turn()

            server.call(lose_all_connections)
            await until(lambda: counts and not counts[-1])
            ended = [early - late for early, late in pairwise(counts)]
            assert [number for number in ended if number] == [ENDS, ENDS, ENDS]
            assert len(talks) == 3 * ENDS


async def test_silent_clients_that_came_at_the_same_time_are_pinged_in_parts(data: Path) -> None:
    with served(data, heartbeat_s=1.0) as server:
        async with AsyncExitStack() as stack:
            for _ in range(2 * SWEEP_PARTS):
                client = await (await stack.enter_async_context(raw(server))).upgraded()
                await client.send(frame(BINARY, MSGPACK.encode(Hello())))
            sockets = server.sockets()
            counts: list[int] = []

            def turn() -> None:
                counts.append(sum(one._ping_sent for one in sockets))
                if counts[-1] < len(sockets):
                    asyncio.get_running_loop().call_soon(turn)

            server.call(turn)
            await until(lambda: counts[-1] == len(sockets))
            assert max(late - early for early, late in pairwise(counts)) == 2


async def test_what_a_connection_leaves_behind_is_freed_without_the_garbage_collector(data: Path) -> None:
    with served(data) as server, _without_garbage_collection():
        async with raw(server) as client:
            await until(lambda: len(server.sockets()) == 1)
            http = weakref.ref(server.sockets()[0])
            await client.upgraded()
            await client.send(frame(BINARY, MSGPACK.encode(Hello())))
            await client.frame()
            await until(lambda: http() is None)
            socket_ = server.sockets()[0]
            left = [weakref.ref(each) for each in (socket_._conn, socket_._session)]
            del socket_
            client.abort()
            await until(lambda: [each() for each in left] == [None, None])


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
