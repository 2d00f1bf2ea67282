"""The stores on which every test of the contract runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack

import pytest

from server.store.files_and_tickets import FilesAndTickets
from server.store.measures_and_audit import MeasuresAndAudit
from server.store.memory import stores_in_memory
from server.store.ownership import Ownership
from server.store.redis import connect_to_redis
from server.store.stored_guests import StoredGuests
from server.store.stores import Stores
from tests.store.redis_server import RedisServer, binaries, short_directory

BINARIES = binaries()


def _marks(source: str) -> list[pytest.MarkDecorator]:
    missing = [] if source in BINARIES else [pytest.mark.skip(f"there is no redis-server {source}")]
    return [*missing, pytest.mark.thorough] if source == "6.2" else missing


REDIS = [pytest.param(source, marks=_marks(source)) for source in ("on PATH", "shipped", "6.2")]


class Clock:
    """The time of the stores: the time of stores in memory is advanced, Redis' time passes by itself."""

    def __init__(self, moved: bool) -> None:
        self.now_ms = 1_000_000
        self._moved = moved

    async def passes_ms(self, ms: int) -> None:
        if self._moved:
            self.now_ms += ms
        else:
            await asyncio.sleep(ms / 1000)


@pytest.fixture(scope="session")
def redis_servers() -> Iterator[Callable[[str], RedisServer]]:
    """Return empty redis-servers by the source of their program, each started at its first use."""
    started: dict[str, RedisServer] = {}
    with ExitStack() as ending:

        def server(source: str) -> RedisServer:
            if source not in started:
                directory = ending.enter_context(short_directory())
                new = RedisServer(BINARIES[source], directory)
                started[source] = ending.enter_context(new.running())
            started[source].ask("FLUSHALL")
            return started[source]

        yield server


@pytest.fixture(params=REDIS)
def redis_server(request: pytest.FixtureRequest, redis_servers: Callable[[str], RedisServer]) -> RedisServer:
    return redis_servers(request.param)


@pytest.fixture(params=["memory", *REDIS])
def kind(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def clock(kind: str) -> Clock:
    return Clock(moved=kind == "memory")


@pytest.fixture
async def stores(
    kind: str, clock: Clock, redis_servers: Callable[[str], RedisServer]
) -> AsyncIterator[Stores]:
    """Return empty stores of each kind."""
    if kind == "memory":
        yield stores_in_memory(now_ms=lambda: clock.now_ms)
        return
    opened = await connect_to_redis(redis_servers(kind).url)
    yield opened
    await opened.close()


@pytest.fixture
def ownership(stores: Stores) -> Ownership:
    return stores.ownership


@pytest.fixture
def guests(stores: Stores) -> StoredGuests:
    return stores.guests


@pytest.fixture
def operated(stores: Stores) -> MeasuresAndAudit:
    return stores.measures_and_audit


@pytest.fixture
def kept(stores: Stores) -> FilesAndTickets:
    return stores.files_and_tickets
