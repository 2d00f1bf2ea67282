"""Tests of addresses, failing handshakes, and guests."""

from __future__ import annotations

import pytest

from bots.errors import Closed, GaveUp
from bots.transport import http_address, over_websocket, websocket_address
from protocol.v1.codec import JSON, MSGPACK
from tests.bots.http_servers import http, http_server
from tests.bots.scripted import ScriptedServer


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
