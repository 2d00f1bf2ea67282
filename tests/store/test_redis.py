"""The Redis store with a failing Redis: an append is repeated unchanged until its outcome is known."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Iterator

import pytest
import redis

from server.store import appender
from server.store.checksums import of_entry
from server.store.interface import Append, File, Noted, Outcome
from server.store.redis import KEEP_S, RedisStore, log_key, notes_key, table_key
from tests.store.conftest import BINARIES, REDIS
from tests.store.redis_server import RedisServer, short_directory
from tests.store.tables import BASE, MINE, Owner, opened, writing


@pytest.fixture(params=REDIS)
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    """Return a redis-server of this test alone."""
    with short_directory() as directory, RedisServer(BINARIES[request.param], directory).running() as server:
        yield server


@pytest.fixture
async def store(server: RedisServer) -> AsyncIterator[RedisStore]:
    store = await RedisStore.connect(server.url)
    yield store
    await store.close()


async def test_appends_survive_connections_that_are_cut_while_they_are_answered(
    server: RedisServer, store: RedisStore
) -> None:
    work = await writing(store)
    for _ in range(20):
        await work.goes_on()
        assert server.ask("CLIENT", "KILL", "TYPE", "normal") > 0
    await work.stop()
    await work.assert_each_once()


async def test_appends_survive_scripts_that_are_forgotten(server: RedisServer, store: RedisStore) -> None:
    work = await writing(store)
    for _ in range(20):
        await work.goes_on()
        server.ask("SCRIPT", "FLUSH")
    await work.stop()
    await work.assert_each_once()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_appends_survive_a_redis_that_is_restarted(
    server: RedisServer, store: RedisStore, number: signal.Signals
) -> None:
    work = await writing(store)
    for _ in range(4):
        await work.goes_on()
        server.end(number)
        await asyncio.sleep(0.05)
        server.start()
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def test_an_append_that_was_executed_but_never_answered_is_done_once(
    server: RedisServer, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Redis hangs, the same commands are queued repeatedly; all of them are executed in the end."""
    monkeypatch.setattr(appender, "REPLY_TIMEOUT_S", 0.2)
    work = await writing(store)
    await work.goes_on()
    with server.paused():
        await asyncio.sleep(0.1)
        before = work.done()
        await asyncio.sleep(0.9)
        assert work.done() == before
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


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
    server: RedisServer, store: RedisStore, trouble: str
) -> None:
    broken, mended = BROKEN_AND_MENDED[trouble]
    work = await writing(store)
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


async def test_appends_wait_while_redis_loads_its_data(server: RedisServer, store: RedisStore) -> None:
    work = await writing(store, ["t1", "t2", "t3"])
    server.ask("EVAL", "for n = 1, 5000 do redis.call('SET', 'filler' .. n, '') end", 0)
    server.end()
    server.start("--key-load-delay", "100", wait=False)
    assert await seen_loading(server)
    server.until_ready()
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def seen_loading(server: RedisServer) -> bool:
    """Return True if Redis reports that it loads its data before it answers."""
    while True:
        try:
            server.ask("PING")
            return False
        except redis.BusyLoadingError:
            return True
        except (redis.RedisError, OSError):
            await asyncio.sleep(0.01)


async def test_a_failing_callback_of_one_table_stops_no_other(store: RedisStore) -> None:
    faulty, sound = await opened(store, "t1"), await opened(store, "t2")

    def fault(outcome: Outcome) -> None:
        raise ValueError("a fault in the room")

    store.append(Append(table="t1", deal=0, index=2, token=MINE, entry=b"one"), fault)
    assert await sound.appends(b"two") is Outcome.DONE
    assert await sound.appends(b"three") is Outcome.DONE
    assert await faulty.log() == (BASE, b"one")


async def test_a_store_without_redis_raises_an_error(server: RedisServer, store: RedisStore) -> None:
    server.end()
    for call in (
        lambda: store.load("t1"),
        lambda: store.about("t1"),
        lambda: store.tables(),
        lambda: store.beat("hub"),
        lambda: store.beat_age_ms("hub"),
        lambda: store.guest("hash"),
        lambda: store.put_guest("hash", b"", 5),
        lambda: store.file("sha"),
        lambda: store.put_file("sha", File("text/plain", b"1NT 12-14"), 5),
        lambda: store.claim("t1", MINE, MINE),
        lambda: Owner(store).opens(),
    ):
        with pytest.raises(OSError):
            await call()
    with pytest.raises(OSError):
        await RedisStore.connect(server.url)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--appendonly", "yes", "--appendfsync", "always"), "always"),
        (("--appendonly", "yes", "--appendfsync", "everysec"), "second"),
        (("--appendonly", "yes", "--appendfsync", "no"), "none"),
        (("--appendonly", "no"), "none"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_the_reported_durability_is_that_of_redis(
    server: RedisServer, options: tuple[str, ...], told: str
) -> None:
    server.end()
    server.start(*options)
    store = await RedisStore.connect(server.url)
    assert store.durability == told
    await store.close()


async def test_the_log_of_a_finished_deal_is_kept_for_a_while_and_the_present_one_for_good(
    server: RedisServer, store: RedisStore
) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert server.ask("TTL", log_key("t1", 0)) == -1
    await owner.deals(b"second")
    assert 0 < server.ask("TTL", log_key("t1", 0)) <= KEEP_S
    assert server.ask("TTL", log_key("t1", 1)) == server.ask("TTL", table_key("t1")) == -1


async def test_the_notes_of_a_finished_deal_are_kept_as_long_as_its_log(
    server: RedisServer, store: RedisStore
) -> None:
    owner = await opened(store)
    store.note("t1", MINE, Noted(0, "ann", 3, "red"), owner.answers.append)
    await owner.appends(b"one")
    assert server.ask("TTL", notes_key("t1", 0)) == -1
    await owner.deals(b"second")
    assert 0 < server.ask("TTL", notes_key("t1", 0)) <= KEEP_S


async def test_entries_are_numbered_from_one(server: RedisServer, store: RedisStore) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    assert server.ask("XRANGE", log_key("t1", 0), "-", "+") == [
        (b"1-0", {b"e": BASE, b"c": of_entry("t1", 0, 1, BASE)}),
        (b"2-0", {b"e": b"one", b"c": of_entry("t1", 0, 2, b"one")}),
    ]


async def test_a_table_that_is_just_being_made_is_not_forgotten(
    server: RedisServer, store: RedisStore
) -> None:
    """The table is added to its hub's set first: the set may hold too many tables, but never too few."""
    await store.beat("north-hub")
    server.ask("SADD", "kibitz:hub:north-hub:tables", "t1")
    assert await store.tables() == ()
    assert server.ask("SISMEMBER", "kibitz:hub:north-hub:tables", "t1") == 1


@contextlib.asynccontextmanager
async def reopened(store: RedisStore, server: RedisServer) -> AsyncIterator[RedisStore]:
    await store.close()
    again = await RedisStore.connect(server.url)
    yield again
    await again.close()


async def test_tables_outlive_the_store_and_redis(server: RedisServer, store: RedisStore) -> None:
    owner = await opened(store)
    await owner.appends(b"one")
    await owner.deals(b"second")
    before = await store.load("t1")
    await store.put_guest("hash", b"ann", 3600)
    await store.put_file("sha", File("text/plain", b"1NT 12-14"), 3600)
    server.end(signal.SIGKILL)
    server.start()
    async with reopened(store, server) as again:
        assert await again.load("t1") == before
        assert await again.tables() == ("t1",)
        assert await again.guest("hash") == b"ann"
        assert await again.file("sha") == File("text/plain", b"1NT 12-14")
