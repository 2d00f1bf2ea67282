"""Appends to a failing Redis: each is repeated unchanged until its outcome is known."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.store import appender
from server.store.packing import table_key
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from server.store.table_logs import Append, DealLog, Outcome
from tests.ports import free_port
from tests.store.conftest import BINARIES, REDIS
from tests.store.redis_server import RedisServer, seen_loading, short_directory
from tests.store.tables import BASE, FORTY, MINE, opened, writing


@pytest.fixture(params=REDIS)
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    """Return a redis-server of this test alone."""
    with short_directory() as directory, RedisServer(BINARIES[request.param], directory).running() as server:
        yield server


@pytest.fixture
async def stores(server: RedisServer) -> AsyncIterator[Stores]:
    stores = await connect_to_redis(server.url)
    yield stores
    await stores.close()


async def test_appends_survive_connections_that_are_cut_while_they_are_answered(
    server: RedisServer, stores: Stores
) -> None:
    work = await writing(stores)
    for _ in range(20):
        await work.goes_on()
        assert server.ask("CLIENT", "KILL", "TYPE", "normal") > 0
    await work.stop()
    await work.assert_each_once()


async def test_appends_survive_scripts_that_are_forgotten(server: RedisServer, stores: Stores) -> None:
    work = await writing(stores)
    for _ in range(20):
        await work.goes_on()
        server.ask("SCRIPT", "FLUSH")
    await work.stop()
    await work.assert_each_once()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_appends_survive_a_redis_that_is_restarted(
    server: RedisServer, stores: Stores, number: signal.Signals
) -> None:
    work = await writing(stores)
    for _ in range(4):
        await work.goes_on()
        server.end(number)
        await asyncio.sleep(0.05)
        server.start()
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def test_an_append_that_was_executed_but_never_answered_is_done_once(
    server: RedisServer, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis hangs, the same commands are queued repeatedly; all of them are executed in the end."""
    monkeypatch.setattr(appender, "REPLY_TIMEOUT_S", 0.2)
    work = await writing(stores)
    await work.goes_on()
    with server.paused():
        await asyncio.sleep(0.1)
        before = work.done()
        await asyncio.sleep(0.9)
        assert work.done() == before
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def test_outcomes_whose_work_takes_long_let_the_event_loop_work_between_them(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appender, "REPORT_S", 0.001)
    owners = [await opened(stores, f"t{number}") for number in range(20)]
    reported: list[Outcome] = []

    def done(outcome: Outcome) -> None:
        time.sleep(0.002)
        reported.append(outcome)

    for owner in owners:
        log = DealLog(owner.table, owner.deal, MINE)
        stores.logs.append(Append(log, owner.index + 1, b"one"), done)
    while len(reported) < len(owners):
        before = len(reported)
        await asyncio.sleep(0)
        assert len(reported) - before <= 1
    assert set(reported) == {Outcome.DONE}


BROKEN_AND_MENDED = {
    "a replica that may not write": (
        [("REPLICAOF", "127.0.0.1", "1")],
        [("REPLICAOF", "NO", "ONE")],
    ),
    "a replica without its master": (
        [("CONFIG", "SET", "replica-serve-stale-data", "no"), ("REPLICAOF", "127.0.0.1", "1")],
        [("REPLICAOF", "NO", "ONE")],
    ),
    "too few replicas": (
        [("CONFIG", "SET", "min-replicas-to-write", "1")],
        [("CONFIG", "SET", "min-replicas-to-write", "0")],
    ),
    "no memory": (
        [("CONFIG", "SET", "maxmemory", "1")],
        [("CONFIG", "SET", "maxmemory", "0")],
    ),
}


@pytest.mark.parametrize("trouble", BROKEN_AND_MENDED)
async def test_appends_wait_while_redis_refuses_to_write(
    server: RedisServer, stores: Stores, trouble: str
) -> None:
    broken, mended = BROKEN_AND_MENDED[trouble]
    work = await writing(stores)
    await work.goes_on()
    for command in broken:
        server.ask(*command)
    await asyncio.sleep(0.1)
    before = work.done()
    await asyncio.sleep(0.2)
    assert work.done() == before
    for command in mended:
        server.ask(*command)
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def test_appends_wait_while_redis_loads_its_data(server: RedisServer, stores: Stores) -> None:
    work = await writing(stores, ["t1", "t2", "t3"])
    server.ask("EVAL", "for n = 1, 5000 do redis.call('SET', 'filler' .. n, '') end", 0)
    server.end()
    server.start("--key-load-delay", "100", wait=False)
    assert await seen_loading(server)
    server.until_ready()
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


def put(stores: Stores, table: str, outcomes: list[Outcome]) -> None:
    """Append the second entry of a table's log, without waiting for the outcome."""
    stores.logs.append(Append(DealLog(table, 0, MINE), 2, table.encode()), outcomes.append)


