"""A store that takes seconds to load: the server waits, reports the progress, and loses nothing."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import psutil
import pytest

from server.store.packing import table_key
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from tests.store.append_only import command, write_append_only_file
from tests.store.conftest import BINARIES
from tests.store.embedding import serve, started, stores_of
from tests.store.keys import log_key
from tests.store.programs import put_on_path
from tests.store.redis_server import RedisServer, embedded_data, redis_pid, seen_loading, short_directory
from tests.store.tables import BASE, META, MINE, opened

TABLES = 7_000
DELAY_US = 50
"""How long redis-server takes for each command of the append-only file; a table is three of them."""
SLOWLY = ("--key-load-delay", str(DELAY_US))

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.thorough,
]
with_one_program = pytest.mark.parametrize("data", list(BINARIES)[:1], indirect=True)
"""For what differs in no version of redis-server, as such a test takes seconds."""


def large_store() -> Iterator[bytes]:
    """Return the commands that make enough tables to keep redis-server loading for seconds."""
    fields = {"game": META.game, "revision": META.revision, "name": META.name, "host": META.host}
    fields |= {"created_ms": META.created_ms, "options": META.options, "status": "open"}
    for table in (f"t{number}" for number in range(TABLES)):
        yield command("SADD", "kibitz:hub:north-hub:tables", table)
        yield command("HSET", table_key(table), "owner", MINE, "deal", 0, *chain(*fields.items()))
        yield command("XADD", log_key(table, 0), "1-0", "e", BASE)


@pytest.fixture(params=list(BINARIES)[:2])
def data(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the data of a large stores, with a redis-server on PATH that loads it slowly."""
    with embedded_data(monkeypatch) as data:
        put_on_path(monkeypatch, data.parent, BINARIES[request.param], *SLOWLY)
        write_append_only_file(data, large_store())
        yield data


async def assert_all_tables_are_there(stores: Stores) -> None:
    """Assert that a script is answered and that the last table of the large store exists."""
    await stores.ownership.beat("north-hub")
    for number in (*range(0, TABLES, 500), TABLES - 1):
        stored = await stores.logs.load(f"t{number}")
        assert stored is not None and stored.entries == (BASE,)


def assert_seen_waiting(server: subprocess.Popen[bytes]) -> None:
    """Assert that a server logs that Redis loads, after a line on the games that a newer one takes over."""
    assert server.stderr is not None
    told = server.stderr.readline()
    assert b"loads its data" in (server.stderr.readline() if b"are taken over by" in told else told)


def told_percents(text: str) -> list[int]:
    """Return the percentages in the logged lines of progress."""
    return [int(percent) for percent in re.findall(r"loads its data: (\d+) % so far", text)]


def assert_told(text: str) -> None:
    """Assert that the lines report rising progress and the end of loading."""
    told = told_percents(text)
    assert told and told == sorted(told) and told[-1] <= 100, text
    assert "has loaded its data" in text


async def test_a_start_waits_for_the_games_and_logs_the_progress(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with started(data) as server:
            assert_told(caplog.text)
            async with stores_of(server) as stores:
                await assert_all_tables_are_there(stores)


async def test_a_redis_still_loading_when_its_server_is_killed_is_adopted_and_awaited(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serve(data) as killed:
        assert_seen_waiting(killed)
        (left,) = psutil.Process(killed.pid).children()
        killed.kill()
    with caplog.at_level(logging.WARNING):
        async with started(data) as server, stores_of(server) as stores:
            assert redis_pid(data) == left.pid
            await assert_all_tables_are_there(stores)
    assert_told(caplog.text)


@with_one_program
async def test_a_redis_that_ends_under_its_server_is_started_again_and_awaited(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with started(data) as server, stores_of(server) as stores:
        keeping = asyncio.create_task(server.keep())
        owner = await opened(stores, "another")
        pid = redis_pid(data)
        assert pid is not None
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            os.kill(pid, signal.SIGKILL)
            await owner.appends(b"one")
            assert await owner.log() == (BASE, b"one")
            while "has loaded" not in caplog.text:
                await asyncio.sleep(0.05)
        keeping.cancel()
        assert_told(caplog.text)


@with_one_program
def test_a_server_listens_when_the_games_are_there(data: Path) -> None:
    with serve(data) as server:
        assert server.stdout is not None and b"listens" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        _, told = server.communicate(timeout=30)
        assert server.returncode == 0
    assert_told(told.decode())
    assert b"Traceback" not in told


@with_one_program
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
async def test_a_server_that_is_stopped_while_it_waits_ends_in_order_and_loses_nothing(
    data: Path, number: signal.Signals
) -> None:
    with serve(data) as stopped:
        assert_seen_waiting(stopped)
        stopped.send_signal(number)
        out, told = stopped.communicate(timeout=30)
        assert stopped.returncode == 0, told
    assert out == b"" and b"stopped before it accepted connections" in told and b"Traceback" not in told
    assert redis_pid(data) is None
    async with started(data) as server, stores_of(server) as stores:
        await assert_all_tables_are_there(stores)


@pytest.mark.parametrize("source", BINARIES)
async def test_a_configured_redis_is_awaited_too(source: str, caplog: pytest.LogCaptureFixture) -> None:
    with short_directory() as directory:
        write_append_only_file(directory, large_store())
        redis_server = RedisServer(BINARIES[source], directory)
        redis_server.start(*SLOWLY, wait=False)
        try:
            assert await seen_loading(redis_server)
            with caplog.at_level(logging.WARNING):
                stores = await connect_to_redis(redis_server.url)
            await assert_all_tables_are_there(stores)
            await stores.close()
        finally:
            redis_server.end(signal.SIGKILL)
    assert_told(caplog.text)
