"""Altered logs are refused one by one, with the position of the fault; logs of older servers are read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from server.errors import Altered, StoreError
from server.store import checksums
from server.store.memory import MemoryTables
from server.store.packing import table_key
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from server.store.table_logs import Outcome
from tests.store.altered import Change, Logs, MemoryLogs, RedisLogs, Sealed, without_checksums, zeros
from tests.store.keys import as_an_older_server_wrote_it, found_log_key, log_key
from tests.store.redis_server import RedisServer
from tests.store.tables import BASE, META, MINE, Owner, opened

BOOK = [b"entry %d: " % number + b"some words of an entry " * 4 for number in range(2, 6)]
"""Entries long enough to lose 40 bytes."""
LONG_BASE = b"base: " + b"what the deal starts from " * 4


@pytest.fixture
def logs(kind: str, stores: Stores, redis_servers: Callable[[str], RedisServer]) -> Logs:
    """Return the logs of the store under test."""
    if isinstance(stores.logs, MemoryTables):
        return MemoryLogs(stores.logs)
    return RedisLogs(redis_servers(kind))


async def written(stores: Stores, table: str = "t1") -> Owner:
    """Write a table with a finished deal and a present deal, of five entries each."""
    owner = Owner(stores, table)
    await owner.opens(base=LONG_BASE)
    for entry in BOOK:
        await owner.appends(entry)
    await owner.deals(LONG_BASE)
    for entry in BOOK:
        await owner.appends(entry)
    return owner


def altered(logs: Logs, table: str, deal: int, change: Change) -> None:
    """Change a log behind the store."""
    logs.write(table, deal, change(logs.read(table, deal)))


@pytest.mark.parametrize("index", range(1, 6))
async def test_an_entry_with_forty_zero_bytes_is_reported_with_its_position(
    stores: Stores, logs: Logs, index: int
) -> None:
    await written(stores)
    altered(logs, "t1", 1, zeros(index))
    for reading in (stores.logs.load("t1"), stores.logs.load_deal("t1", 1)):
        with pytest.raises(Altered, match=f"table t1, deal 1, entry {index}:"):
            await reading


async def test_one_altered_bit_is_detected(stores: Stores, logs: Logs) -> None:
    await written(stores)

    def flip(log: Sealed) -> Sealed:
        entry, checksum = log[2]
        return [*log[:2], (bytes([entry[0] ^ 1]) + entry[1:], checksum), *log[3:]]

    altered(logs, "t1", 1, flip)
    with pytest.raises(Altered, match="entry 3"):
        await stores.logs.load("t1")


async def test_an_altered_checksum_is_detected(stores: Stores, logs: Logs) -> None:
    await written(stores)
    altered(logs, "t1", 1, lambda log: [*log[:3], (log[3][0], bytes(8)), *log[4:]])
    with pytest.raises(Altered, match="entry 4"):
        await stores.logs.load("t1")


async def test_the_error_holds_nothing_of_the_entry(stores: Stores, logs: Logs) -> None:
    await written(stores)
    altered(logs, "t1", 1, zeros(3))
    with pytest.raises(Altered) as told:
        await stores.logs.load("t1")
    assert "words" not in str(told.value)


async def test_other_tables_and_other_deals_of_the_table_are_read(stores: Stores, logs: Logs) -> None:
    await written(stores)
    await written(stores, "t2")
    altered(logs, "t1", 0, zeros(2))
    with pytest.raises(Altered, match="table t1, deal 0, entry 2"):
        await stores.logs.load_deal("t1", 0)
    for table in ("t1", "t2"):
        stored = await stores.logs.load(table)
        assert stored is not None and stored.entries == (LONG_BASE, *BOOK)
    assert await stores.logs.load_deal("t2", 0) == (LONG_BASE, *BOOK)


MOVED: dict[str, Callable[[Sealed], Sealed]] = {
    "two have changed places": lambda log: [log[0], log[2], log[1], *log[3:]],
    "one is missing": lambda log: [log[0], *log[2:]],
    "the first is missing": lambda log: log[1:],
    "one stands there twice": lambda log: [*log[:2], log[1], *log[2:]],
}


@pytest.mark.parametrize("how", MOVED)
async def test_entries_at_wrong_positions_are_detected(stores: Stores, logs: Logs, how: str) -> None:
    await written(stores)
    altered(logs, "t1", 1, MOVED[how])
    with pytest.raises(Altered):
        await stores.logs.load("t1")


async def test_an_entry_of_another_table_or_deal_is_detected(stores: Stores, logs: Logs) -> None:
    await written(stores)
    await written(stores, "t2")
    here = logs.read("t1", 1)
    for there in (logs.read("t2", 1), logs.read("t1", 0)):
        assert there[2][0] == here[2][0], "expected the same bytes in the same place"
        logs.write("t1", 1, [*here[:2], there[2], *here[3:]])
        with pytest.raises(Altered, match="entry 3"):
            await stores.logs.load("t1")


async def test_a_log_without_checksums_is_read_as_it_is_and_continued_with_them(
    stores: Stores, logs: Logs
) -> None:
    owner = await written(stores)
    altered(logs, "t1", 1, without_checksums)
    altered(logs, "t1", 1, zeros(2))
    stored = await stores.logs.load("t1")
    assert stored is not None and stored.entries[2:] == tuple(BOOK[1:]) and stored.entries[1] != BOOK[0]
    for entry in BOOK:
        assert await owner.appends(entry) is Outcome.DONE
    assert (await owner.log())[5:] == tuple(BOOK)
    assert [checksum is None for _, checksum in logs.read("t1", 1)] == [True] * 5 + [False] * 4
    altered(logs, "t1", 1, zeros(7))
    with pytest.raises(Altered, match="entry 7"):
        await stores.logs.load("t1")


async def test_entries_that_an_older_server_wrote_in_between_are_read(stores: Stores, logs: Logs) -> None:
    await written(stores)
    altered(logs, "t1", 1, lambda log: [*log[:2], (log[2][0], None), *log[3:]])
    assert await Owner(stores).log() == (LONG_BASE, *BOOK)


async def test_an_append_that_is_sent_again_is_done_and_keeps_its_checksum(
    stores: Stores, logs: Logs
) -> None:
    owner = await opened(stores)
    for _ in range(2):
        assert await owner.appends_at(0, 2, b"one") is Outcome.DONE
    sealed = [(BASE, checksums.of_entry("t1", 0, 1, BASE)), (b"one", checksums.of_entry("t1", 0, 2, b"one"))]
    assert logs.read("t1", 0) == sealed


# Redis only: an altered hash, and data of an older server


FIELDS = {
    "game": b"spades",
    "revision": b"2",
    "name": b"Fri\0\0\0 \xe2\x99\xa0",
    "host": b"bob",
    "created_ms": b"1700000000001",
    "options": b"\x00",
    "boards": bytes(40),
    "match": b"\x00",
}


@pytest.fixture
async def redis_stores(redis_server: RedisServer) -> Stores:
    return await connect_to_redis(redis_server.url)


@pytest.mark.parametrize("field", FIELDS)
async def test_an_altered_fixed_field_of_a_hash_is_detected(
    redis_server: RedisServer, redis_stores: Stores, field: str
) -> None:
    await Owner(redis_stores).opens(replace(META, boards=b"\x91" * 60, match=b"\x92"))
    await Owner(redis_stores, "t2").opens()
    redis_server.ask("HSET", table_key("t1"), field, FIELDS[field])
    with pytest.raises(Altered, match="table t1: the stored options, boards or other fixed fields"):
        await redis_stores.logs.load("t1")
    assert await redis_stores.logs.load("t2") is not None
    assert await redis_stores.logs.about("t1") is not None
    await redis_stores.close()


async def test_owner_status_and_deal_change_as_the_table_is_played(redis_stores: Stores) -> None:
    owner = await opened(redis_stores)
    await owner.appends(b"one", status="closed")
    await owner.deals(b"second")
    assert await redis_stores.ownership.claim("t1", MINE, "south-hub:1")
    stored = await redis_stores.logs.load("t1")
    assert stored is not None and (stored.meta.status, stored.deal) == ("closed", 1)
    await redis_stores.close()


@pytest.mark.parametrize("log", ["0", "2", "0:1f", "1:1e", "2:1f"])
async def test_a_hash_that_names_another_log_is_detected(
    redis_server: RedisServer, redis_stores: Stores, log: str
) -> None:
    owner = await opened(redis_stores)
    await owner.deals(b"second")
    redis_server.ask("HSET", table_key("t1"), "log", log)
    end = log if ":" in log else f"{log}:1f"
    with pytest.raises(Altered, match=f"table t1: its hash names the log b'{end}', which does not exist"):
        await redis_stores.logs.load("t1")
    await redis_stores.close()


async def test_an_owner_that_was_altered_is_detected_because_the_log_has_another_nonce(
    redis_server: RedisServer, redis_stores: Stores
) -> None:
    await opened(redis_stores)
    redis_server.ask("HSET", table_key("t1"), "owner", "north-hub:1e")
    with pytest.raises(Altered, match="table t1: its hash names the log b'0:1e', which does not exist"):
        await redis_stores.logs.load("t1")
    await redis_stores.close()


async def test_a_hash_of_an_older_server_with_an_earlier_deal_is_detected(
    redis_server: RedisServer, redis_stores: Stores
) -> None:
    await written(redis_stores)
    as_an_older_server_wrote_it(redis_server, "t1", 1)
    assert await Owner(redis_stores).log() == (LONG_BASE, *BOOK)
    redis_server.ask("HSET", table_key("t1"), "deal", "0")
    with pytest.raises(Altered, match="table t1: its hash names deal 0 as the last deal"):
        await redis_stores.logs.load("t1")
    await redis_stores.close()


@pytest.mark.parametrize("deal", [b"\0", b"", b"one", b":1f"])
@pytest.mark.parametrize("field", ["log", "deal"])
async def test_a_hash_with_a_deal_that_is_not_a_number_is_an_error_of_this_table(
    redis_server: RedisServer, redis_stores: Stores, deal: bytes, field: str
) -> None:
    await opened(redis_stores)
    redis_server.ask("HDEL", table_key("t1"), "log")
    redis_server.ask("HSET", table_key("t1"), field, deal)
    with pytest.raises(StoreError, match="table t1"):
        await redis_stores.logs.load("t1")
    redis_server.ask("HDEL", table_key("t1"), field)
    with pytest.raises(StoreError, match="table t1"):
        await redis_stores.logs.load("t1")
    await redis_stores.close()


async def test_a_table_that_an_older_server_made_is_read_and_continued(
    redis_server: RedisServer, redis_stores: Stores
) -> None:
    """The commands are those of the scripts before checksums were added."""
    made = {"game": META.game, "revision": META.revision, "name": META.name, "host": META.host}
    made |= {"created_ms": META.created_ms, "options": META.options, "status": "open"}
    pairs = [part for pair in made.items() for part in pair]
    redis_server.ask("HSET", table_key("t1"), "owner", MINE, "deal", 0, *pairs)
    for index, entry in enumerate((BASE, b"one"), 1):
        redis_server.ask("XADD", log_key("t1", 0), f"{index}-0", "e", entry)
    stored = await redis_stores.logs.load("t1")
    assert stored is not None and (stored.meta, stored.entries) == (META, (BASE, b"one"))
    owner = Owner(redis_stores)
    owner.index = 2
    assert await owner.appends(b"two") is Outcome.DONE
    assert await owner.deals(b"second") is Outcome.DONE
    assert await redis_stores.logs.load_deal("t1", 0) == (BASE, b"one", b"two")
    assert await owner.log() == (b"second",)
    await redis_stores.close()


async def test_an_older_server_finds_the_entry_where_it_looks_for_it(
    redis_server: RedisServer, redis_stores: Stores
) -> None:
    """An older server reads the value of the first field of each entry."""
    owner = await opened(redis_stores)
    await owner.appends(b"one")
    first = "local found = {} for at, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do"
    first += " found[at] = entry[2][2] end return found"
    assert redis_server.ask("EVAL", first, 1, found_log_key(redis_server, "t1", 0)) == [BASE, b"one"]
    await redis_stores.close()


async def test_an_entry_with_other_fields_is_detected(
    redis_server: RedisServer, redis_stores: Stores
) -> None:
    await opened(redis_stores)
    redis_server.ask("XADD", found_log_key(redis_server, "t1", 0), "2-0", "e", b"one", "\0", "12345678")
    with pytest.raises(Altered, match="table t1, deal 0, entry 2: expected the fields"):
        await redis_stores.logs.load("t1")
    await redis_stores.close()
