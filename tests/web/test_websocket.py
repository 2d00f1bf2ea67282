"""The websocket edge with real sockets: handshakes, hello, frames, and every close code."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from protocol.v1.codec import JSON, MAX_FRAME_BYTES, MSGPACK, Codec
from protocol.v1.codes import CloseCode
from protocol.v1.requests import Chat, Hello, Ping, Watch
from protocol.v1.updates import Patch, Pong, Refused, Welcome
from server.session.session import MAX_GARBAGE
from server.web.websocket import KibitzWebSocket
from tests.web.served import (
    BINARY,
    CLOSE,
    CONT,
    PING,
    PONG,
    Raw,
    Served,
    Talk,
    frame,
    needs_redis,
    raw,
    served,
    talking,
    upgrade,
)

pytestmark = needs_redis
both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
HELLO = MSGPACK.encode(Hello())


async def answer(server: Served, request: bytes) -> str:
    """Return the status line and headers of the response to a request."""
    async with raw(server) as connection:
        await connection.send(request)
        return await connection.head()


async def greeted(connection: Raw) -> Raw:
    """Return a raw websocket that has sent `hello` and received `welcome`."""
    await connection.upgraded()
    await connection.send(frame(BINARY, HELLO))
    await connection.hears(b"welcome")
    return connection


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (upgrade(""), 400),
        (upgrade("kibitz.v2.json"), 400),
        (upgrade("<nonsense>"), 400),
        (upgrade(Sec_WebSocket_Version="12"), 400),
        (upgrade(Sec_WebSocket_Key="short"), 400),
        (upgrade(Sec_WebSocket_Key=""), 400),
        (upgrade(method="POST"), 405),
        (upgrade(path="/elsewhere"), 404),
        (upgrade(path="/v1/ws/more"), 404),
        (upgrade(path="/v2/ws"), 404),
        (upgrade(Connection="keep-alive"), 404),
        (upgrade(X_Long="x" * 9_000), 431),
        (upgrade(**{f"X-{number}": "1" for number in range(200)}), 431),
    ],
)
async def test_an_invalid_handshake_is_answered(server: Served, request_: bytes, status: int) -> None:
    assert f"HTTP/1.1 {status} " in await answer(server, request_)


async def test_nothing_is_ever_compressed(server: Served) -> None:
    head = await answer(
        server, upgrade(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits")
    )
    assert " 101 " in head and "extensions" not in head.lower()


async def test_a_token_in_the_url_is_ignored(server: Served) -> None:
    token = await server.guest("Ann")
    async with raw(server) as connection:
        await connection.send(upgrade(path=f"/v1/ws?token={token}"))
        assert " 101 " in await connection.head()
        await connection.send(frame(BINARY, HELLO))
        assert b"Ann" not in await connection.hears(b"welcome")


async def test_a_connection_with_an_unknown_token_is_closed_for_good(server: Served) -> None:
    async with talking(server, hello=False) as stranger:
        await stranger.say(Hello(token="nonsense"))
        assert (await stranger.next()).code == "unauthorized"
        assert await stranger.end() == CloseCode.UNAUTHORIZED


async def test_the_first_message_must_be_hello(server: Served) -> None:
    async with talking(server, hello=False) as stranger:
        await stranger.say(Ping())
        assert await stranger.end() == CloseCode.HELLO


async def test_a_silent_connection_is_closed(data: Path) -> None:
    with served(data, hello_s=1.0) as server:
        async with talking(server, hello=False) as silent, talking(server) as ann:
            assert await silent.end() == CloseCode.HELLO
            await ann.say(Ping(c=1))
            assert (await ann.hear(Pong)).c == 1


async def test_a_slow_store_does_not_close_a_connection_for_good_after_hello(data: Path) -> None:
    with served(data, hello_s=1.0) as server:
        token = await server.guest("Ann")
        async with talking(server, hello=False) as ann:
            with server.redis_stopped():
                await ann.say(Hello(token=token))
                await asyncio.sleep(1.5)
            assert (await ann.hear(Welcome)).you.name == "Ann"


@both_codecs
async def test_text_on_the_binary_subprotocol_and_the_other_way_round_close_the_connection(
    server: Served, codec: Codec
) -> None:
    async with talking(server, codec=codec) as ann:
        await ann.socket.send(codec.encode(Ping()), text=codec.binary)
        assert await ann.end() == CloseCode.WRONG_FRAME


async def test_ten_invalid_messages_in_a_row_close_the_connection(server: Served) -> None:
    async with talking(server) as ann:
        for _ in range(MAX_GARBAGE):
            await ann.socket.send(b"\xc1\xc1")
        for _ in range(MAX_GARBAGE):
            assert (await ann.hear(Refused)).code == "invalid_message"
        assert await ann.end() == CloseCode.GARBAGE


def padded(codec: Codec, size: int) -> bytes:
    """Return a `sit` at a missing table, padded to this size by an unknown field."""
    message = {"t": "sit", "id": 5, "table": "t", "seat": 1, "pad": "x" * 1_000}
    return codec.encode({**message, "pad": "x" * (1_000 + size - len(codec.encode(message)))})


@both_codecs
async def test_a_message_of_4_kib_is_read_and_one_byte_more_is_too_big(server: Served, codec: Codec) -> None:
    assert len(padded(codec, MAX_FRAME_BYTES)) == MAX_FRAME_BYTES
    async with talking(server, codec=codec) as ann:
        await ann.socket.send(padded(codec, MAX_FRAME_BYTES), text=not codec.binary)
        assert (await ann.hear(Refused)).code == "no_such_table"
        await ann.socket.send(padded(codec, MAX_FRAME_BYTES + 1), text=not codec.binary)
        assert await ann.end() == 1009


async def test_fragments_are_one_message_and_one_limit(server: Served) -> None:
    whole = padded(MSGPACK, MAX_FRAME_BYTES)
    async with talking(server) as ann:
        await ann.socket.send([whole[:10], b"", whole[10:4_000], whole[4_000:]])
        assert (await ann.hear(Refused)).code == "no_such_table"
        await ann.socket.send([whole, b"x"])
        assert await ann.end() == 1009


async def test_a_control_frame_between_fragments_is_answered(server: Served) -> None:
    whole = MSGPACK.encode(Ping(c=3))
    async with raw(server) as connection:
        await greeted(connection)
        await connection.send(
            frame(BINARY, whole[:2], fin=False) + frame(PING, b"?") + frame(CONT, whole[2:])
        )
        assert await connection.hears(b"pong")


async def test_a_frame_leaves_at_once_and_does_not_wait_for_more_data(server: Served) -> None:
    async with talking(server):
        (connection,) = [each for each in server.sockets() if isinstance(each, KibitzWebSocket)]
        plug = connection._transport.get_extra_info("socket")
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    "fault",
    [
        frame(BINARY, HELLO, mask=False),
        frame(BINARY, HELLO, bits=0x40),
        frame(3, b""),
        frame(11, b""),
        frame(CONT, b"out of place"),
        frame(PING, b"", fin=False),
        frame(PING, b"x" * 126),
        frame(BINARY, b"a", fin=False) + frame(BINARY, b"b"),
        frame(CLOSE, b"x"),
        frame(CLOSE, (999).to_bytes(2, "big")),
    ],
    ids=["unmasked", "reserved bit", "opcode 3", "opcode 11", "loose end", "split ping", "long ping",
         "two at once", "half a close code", "bad close code"],
)  # fmt: skip
async def test_an_invalid_websocket_frame_is_a_protocol_error(server: Served, fault: bytes) -> None:
    async with raw(server) as connection:
        await greeted(connection)
        await connection.send(fault)
        assert await connection.close_code() == 1002


async def test_a_frame_that_claims_to_be_huge_is_too_big_at_once(server: Served) -> None:
    async with raw(server) as connection:
        await greeted(connection)
        await connection.send(bytes([0x82, 0xFF]) + (1 << 40).to_bytes(8, "big"))
        assert await connection.close_code() == 1009


async def test_a_close_frame_is_answered_by_a_close_frame(server: Served) -> None:
    async with raw(server) as connection:
        await greeted(connection)
        await connection.send(frame(CLOSE, (1000).to_bytes(2, "big") + b"bye"))
        assert await connection.close_code() == 1000


@pytest.mark.parametrize("flood", [frame(PING, b""), frame(PONG, b"x"), frame(CONT, b"", fin=False)])
async def test_a_flood_of_frames_without_a_message_closes_the_connection(data: Path, flood: bytes) -> None:
    with served(data, requests_s=20.0, requests_burst=60) as server:
        async with raw(server) as connection, talking(server) as ann:
            await greeted(connection)
            await connection.send(frame(BINARY, b"", fin=False) if flood[0] == CONT else b"")
            await connection.send(flood * 1_000)
            assert await connection.close_code() in (CloseCode.RATE, 1006)
            await ann.say(Ping(c=1))
            assert (await ann.hear(Pong)).c == 1


async def test_endless_empty_fragments_use_no_memory(server: Served) -> None:
    async with raw(server) as connection:
        await greeted(connection)
        await connection.send(frame(BINARY, b"x", fin=False) + frame(CONT, b"", fin=False) * 20_000)
        await connection.send(frame(CONT, b"", fin=True))
        await connection.hears(b"refused")
        assert max(len(each._fragments) for each in server.sockets()) == 0


async def test_a_silent_client_is_pinged_and_then_disconnected(data: Path) -> None:
    with served(data, heartbeat_s=1.0) as server:
        async with raw(server) as silent, talking(server) as answering:
            await greeted(silent)
            assert await silent.frame() == (0x80 | PING, b"")
            assert await silent.close_code() == CloseCode.SILENT
            await answering.say(Ping(c=1))
            assert (await answering.hear(Pong)).c == 1


async def test_a_client_that_never_reads_has_a_bounded_buffer_and_gets_one_view(server: Served) -> None:
    token = await server.guest("Ann")
    table = await server.table(token)
    async with talking(server, token) as reader, raw(server, receive_buffer=4_096) as deaf:
        await greeted(deaf)
        await deaf.send(frame(BINARY, MSGPACK.encode(Watch(table=table, id=1))))
        await deaf.hears(b"view")
        await reader.ask(Watch(table=table, id=1))
        await reader.hear(Patch)
        stuck = await behind(server, reader, table)
        sizes = []
        for _ in range(50):
            await reader.hear(Patch)
            sizes.append(server.call(stuck._transport.get_write_buffer_size))
        assert sizes[0] == sizes[-1] < 128 * 1024
        patches, told = 0, b""
        while b"view" not in told:
            told = await deaf.hears(b"version")
            patches += b"patch" in told
        assert 0 < patches < 10_000
        assert b"patch" in await deaf.hears(b"version")


async def behind(server: Served, reader: Talk, table: str) -> Any:
    """Return the server's end of a connection that does not read, once its buffers are full of chat."""
    async with asyncio.timeout(30):
        while True:
            await reader.ask(Chat(table=table, text="x" * 500, id=2))
            for each in server.sockets():
                if getattr(each, "congested", False):
                    return each
