"""Tests of addresses, failing handshakes, and guests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bots.errors import Closed, GaveUp, Refused
from bots.guest import Guest, guest
from bots.transport import http_address, over_websocket, websocket_address
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.codes import Code
from tests.bots.scripted import ScriptedServer


@asynccontextmanager
async def http_server(answer: str) -> AsyncIterator[tuple[str, list[bytes]]]:
    """Yield the address of a server that gives each request the same answer, and the requests it got."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        asked.append(head + await reader.readexactly(int(length.group(1)) if length else 0))
        writer.write(answer.encode())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


def http(status: str, body: str = "") -> str:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}"


def test_a_server_behind_a_path_keeps_it() -> None:
    assert http_address("https://example.org/kibitz/") == "https://example.org/kibitz"
    assert websocket_address("https://example.org/kibitz") == "wss://example.org/kibitz/v1/ws"
    assert websocket_address("wss://example.org/kibitz/v1/ws") == "wss://example.org/kibitz/v1/ws"


@pytest.mark.parametrize("address", ["", "ftp://example.org", "http://", "/v1/ws"])
def test_an_invalid_address_is_named_in_the_error(address: str) -> None:
    with pytest.raises(ValueError, match="expected an address"):
        over_websocket(address, MSGPACK)


@pytest.mark.parametrize("codec", [MSGPACK, JSON])
async def test_frames_go_both_ways_and_a_close_tells_its_code(server: ScriptedServer, codec) -> None:
    transport = await over_websocket(server.url, codec)()
    await transport.send(codec.encode({"t": "hello", "token": "north"}))
    assert codec.decode_plain(await transport.receive())["t"] == "welcome"
    server.lines[0].cut(4101)
    with pytest.raises(Closed) as closed:
        await transport.receive()
    assert closed.value.code == 4101
    with pytest.raises(Closed):
        await transport.send(b"")


@pytest.mark.parametrize("status", ["503 Service Unavailable", "429 Too Many Requests"])
async def test_a_busy_server_is_tried_again(status: str) -> None:
    async with http_server(http(status)) as (url, _):
        with pytest.raises(Closed, match=status[:3]):
            await over_websocket(url, MSGPACK)()


async def test_an_address_without_a_websocket_is_given_up() -> None:
    async with http_server(http("404 Not Found")) as (url, _):
        with pytest.raises(GaveUp, match="404"):
            await over_websocket(url, MSGPACK)()


async def test_a_guest_is_made_by_name_and_gets_a_token() -> None:
    made = http("201 Created", json.dumps({"id": "g1", "name": "Ann", "token": "t"}))
    async with http_server(made) as (url, asked):
        assert await guest(url, "Ann") == Guest("g1", "Ann", "t")
    assert asked[0].startswith(b"POST /v1/guests ")
    assert asked[0].endswith(b'{"name":"Ann"}')


async def test_a_refusal_of_a_guest_has_a_reason() -> None:
    no = json.dumps({"code": "rate_limited", "message": "too many guests", "retry_ms": 500})
    async with http_server(http("429 Too Many Requests", no)) as (url, _):
        with pytest.raises(Refused, match="too many guests") as refused:
            await guest(url, "Ann")
    assert (refused.value.code, refused.value.retry_ms) == (Code.RATE_LIMITED, 500)


async def test_creating_a_guest_without_a_server_gives_up() -> None:
    async with http_server(http("200 OK", "<html>")) as (url, _):
        with pytest.raises(GaveUp, match="expected a guest"):
            await guest(url, "Ann")
    with pytest.raises(GaveUp, match="no answer"):
        await guest(url, "Ann")
