"""Limits of connections for an address, a player and the server, with and without a proxy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Ping
from protocol.v1.updates import Pong
from tests.web.served import (
    Served,
    needs_redis,
    raw,
    served,
    talking,
    until,
    upgrade,
)

pytestmark = needs_redis


async def answer(server: Served, request: bytes) -> str:
    """Return the status line and headers of the response to a request."""
    async with raw(server) as connection:
        await connection.send(request)
        return await connection.head()


async def refused(server: Served, **wishes: Any) -> tuple[int, str]:
    """Return the status and the retry time of a refused websocket."""
    with pytest.raises(InvalidStatus) as told:
        async with talking(server, **wishes):
            pass
    return told.value.response.status_code, told.value.response.headers["Retry-After"]


async def test_an_address_has_so_many_connections_and_gets_them_back(data: Path) -> None:
    with served(data, connections_per_address=2) as server:
        async with talking(server):
            async with talking(server):
                assert await refused(server) == (429, "5")
            await until(lambda: len(server.sockets()) == 1)
            async with talking(server):
                pass


async def test_a_server_has_so_many_connections(data: Path) -> None:
    with served(data, connections=2) as server:
        async with talking(server), talking(server):
            assert await refused(server) == (503, "5")


async def test_connections_of_an_address_may_come_only_so_fast(data: Path) -> None:
    with served(data, connects_per_address_s=0.1, connects_per_address_burst=3) as server:
        for _ in range(3):
            async with talking(server):
                pass
        assert await refused(server) == (429, "5")


async def test_handshakes_that_fail_hold_no_place(data: Path) -> None:
    with served(data, connections_per_address=2) as server:
        for _ in range(10):
            assert "HTTP/1.1 400 " in await answer(server, upgrade("soap"))
        async with talking(server):
            pass


async def test_a_trusted_proxy_names_the_address_by_its_last_word(data: Path) -> None:
    with served(data, connections_per_address=1, proxy_header="x-forwarded-for") as server:

        def via(*words: str) -> dict[str, Any]:
            return {"additional_headers": [("X-Forwarded-For", word) for word in words]}

        async with talking(server, **via("10.0.0.1")), talking(server, **via("10.0.0.1, 10.0.0.2")):
            for forged in (via("10.0.0.1"), via("10.9.9.9, 10.0.0.2"), via("10.9.9.9", "10.0.0.2")):
                assert await refused(server, **forged) == (429, "5")
        async with talking(server, **via("2001:db8::1")):
            assert await refused(server, **via("2001:db8::ffff")) == (429, "5")


async def test_a_players_oldest_connection_closes_when_there_are_too_many(data: Path) -> None:
    with served(data, connections_per_player=2) as server:
        token = await server.guest("Ann")
        async with talking(server, token) as oldest, talking(server, token), talking(server, token) as newest:
            assert await oldest.end() == CloseCode.REPLACED
            await newest.say(Ping(c=1))
            assert (await newest.hear(Pong)).c == 1
