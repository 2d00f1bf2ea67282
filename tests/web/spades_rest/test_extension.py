"""The seed's API as an extension: websockets of players whose handshake names a session."""

from __future__ import annotations

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.web.served import Served, needs_redis
from tests.web.spades_rest.guests import (
    EventSocket,
    guests,
    socket_url,
)

pytestmark = needs_redis


async def test_a_session_in_the_headers_of_the_handshake_identifies_the_player(server: Served) -> None:
    async with guests(server, "Ann") as (ann,):
        head = {"x-session-id": ann.session}
        async with connect(socket_url(server), additional_headers=head) as socket:
            ear = EventSocket(socket)
            await ear.say("JOIN_LOBBY")
            assert await ear.next() == {"type": "JOINED_LOBBY", "payload": {}}
            assert socket.subprotocol is None


async def test_an_unknown_session_in_the_headers_of_the_handshake_is_401(server: Served) -> None:
    async with guests(server, "Ann", "Ben") as (ann, ben):
        for head in (
            {"x-session-id": "nonsense"},
            {"x-session-id": ann.session, "x-player-id": ben.id},
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(socket_url(server), additional_headers=head):
                    pass
            assert refused.value.response.status_code == 401
