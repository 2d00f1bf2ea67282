"""HTTP connections: slow, flooding or vanished clients are disconnected without leaving any state."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.web import http
from tests.web.served import PATIENCE_S, Served, needs_redis, raw, served, until, upgrade

pytestmark = needs_redis


JSON = b"Content-Type: application/json\r\n"
HALVES = {
    "nothing at all": b"",
    "half a head": b"GET /healthz HTTP/1.1\r\nHost: lo",
    "half a body": b"POST /v1/guests HTTP/1.1\r\nHost: localhost\r\n"
    + JSON
    + b"Content-Length: 100\r\n\r\n{",
    "a second half": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1",
    "a body that is not wanted": b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"POST /v1/guests HTTP/1.1\r\nHost: localhost\r\n"
    + JSON
    + b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
}


async def test_half_open_sockets_are_closed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "HEAD_S", 0.5)
    monkeypatch.setattr(http, "BODY_S", 0.5)

    async def dawdle(server: Served, half: bytes) -> None:
        async with raw(server) as connection:
            await connection.send(half)
            await connection.rest()

    async def drip(server: Served) -> None:
        async with raw(server) as connection, asyncio.timeout(PATIENCE_S):
            await connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            reading = asyncio.create_task(connection.rest())
            while not reading.done():
                await connection.send(b"\r\n")
                await asyncio.wait([reading], timeout=0.1)

    with served(data) as server:
        await asyncio.gather(drip(server), *(dawdle(server, half) for half in HALVES.values()))
        await until(lambda: server.sockets() == [])


async def test_heads_that_never_end_are_too_large(server: Served) -> None:
    async with raw(server) as connection:
        await connection.send(b"GET /healthz HTTP/1.1\r\n" + b"X-Long: " + b"x" * 300_000)
        assert b"HTTP/1.1 431 " in await connection.rest()


async def test_requests_are_answered_in_order(server: Served) -> None:
    async with raw(server) as connection:
        await connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        assert (await connection.rest()).count(b"HTTP/1.1 ") <= 1
    async with server.http() as http:
        assert (await http.get("/healthz")).status_code == 200


async def test_no_websocket_opens_while_an_answer_is_being_sent(server: Served) -> None:
    table = await server.table(await server.guest(), seats={})
    async with raw(server) as connection:
        await connection.send(f"GET /v1/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await connection.reader.readuntil(b'"t":"view"')
        await connection.send(upgrade())
        assert b" 101 " not in await connection.rest()
    await until(lambda: not server.call(lambda: server.hub.live(table).viewers.presence.has_viewers))  # type: ignore[union-attr]


async def test_an_address_has_so_many_http_connections(data: Path) -> None:
    with served(data, connections_per_address=3) as server:
        async with raw(server), raw(server), raw(server):
            await until(lambda: len(server.sockets()) == 3)
            async with raw(server) as one_more:
                await one_more.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert await one_more.rest() == b""
        await until(lambda: server.sockets() == [])
        async with server.http() as http:
            assert (await http.get("/healthz")).status_code == 200


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/tables", "/v1/tables/t/act"])
async def test_a_client_that_leaves_during_its_body_is_not_logged(server: Served, path: str) -> None:
    who = f"Content-Type: application/json\r\nAuthorization: Bearer {await server.guest()}"
    async with raw(server) as connection:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{who}\r\nContent-Length: 99\r\n\r\n{{"
        await connection.send(head.encode())
        await asyncio.sleep(0.05)
        connection.abort()
    await asyncio.sleep(0.05)
