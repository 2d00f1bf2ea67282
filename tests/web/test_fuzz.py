"""Fuzzing: after any input the server still runs, has logged no traceback, and the next table plays on."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.v1 import requests as ask
from protocol.v1.codec import CODECS, JSON, MSGPACK, Codec
from protocol.v1.requests import Hello, Ping, Watch
from protocol.v1.updates import Patch, Pong
from tests.markers import every
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.served import (
    BINARY,
    CLOSE,
    CONT,
    PING,
    PONG,
    TEXT,
    Raw,
    Served,
    Talk,
    frame,
    needs_redis,
    raw,
    talking,
    upgrade,
)

TAGS = (
    "hello",
    "watch",
    "unwatch",
    "open",
    "sit",
    "stand",
    "host",
    "act",
    "chat",
    "note",
    "lobby",
    "ping",
    "",
)
PLAUSIBLE: dict[str, tuple[Any, ...]] = {
    "table": ("TABLE", "nowhere", "a/b", ""),
    "seat": (0, 3, 4, 7, 8, -1),
    "as": ("seat", "public", "all", "director", 0, 7),
    "n": (1, 2, 0, 2**53),
    "decision": ("0.0", "", None),
    "action": (
        {"t": "call", "call": "P"},
        {"t": "call", "call": "8C"},
        {"t": "play", "card": "SA"},
        {"t": "deal"},
    ),
    "game": ("bridge", "chess"),
    "options": ({}, {"boards": 1}, {"boards": 0}, {"first_board": 2**64 - 1}),
    "seats": ({}, {0: "plain"}, {0: "hal"}, {9: None}),
    "policy": ({}, {"hands": "live"}, {"clock": {"kind": "board", "board_ms": 1}}, {"clock": None}),
    "boards": ("", "[Deal]", None),
    "text": ("hello", "", "x" * 600, "\x00\U0001f0a1"),
    "card": (0, 1000),
    "token": ("nonsense", None),
    "epoch": ("", None),
    "version": (0, -1, 2**63),
    "cursor": ("", "z"),
    "pause": (True, False, None),
    "terminate": (True, False),
    "name": ("", "x" * 61),
    "c": (0, 2**53, -1),
}
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False)
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from(tuple(PLAUSIBLE))


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a message like a request: a tag, an id, and fields of which most are valid."""
    message: dict[str, Any] = {"t": draw(st.sampled_from(TAGS))}
    usual = {"table", "seat", "n", "action", "text", "game"}
    for name in sorted((usual | draw(st.sets(names, max_size=9))) - {draw(names)}):
        odd = draw(st.integers(0, 9)) == 0
        message[name] = draw(anything if odd else st.sampled_from(PLAUSIBLE[name]))
    return message


def at(table: str, message: Any) -> Any:
    """Return the message with the id of an existing table."""
    return {**message, "table": table} if message.get("table") == "TABLE" else message


@settings(max_examples=150, deadline=None)
@given(st.lists(messages(), min_size=1, max_size=12), st.sampled_from((MSGPACK, JSON)))
def test_every_request_with_an_id_has_exactly_one_answer(sent: list[dict[str, Any]], codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table = await house.table()
            ann = house.person("Ann", codec)
            for id, message in enumerate(sent, 1):
                ann.tell_plain({**at(table, message), "id": id})
            await passes(2_000)
            answers = [getattr(update, "id", 0) for update in ann.heard]
            pings = {id for id, message in enumerate(sent, 1) if message["t"] == "ping"}
            if ann.closed is None:
                assert sorted(id for id in answers if id and id not in pings) == [
                    id for id in range(1, len(sent) + 1) if id not in pings
                ]
            assert {type(update).__name__ for update in ann.heard} <= {
                "Done", "Refused", "Lobby", "View", "Patch", "People", "Chat", "Pong", "Notice"
            }  # fmt: skip
            assert "internal" not in {str(getattr(update, "code", "")) for update in ann.heard}

    run()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=200), max_size=20), st.sampled_from((MSGPACK, JSON)), st.booleans())