async def batches(server: RedisServer, stores: Stores, together: list[str], later: list[str]) -> int:
    """Append at some tables together and at others in the turns after, and return the number of batches."""
    for table in (*together, *later):
        await opened(stores, table)
    outcomes: list[Outcome] = []
    before = executed(server)
    for table in together:
        put(stores, table, outcomes)
    for table in later:
        await asyncio.sleep(0)
        put(stores, table, outcomes)
    while len(outcomes) < len(together) + len(later):
        await asyncio.sleep(0.002)
    assert set(outcomes) == {Outcome.DONE}
    return executed(server) - before


def executed(server: RedisServer) -> int:
    """Return how many batches Redis has executed."""
    return int(server.ask("INFO", "commandstats").get("cmdstat_exec", {"calls": 0})["calls"])


async def test_entries_that_come_while_a_batch_still_grows_join_it(
    server: RedisServer, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appender, "GROW_S", 60.0)
    assert await batches(server, stores, ["t1", "t2"], ["t3", "t4", "t5"]) == 1


async def test_a_batch_that_does_not_grow_any_more_is_sent(server: RedisServer, stores: Stores) -> None:
    for table in ("t1", "t2", "t3"):
        await opened(stores, table)
    outcomes: list[Outcome] = []
    before = executed(server)
    for table in ("t1", "t2"):
        put(stores, table, outcomes)
    for _ in range(3):
        await asyncio.sleep(0)
    put(stores, "t3", outcomes)
    while len(outcomes) < 3:
        await asyncio.sleep(0.002)
    assert executed(server) - before == 2


async def test_a_batch_that_grows_is_sent_once_the_turns_have_taken_some_time(
    server: RedisServer, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time at all the turn after the first one is the last."""
    monkeypatch.setattr(appender, "GROW_S", 0.0)
    assert await batches(server, stores, ["t1", "t2"], FORTY[3:]) > 1


async def test_an_entry_that_is_alone_after_another_one_that_was_alone_does_not_wait(
    server: RedisServer, stores: Stores
) -> None:
    await (await opened(stores, "t0")).appends(b"one")
    assert await batches(server, stores, ["t1"], ["t2"]) == 2


async def test_a_failing_callback_of_one_table_stops_no_other(stores: Stores) -> None:
    faulty, sound = await opened(stores, "t1"), await opened(stores, "t2")

    def fault(outcome: Outcome) -> None:
        raise ValueError("a fault in the room")

    stores.logs.append(Append(DealLog("t1", 0, MINE), 2, b"one"), fault)
    assert await sound.appends(b"two") is Outcome.DONE
    assert await sound.appends(b"three") is Outcome.DONE
    assert await faulty.log() == (BASE, b"one")


async def assert_appends_go_on_after_a_cut(server: RedisServer, url: str) -> None:
    """Assert that appends are stored, also on a second connection."""
    stores = await connect_to_redis(url)
    work = await writing(stores, ["t1", "t2"])
    await work.goes_on(20)
    assert server.ask("CLIENT", "KILL", "TYPE", "normal") > 0
    await work.goes_on(20)
    await work.stop()
    with contextlib.suppress(OSError):
        await stores.logs.tables()  # The connections for other requests were cut, too.
    await work.assert_each_once()
    await stores.close()


@pytest.mark.parametrize("source", REDIS)
async def test_each_connection_for_appends_logs_in_and_chooses_the_database(source: str) -> None:
    with short_directory() as directory:
        port = free_port()
        with RedisServer(BINARIES[source], directory, port=port).running() as server:
            server.ask("ACL", "SETUSER", "kibitz", "on", ">secret", "~kibitz:*", "+@all")
            await assert_appends_go_on_after_a_cut(server, f"redis://kibitz:secret@127.0.0.1:{port}/3")
            assert server.ask("EXISTS", table_key("t1")) == 0, "expected no table in database 0"
            assert server.ask("INFO", "keyspace").keys() == {"db3"}


WITH_TLS = [name for name, path in BINARIES.items() if b"SSL_CTX_new" in Path(path).read_bytes()]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl to make a certificate")
@pytest.mark.parametrize("source", WITH_TLS)
async def test_appends_go_through_tls(source: str) -> None:
    with short_directory() as directory:
        key, certificate = directory / "key.pem", directory / "certificate.pem"
        made = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]
        made += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(made, check=True, capture_output=True)
        port = free_port()
        options = ("--tls-port", str(port), "--tls-auth-clients", "no")
        options += ("--tls-cert-file", str(certificate), "--tls-key-file", str(key))
        options += ("--tls-ca-cert-file", str(certificate))
        server = RedisServer(BINARIES[source], directory, *options)
        server.start(wait=False)
        try:
            server.until_ready()
            await assert_appends_go_on_after_a_cut(
                server, f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={certificate}"
            )
        finally:
            server.end(signal.SIGKILL)
