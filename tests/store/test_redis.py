"""The stores in Redis: their keys and lifetimes, and what they do when Redis fails."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import AsyncIterator, Iterator

import pytest

from server.store.checksums import of_entry
from server.store.files_and_tickets import File, TicketKey, TicketKind
from server.store.packing import table_key
from server.store.redis import connect_to_redis
from server.store.redis_keys import notes_key
from server.store.stores import Stores
from server.store.table_logs import ArchivedLog, Noted
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
async def stores(server: RedisServer) -> AsyncIterator[Stores]:
    stores = await connect_to_redis(server.url)
    yield stores
    await stores.close()


async def test_a_store_without_redis_raises_an_error(server: RedisServer, stores: Stores) -> None:
    server.end()
    for call in (
        lambda: stores.logs.load("t1"),
        lambda: stores.logs.about("t1"),
        lambda: stores.logs.tables(),
        lambda: stores.ownership.beat("hub"),
        lambda: stores.ownership.beat_age_ms("hub"),
        lambda: stores.guests.find("hash"),
        lambda: stores.guests.put("hash", b"", 5),
        lambda: stores.files_and_tickets.file("sha"),
        lambda: stores.files_and_tickets.put_file("sha", File("text/plain", b"1NT 12-14"), 5),
        lambda: stores.ownership.claim("t1", MINE, MINE),
        lambda: Owner(stores).opens(),
    ):
        with pytest.raises(OSError):
            await call()
    with pytest.raises(OSError):
        await connect_to_redis(server.url)


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
    stores = await connect_to_redis(server.url)
    assert stores.logs.durability == told
    await stores.close()


async def test_the_logs_and_notes_of_all_deals_are_kept_until_they_are_dropped(
    server: RedisServer, stores: Stores
) -> None:
    owner = await opened(stores)
    stores.logs.note("t1", MINE, Noted(0, "ann", 3, "red"), owner.answers.append)
    await owner.appends(b"one")
    await owner.deals(b"second")
    keys = (log_key("t1", 0), notes_key("t1", 0), found_log_key(server, "t1", 1), table_key("t1"))
    assert [server.ask("TTL", key) for key in keys] == [-1] * 4
    assert await stores.logs.drop_deals("t1", [ArchivedLog(0, 2, (Noted(0, "ann", 3, "red"),))]) == 1
    assert [server.ask("EXISTS", key) for key in keys] == [0, 0, 1, 1]


async def test_entries_are_numbered_from_one(server: RedisServer, stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    assert server.ask("XRANGE", found_log_key(server, "t1", 0), "-", "+") == [
        (b"1-0", {b"e": BASE, b"c": of_entry("t1", 0, 1, BASE)}),
        (b"2-0", {b"e": b"one", b"c": of_entry("t1", 0, 2, b"one")}),
    ]


async def test_a_table_that_is_just_being_made_is_not_forgotten(server: RedisServer, stores: Stores) -> None:
    """The table is added to its hub's set first: the set may hold too many tables, but never too few."""
    await stores.ownership.beat("north-hub")
    server.ask("SADD", "kibitz:hub:north-hub:tables", "t1")
    assert await stores.logs.tables() == ()
    assert server.ask("SISMEMBER", "kibitz:hub:north-hub:tables", "t1") == 1


@contextlib.asynccontextmanager
async def reopened(stores: Stores, server: RedisServer) -> AsyncIterator[Stores]:
    await stores.close()
    again = await connect_to_redis(server.url)
    yield again
    await again.close()


async def test_tables_outlive_the_store_and_redis(server: RedisServer, stores: Stores) -> None:
    owner = await opened(stores)
    await owner.appends(b"one")
    await owner.deals(b"second")
    before = await stores.logs.load("t1")
    await stores.guests.put("hash", b"ann", 3600)
    await stores.files_and_tickets.put_file("sha", File("text/plain", b"1NT 12-14"), 3600)
    server.end(signal.SIGKILL)
    server.start()
    async with reopened(stores, server) as again:
        assert await again.logs.load("t1") == before
        assert await again.logs.tables() == ("t1",)
        assert await again.guests.find("hash") == b"ann"
        assert await again.files_and_tickets.file("sha") == File("text/plain", b"1NT 12-14")


async def test_the_keys_of_guests_files_and_tickets_stay_as_they_are(
    server: RedisServer, stores: Stores
) -> None:
    """Later servers must find what this one stores; the keys are written out here, as Redis has them."""
    await stores.guests.put("hash", b"ann", 3_600)
    await stores.files_and_tickets.put_file("sha", File("text/plain", b"1NT 12-14"), 3_600)
    for kind in TicketKind:
        await stores.files_and_tickets.put_ticket(TicketKey(kind, f"word of {kind.name}"), b"ticket")
    expected = {
        b"kibitz:guest:hash": 3_600,
        b"kibitz:file:sha": 3_600,
        b"kibitz:ticket:link:word of LINK": 3_600,
        b"kibitz:ticket:invite:word of INVITATION": 600,
        b"kibitz:ticket:invited:word of INVITED": 600,
        b"kibitz:ticket:seat:word of SEAT": 7 * 86_400,
        b"kibitz:ticket:device:word of DEVICE_CODE": 600,
        b"kibitz:ticket:newest-device:word of NEWEST_DEVICE_CODE": 600,
        b"kibitz:ticket:robot-team:word of ROBOT_TEAM": 7 * 86_400,
    }
    assert {key for key in server.ask("KEYS", "*") if key != b"kibitz:watched"} == expected.keys()
    for key, lifetime_s in expected.items():
        assert lifetime_s - 30 < server.ask("TTL", key) <= lifetime_s