def test_garbage_is_refused_and_ten_times_the_end(garbage: list[bytes], codec: Codec, greeted: bool) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            ann = house.person("Ann", codec) if greeted else house.caller(codec)
            for data in garbage:
                ann.session.receive(data)
            await passes(100)
            assert {type(update).__name__ for update in ann.heard} <= {"Refused", "Pong"}

    run()


def mutated(rng: Random, data: bytes) -> bytes:
    """Return the bytes with some of them flipped, cut, doubled or replaced."""
    changed = bytearray(data)
    for _ in range(rng.choice((0, 0, 1, 2, 5))):
        place = rng.randrange(len(changed) + 1)
        match rng.randrange(6):
            case 0 if changed:
                changed[place % len(changed)] ^= 1 << rng.randrange(8)
            case 1:
                del changed[place : place + rng.randrange(1, 9)]
            case 2:
                changed[place:place] = rng.randbytes(rng.randrange(1, 9))
            case 3:
                changed[place:place] = changed[: rng.randrange(1, 20)]
            case 4 if changed:
                changed[place % len(changed)] = rng.choice((0, 0x7F, 0x80, 0xC1, 0xDF, 0xFF))
            case _:
                del changed[place:]
    return bytes(changed)


def requests(rng: Random, table: str) -> Any:
    """Return a valid request at a table."""
    return rng.choice(
        (
            ask.Watch(table=table, id=rng.randrange(99)),
            ask.Watch(table=table, as_="all", id=1),
            ask.Sit(table=table, seat=rng.randrange(5), id=2),
            ask.Stand(table=table, id=3),
            ask.Act(table=table, n=rng.randrange(1, 3), action={"t": "call", "call": "P"}, decision="0.0"),
            ask.Host(table=table, pause=True, id=4),
            ask.Chat(table=table, text="hello" * rng.randrange(1, 99), id=5),
            ask.Open(game="bridge", id=6, options={"boards": 3}, seats={0: "plain"}),
            ask.Unwatch(table=table, id=7),
            ask.Lobby(id=8),
            ask.Note(table=table, card=3, text="x", id=9),
            Ping(c=rng.randrange(99)),
        )
    )


def wire(rng: Random, payload: bytes, codec: Codec) -> bytes:
    """Return a payload in one or several frames, some of which may be malformed."""
    opcode = BINARY if codec.binary else TEXT
    match rng.randrange(60):
        case 0 | 8 | 9:
            cut = rng.randrange(len(payload) + 1)
            between = frame(rng.choice((PING, PONG)), payload[:100]) if rng.random() < 0.5 else b""
            return frame(opcode, payload[:cut], fin=False) + between + frame(CONT, payload[cut:])
        case 1:
            return frame(rng.choice((PING, PONG)), payload[:125])
        case 2:
            return frame(
                rng.randrange(16), payload, fin=rng.random() < 0.8, bits=rng.choice((0, 0, 0x10, 0x40))
            )
        case 3:
            return frame(opcode, payload, mask=False)
        case 4:
            return mutated(rng, frame(opcode, payload))
        case 5:
            return frame(CLOSE, payload[: rng.randrange(126)])
        case 6:
            return rng.randbytes(rng.randrange(1, 200))
        case 7:
            return frame(opcode, payload * rng.randrange(1, 400))
        case _:
            return frame(opcode, payload)


async def chunks(rng: Random, connection: Raw, data: bytes) -> None:
    """Send the bytes in pieces of random size."""
    while data:
        size = rng.choice((1, 2, 7, 100, 10_000))
        await connection.send(data[:size])
        data = data[size:]
        if rng.random() < 0.02:
            await asyncio.sleep(0)


