"""A table as a stream of lines: the messages of a watch, bounded, until the table closes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from protocol.v1.requests import Chat, Watch
from protocol.v1.updates import Patch
from tests.web.served import PATIENCE_S, Served, needs_redis, raw, served, talking, until

pytestmark = needs_redis


async def lines(stream: httpx.Response, how_many: int) -> list[dict[str, Any]]:
    """Return this number of messages of a stream."""
    found = []
    async for line in stream.aiter_lines():
        if line:
            found.append(json.loads(line))
        if len(found) == how_many:
            break
    return found


async def test_a_stream_is_the_messages_of_a_watch_a_line_each(server: Served) -> None:
    token = await server.guest()
    table = await server.table(token)
    async with server.http() as http, http.stream("GET", f"/v1/tables/{table}/stream") as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        heard = await lines(stream, 12)
    assert [line["t"] for line in heard[:4]] == ["welcome", "done", "view", "people"]
    versions = [line["version"] for line in heard if line["t"] in ("view", "patch")]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


async def test_a_stream_without_permission_ends_with_a_refusal(server: Served) -> None:
    table = await server.table(await server.guest(), seats={})
    async with server.http() as http:
        url = f"/v1/tables/{table}/stream"
        async with http.stream("GET", url, params={"as": "all"}) as stream:
            heard = [json.loads(line) async for line in stream.aiter_lines() if line]
        assert [line["t"] for line in heard] == ["welcome", "refused"]
        assert (await http.get("/v1/tables/nowhere/stream")).status_code == 404


async def test_a_quiet_stream_is_kept_alive(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.web.rest.KEEPALIVE_S", 0.1)
    table = await server.table(await server.guest(), seats={})
    async with server.http() as http, http.stream("GET", f"/v1/tables/{table}/stream") as stream:
        empty = 0
        async for line in stream.aiter_lines():
            empty += not line
            if empty == 3:
                break


async def test_an_unread_stream_is_bounded_and_continues_with_a_view(server: Served) -> None:
    token = await server.guest()
    table = await server.table(token)
    async with talking(server, token) as ann, raw(server, receive_buffer=4_096) as deaf:
        await deaf.send(f"GET /v1/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await deaf.reader.readuntil(b'"t":"view"')
        await ann.ask(Watch(table=table, id=1))
        for _ in range(1_000):
            await ann.ask(Chat(table=table, text="x" * 500, id=2))
        for _ in range(20):
            await ann.hear(Patch)
        heard = b""
        async with asyncio.timeout(PATIENCE_S):
            while b'"t":"view"' not in heard:
                heard += await deaf.reader.read(65_536)
        assert len(heard) < 400_000


async def test_streams_that_end_before_they_begin_hold_no_place(data: Path) -> None:
    with served(data, connections_per_address=3) as server:
        table = await server.table(await server.guest(), seats={})
        for _ in range(30):
            async with raw(server) as connection:
                await connection.send(
                    f"GET /v1/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                )
                connection.abort()
        await until(lambda: server.sockets() == [])
        async with server.http() as http, http.stream("GET", f"/v1/tables/{table}/stream") as stream:
            assert stream.status_code == 200


async def test_an_address_has_so_many_streams(data: Path) -> None:
    with served(data, connections_per_address=1) as server:
        table = await server.table(await server.guest(), seats={})
        async with talking(server), server.http() as http:
            answer = await http.get(f"/v1/tables/{table}/stream")
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")


async def test_a_server_that_stops_ends_its_streams_in_order(data: Path) -> None:
    with served(data) as server:
        table = await server.table(await server.guest(), seats={})
        async with raw(server) as connection:
            await connection.send(
                f"GET /v1/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            )
            await connection.reader.readuntil(b'"t":"people"')
            await asyncio.to_thread(server.stop)
            assert (await connection.rest()).endswith(b"\r\n0\r\n\r\n")
