"""Two hubs on one Redis behind one address, as far as a test can tell: each request goes to the next hub."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from server.hub.contact import DEAD_MS
from server.hub.far.announcements import TOGETHER_MS
from server.hub.hub import Hub
from server.settings import Settings
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import GENEROUS, PATIENCE_S, TLS, Served

TOLD_S = 2 * TOGETHER_MS / 1000
"""The time (s) after which the other hubs know of a change of a table's people or seats."""
LISTS = ("/api/tables", "/api/lobby/tables", "/api/player/table", "/v1/tables")


BUSY = b"another server has this table now"
"""A part of the refusal by a server that has missed heartbeats of the other one, on a busy machine."""


class _InTurn(httpx.AsyncBaseTransport):
    """A transport whose requests go to one server after the other, and for lists when all know of changes.

    As clients do, it sends a request again that was refused because a hub seemed to be gone.
    """

    def __init__(self, addresses: Iterator[str]) -> None:
        self._addresses = addresses
        self._plain = httpx.AsyncHTTPTransport(verify=TLS)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET" and request.url.path in LISTS:
            await asyncio.sleep(TOLD_S)
        there = urlsplit(next(self._addresses))
        request.url = request.url.copy_with(host=there.hostname, port=there.port)
        request.headers["host"] = there.netloc
        response = await self._plain.handle_async_request(request)
        if response.status_code == 503 and BUSY in await response.aread():
            await asyncio.sleep(0.5)
            return await self.handle_async_request(request)
        return response

    async def aclose(self) -> None:
        await self._plain.aclose()


class TwoServed(Served):
    """Two running servers on one Redis; `call`, `hub` and `redis` are those of the first."""

    def __init__(self, first: Served, second: Served) -> None:
        self.both = first, second
        self.settings = first.settings
        self._turns = cycle((first.address, second.address))

    @property  # type: ignore[override]  # each look at the address is the next client's
    def address(self) -> str:
        return next(self._turns)

    @property  # type: ignore[override]  # the servers have their hubs once they run
    def hub(self) -> Hub:
        return self.both[0].hub

    @property
    def hubs(self) -> tuple[Hub, ...]:
        return tuple(each.hub for each in self.both)

    @property
    def _loop(self) -> Any:
        return self.both[0]._loop

    def call(self, look: Any) -> Any:
        return self.both[0].call(look)

    def sockets(self) -> list[Any]:
        return [socket for each in self.both for socket in each.sockets()]

    def http(self, token: str | None = None) -> httpx.AsyncClient:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return httpx.AsyncClient(
            base_url="http://kibitz", headers=headers, timeout=PATIENCE_S, transport=_InTurn(self._turns)
        )


async def _acquainted(both: tuple[Served, Served]) -> None:
    async with asyncio.timeout(PATIENCE_S + DEAD_MS / 1000):
        while not all(each.call(lambda hub=each.hub: hub.ready and bool(hub.others.loads)) for each in both):
            await asyncio.sleep(0.05)


@contextlib.contextmanager
def two_served(data: Path, **settings: Any) -> Iterator[TwoServed]:
    """Yield two servers on a redis-server of their own that know each other."""
    with short_directory() as directory, contextlib.ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        wishes = Settings(data=str(data), port=0, redis_url=redis.url, **{**GENEROUS, **settings})
        both = ending.enter_context(Served(wishes)), ending.enter_context(Served(wishes))
        for each in both:
            each.hub._contact.hold_ms = round(PATIENCE_S * 1000)
        asyncio.run(_acquainted(both))
        yield TwoServed(*both)
