"""Undocumented behaviour of uvicorn on which server/web relies, and for which its version is pinned."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tests.web.served import until, upgrade


async def hello(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer requests with a minimal application; `/wait` answers after the client has gone."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    if scope["path"] == "/wait":
        while (await receive())["type"] != "http.disconnect":
            pass
    await send({"type": "http.response.body", "body": b"hello"})


class Upgraded(asyncio.Protocol):
    """A websocket protocol that records the calls to it."""

    def __init__(self, told: list[Any], **given: Any) -> None:
        self.told = told
        self.given = given
        self.state = given["server_state"]
        told.append(("made", sorted(given)))

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.told.append(("connection_made", transport.get_protocol() is self))
        self.state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self.told.append(("data", data))
        self.transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")

    def connection_lost(self, exc: Exception | None) -> None:
        self.told.append(("connection_lost", exc))
        self.state.connections.discard(self)

    def shutdown(self) -> None:
        self.told.append(("shutdown", None))
        self.transport.close()


class Watched(HttpToolsProtocol):
    """uvicorn's HTTP protocol with a record of the hooks that ours overrides."""

    def __init__(self, told: list[Any], **given: Any) -> None:
        super().__init__(**given)
        self.told = told

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.told.append("begin")

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.told.append(("headers", self.cycle is not None and self.cycle.response_complete))

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.told.append("complete")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.told.append(("answered", self.cycle.response_complete))

    def handle_websocket_upgrade(self) -> None:
        self.told.append("upgrade")
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.told.append("lost")


class Quiet(uvicorn.Server):
    """A server that installs no signal handlers and records the start of its shutdown."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening_at_shutdown = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.listening_at_shutdown = all(server.is_serving() for server in self.servers)
        await super().shutdown(sockets)


@contextlib.asynccontextmanager
async def running(told: list[Any]) -> AsyncIterator[tuple[Quiet, int]]:
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        hello,
        http=partial(Watched, told),  # type: ignore[arg-type]
        ws=lambda **given: Upgraded(told, **given),  # type: ignore[arg-type]
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = Quiet(config)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        await serving


@contextlib.asynccontextmanager
async def connection(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield reader, writer
    writer.close()
    await writer.wait_closed()


async def test_a_callable_makes_the_websocket_protocol_and_gets_the_whole_head() -> None:
    told: list[Any] = []
    async with running(told) as (server, port):
        async with connection(port) as (reader, writer):
            head = upgrade(X_Extra="1")
            writer.write(head[:40])
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.write(head[40:])
            await reader.readuntil(b"\r\n\r\n")
            (connected,) = server.server_state.connections
            assert isinstance(connected, Upgraded) and connected.transport.get_protocol() is connected
            writer.write(b"frames")
            await until(lambda: ("data", b"frames") in told)
        await until(lambda: server.server_state.connections == set())
    websocket = [
        each for each in told if isinstance(each, tuple) and each[0] in ("made", "data", "connection_lost")
    ]
    (made, first, second, lost) = websocket
    assert made == ("made", ["app_state", "config", "server_state"])
    assert first[1].startswith(b"GET /v1/ws HTTP/1.1\r\n") and first[1].endswith(b"\r\n\r\n")
    assert b"x-extra: 1\r\n" in first[1] and b"sec-websocket-key: " in first[1]
    assert (second, lost) == (("data", b"frames"), ("connection_lost", None))
    assert "lost" not in told, "the HTTP protocol is not told of the end of what has become a websocket"


async def test_the_hooks_of_a_request_come_in_their_order() -> None:
    told: list[Any] = []
    async with running(told) as (_, port), connection(port) as (reader, writer):
        for _ in range(2):
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
            await reader.readuntil(b"hello")
        await until(lambda: told.count(("answered", True)) == 2)
    assert told == ["begin", ("headers", False), "complete", ("answered", True)] * 2 + ["lost"]


async def test_an_upgrade_is_complete_before_it_is_handled() -> None:
    told: list[Any] = []
    async with running(told) as (_, port), connection(port) as (reader, writer):
        writer.write(upgrade())
        await reader.readuntil(b"\r\n\r\n")
    assert [each for each in told if isinstance(each, str)][:3] == ["begin", "complete", "upgrade"]


async def test_a_stop_shuts_down_every_connection_while_it_still_listens() -> None:
    told: list[Any] = []
    async with running(told) as (server, port), connection(port) as (reader, writer):
        writer.write(upgrade())
        await reader.readuntil(b"\r\n\r\n")
        server.should_exit = True
        assert await reader.read() == b""
    assert ("shutdown", None) in told and server.listening_at_shutdown


async def test_a_server_can_leave_signals_alone() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    async with running([]):
        assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


async def test_the_cycle_shows_if_an_answer_is_being_sent() -> None:
    told: list[Any] = []
    async with running(told) as (server, port), connection(port) as (reader, writer):
        writer.write(b"GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        (http,) = server.server_state.connections
        assert isinstance(http, Watched) and http.cycle is not None and not http.cycle.response_complete
        http.transport.abort()
        await until(lambda: http.cycle.disconnected)
