"""The choice of the encoding of protocol v1 by the subprotocol of a websocket."""

from __future__ import annotations

import pytest

from protocol.v1.codec import CODECS, JSON, MSGPACK, Codec
from protocol.v1.requests import Ping
from protocol.v1.updates import Pong
from server.web.sockets import HandshakeRefused, ProtocolSocket
from tests.rooms import House
from tests.virtual import virtual
from tests.web.served import (
    Served,
    needs_redis,
    raw,
    talking,
    upgrade,
)

pytestmark = needs_redis

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


@both_codecs
async def test_both_encodings_are_spoken(server: Served, codec: Codec) -> None:
    async with talking(server, await server.guest("Ann"), codec) as ann:
        assert ann.welcome is not None and ann.welcome.you.name == "Ann"
        await ann.say(Ping(c=7))
        assert (await ann.hear(Pong)).c == 7


async def test_the_clients_order_of_subprotocols_decides(server: Served) -> None:
    async with raw(server) as connection:
        await connection.send(upgrade("soap, kibitz.v1.json, kibitz.v1.msgpack"))
        head = await connection.head()
    assert " 101 " in head and "Sec-WebSocket-Protocol: kibitz.v1.json" in head


@virtual
async def test_a_client_that_offers_no_known_subprotocol_is_refused_with_the_known_ones() -> None:
    async with House() as house:
        socket = ProtocolSocket(house.desk)
        for offered in ((), ("soap",), ("KIBITZ.V1.JSON",), ("kibitz.v2.json",)):
            with pytest.raises(HandshakeRefused) as refused:
                socket.choose(offered)
            assert refused.value.status == 400
            assert all(name in str(refused.value) for name in CODECS)
        assert socket.choose(("soap", "kibitz.v1.json")) == "kibitz.v1.json"
