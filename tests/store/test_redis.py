"""The Redis store with a failing Redis: an append is repeated unchanged until its outcome is known."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import AsyncIterator, Iterator

import pytest

from server.store.checksums import of_entry
from server.store.interface import File, Noted
from server.store.packing import KEEP_S, table_key
from server.store.redis import RedisStore, notes_key
from tests.store.conftest import BINARIES, REDIS
from tests.store.keys import found_log_key, log_key
from tests.store.redis_server import RedisServer, short_directory
from tests.store.tables import BASE, MINE, Owner, opened


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
    assert server.ask("TTL", found_log_key(server, "t1", 0)) == -1
    await owner.deals(b"second")
    assert 0 < server.ask("TTL", log_key("t1", 0)) <= KEEP_S
    assert server.ask("TTL", found_log_key(server, "t1", 1)) == server.ask("TTL", table_key("t1")) == -1


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
    assert server.ask("XRANGE", found_log_key(server, "t1", 0), "-", "+") == [
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