async def vandal(rng: Random, server: Served, table: str, token: str) -> None:
    """Send random valid and invalid messages over one websocket."""
    codec = CODECS[rng.choice(tuple(CODECS))]
    with contextlib.suppress(OSError, EOFError):
        async with raw(server) as connection:
            await connection.send(upgrade(codec.name))
            await connection.head()
            if rng.random() < 0.9:
                hello = codec.encode(Hello(token=token if rng.random() < 0.7 else None))
                await connection.send(frame(BINARY if codec.binary else TEXT, hello))
            reading = asyncio.create_task(connection.rest())
            for _ in range(rng.randrange(1, 40)):
                payload = mutated(rng, codec.encode(requests(rng, table)))
                await chunks(rng, connection, wire(rng, payload, codec))
            if rng.random() < 0.3:
                connection.abort()
            await asyncio.wait([reading], timeout=0.05)
            reading.cancel()


async def lives(watcher: Talk) -> None:
    """Check that the server answers, and that the watched game continues."""
    await watcher.say(Ping(c=1))
    await watcher.hear(Pong)
    version = (await watcher.hear(Patch)).version
    assert (await watcher.hear(Patch)).version == version + 1


@needs_redis
@pytest.mark.parametrize("seed", every(3, range(12)))
async def test_random_websocket_messages_disturb_no_other_table(server: Served, seed: int) -> None:
    rng = Random(seed)
    token = await server.guest("Ann")
    game, victim = await server.table(token), await server.table(token, policy={"hands": "live"})
    async with talking(server) as watcher:
        await watcher.ask(Watch(table=game, id=1))
        for _ in range(5):
            await asyncio.gather(*(vandal(Random(rng.random()), server, victim, token) for _ in range(6)))
            await lives(watcher)
    async with talking(server, token) as ann:
        answer = await ann.ask(Watch(table=victim, id=1))
        assert type(answer).__name__ == "Done"


WHO = b"Host: localhost\r\nAuthorization: Bearer TOKEN\r\n"
HEADS = (
    upgrade(),
    upgrade(JSON.name, Origin="http://localhost"),
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/tables?cursor=a&game=bridge HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/tables/TABLE?as=seat HTTP/1.1\r\n" + WHO + b"\r\n",
    b"GET /v1/tables/TABLE/stream HTTP/1.1\r\n" + WHO + b"\r\n",
    b"GET /v1/games/TABLE.1?format=endplay HTTP/1.1\r\n" + WHO + b"\r\n",
    b"POST /v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 14\r\n\r\n{"name":"Ann"}',
    b"POST /v1/tables HTTP/1.1\r\n" + WHO + b'Content-Length: 9\r\n\r\n{"id": 5}',
    b"POST /v1/tables HTTP/1.1\r\n" + WHO + b'Content-Type: a\r\nContent-Length: 9\r\n\r\n[Deal "N:',
    b"POST /v1/tables/TABLE/act HTTP/1.1\r\n"
    + WHO
    + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://a/v1/tables HTTP/1.0\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


async def stranger(rng: Random, server: Served, table: str, token: str) -> None:
    """Send random data that is hardly HTTP over one connection."""
    head = rng.choice(HEADS).replace(b"TABLE", table.encode()).replace(b"TOKEN", token.encode())
    with contextlib.suppress(OSError):
        async with raw(server) as connection:
            await chunks(rng, connection, mutated(rng, head))
            if rng.random() < 0.5:
                await chunks(rng, connection, mutated(rng, rng.choice(HEADS)))
            reading = asyncio.create_task(connection.rest())
            await asyncio.wait([reading], timeout=0.02)
            reading.cancel()


@needs_redis
@pytest.mark.parametrize("seed", range(4))
async def test_malformed_http_heads_disturb_no_other_table(server: Served, seed: int) -> None:
    rng = Random(seed)
    token = await server.guest("Ann")
    table = await server.table(token)
    async with talking(server) as watcher:
        await watcher.ask(Watch(table=table, id=1))
        for _ in range(10):
            await asyncio.gather(*(stranger(Random(rng.random()), server, table, token) for _ in range(20)))
            await lives(watcher)
