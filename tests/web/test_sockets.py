"""The choice of the encoding of protocol v1 by the subprotocol of a websocket."""

from __future__ import annotations

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Ping
from protocol.v1.updates import Pong
from tests.web.served import (
    Served,
    needs_redis,
    raw,
    talking,
    upgrade,
)

pytestmark = needs_redis

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


async def answer(server: Served, request: bytes) -> str:
    """Return the status line and headers of the response to a request."""
    async with raw(server) as connection:
        await connection.send(request)
        return await connection.head()


@both_codecs
async def test_both_encodings_are_spoken(server: Served, codec: Codec) -> None:
    async with talking(server, await server.guest("Ann"), codec) as ann:
        assert ann.welcome is not None and ann.welcome.you.name == "Ann"
        await ann.say(Ping(c=7))
        assert (await ann.hear(Pong)).c == 7


async def test_the_clients_order_of_subprotocols_decides(server: Served) -> None:
    head = await answer(server, upgrade("soap, kibitz.v1.json, kibitz.v1.msgpack"))
    assert " 101 " in head and "Sec-WebSocket-Protocol: kibitz.v1.json" in head
