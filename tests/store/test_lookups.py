"""Lookups of single keys share commands, and no command to Redis fails only because many come at once."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import pytest

from server.store.lookups import MOST, Lookups
from server.store.redis import connect_to_redis, stores_on
from server.store.redis_connection import CONNECTIONS, RedisConnection, StoreAway
from tests.store.redis_server import RedisServer
from tests.virtual import passes, until

MANY = 300


def _calls(redis_server: RedisServer, command: str) -> int:
    """Return the number of calls of a command since the redis-server was started."""
    stats: dict[str, Any] = redis_server.ask("INFO", "commandstats")
    return int(stats.get(f"cmdstat_{command}", {"calls": 0})["calls"])


def _connections(redis_server: RedisServer) -> int:
    """Return the number of connections to a redis-server, including the one that asks."""
    return len(redis_server.ask("CLIENT", "LIST").decode().splitlines())


async def _outcomes(reads: list[asyncio.Task[Any]]) -> list[Any]:
    return await asyncio.gather(*reads, return_exceptions=True)


async def test_guests_looked_up_at_once_while_redis_is_slow_are_found_with_two_commands(
    redis_server: RedisServer,
) -> None:
    stores = await connect_to_redis(redis_server.url)
    for number in range(MANY):
        await stores.guests.put(f"hash{number}", f"guest{number}".encode(), 60)
    before = _calls(redis_server, "mget") + _calls(redis_server, "get")
    with redis_server.paused():
        first = asyncio.create_task(stores.guests.find("hash0"))
        await passes(5)
        others = [asyncio.create_task(stores.guests.find(f"hash{number}")) for number in range(1, MANY)]
        await passes(5)
    found = await asyncio.gather(first, *others)
    assert found == [f"guest{number}".encode() for number in range(MANY)]
    assert _calls(redis_server, "mget") + _calls(redis_server, "get") == before + 2
    await stores.close()


async def test_reads_wait_for_a_free_connection_instead_of_failing(redis_server: RedisServer) -> None:
    stores = await connect_to_redis(redis_server.url)
    with redis_server.paused():
        reads = [asyncio.create_task(stores.logs.about("t1")) for _ in range(MANY)]
        await passes(20)
    assert await asyncio.gather(*reads) == [None] * MANY
    assert _connections(redis_server) <= CONNECTIONS + 3
    await stores.close()


async def test_a_connection_that_is_being_made_while_the_stores_close_does_not_stay_open(
    redis_server: RedisServer,
) -> None:
    for turns in range(30):
        stores = await connect_to_redis(redis_server.url)
        reads = [asyncio.create_task(stores.logs.about("t1")) for _ in range(3)]
        for _ in range(turns):
            await asyncio.sleep(0)
        await stores.close()
        assert all(read.done() for read in reads), f"expected no command after {turns} turns to wait on"
        assert all(found is None or isinstance(found, StoreAway) for found in await _outcomes(reads))
        assert _connections(redis_server) == 1, f"expected all connections closed after {turns} turns"


async def test_a_command_after_the_stores_are_closed_opens_no_connection(redis_server: RedisServer) -> None:
    stores = await connect_to_redis(redis_server.url)
    await stores.close()
    for command in (stores.logs.about("t1"), stores.guests.tokens("p"), stores.ownership.beat("h")):
        with pytest.raises(StoreAway, match="this server has closed it"):
            await command
    assert _connections(redis_server) == 1


async def test_all_waiting_lookups_fail_when_the_store_does_not_answer(redis_server: RedisServer) -> None:
    stores = await connect_to_redis(redis_server.url)
    redis_server.end(signal.SIGKILL)
    try:
        first = asyncio.create_task(stores.guests.find("hash"))
        await passes(1)
        others = [asyncio.create_task(stores.guests.find("hash")) for _ in range(10)]
        for outcome in await asyncio.gather(first, *others, return_exceptions=True):
            assert isinstance(outcome, OSError)
        redis_server.start()
        assert await stores.guests.find("hash") is None
    finally:
        await stores.close()


async def test_a_lookup_that_is_cancelled_leaves_the_others_alone() -> None:
    go = asyncio.Event()

    async def read(keys: list[str]) -> list[bytes | None]:
        await go.wait()
        return [key.encode() for key in keys]

    lookups = Lookups(read)
    gone, stays = (asyncio.create_task(lookups.value(key)) for key in ("a", "b"))
    await passes(3)
    gone.cancel()
    await passes(3)
    go.set()
    assert await stays == b"b"
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_one_command_has_a_limited_number_of_keys() -> None:
    sizes: list[int] = []

    async def read(keys: list[str]) -> list[bytes | None]:
        sizes.append(len(keys))
        await asyncio.sleep(0)
        return [None] * len(keys)

    lookups = Lookups(read)
    await asyncio.gather(*(lookups.value(str(number)) for number in range(2 * MOST + 1)))
    assert sizes == [MOST, MOST, 1]


async def test_lookups_end_with_the_store() -> None:
    async def read(keys: list[str]) -> list[bytes | None]:
        await asyncio.Event().wait()
        return []

    lookups = Lookups(read)
    waiting = asyncio.create_task(lookups.value("a"))
    await passes(3)
    await lookups.stop()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_heartbeats_do_not_wait_for_other_commands(redis_server: RedisServer) -> None:
    connection = await RedisConnection.connect(redis_server.url)
    stores = stores_on(connection)
    blocked = [
        asyncio.create_task(connection.client.blpop(["nothing"], timeout=20)) for _ in range(CONNECTIONS)
    ]
    await until(lambda: redis_server.ask("INFO", "clients")["blocked_clients"] == CONNECTIONS)
    waiting = asyncio.create_task(stores.logs.about("t1"))
    await stores.ownership.beat("hub1")
    assert await connection.heart.zscore("kibitz:hubs", "hub1")
    assert not any(task.done() for task in (waiting, *blocked))
    redis_server.ask("RPUSH", "nothing", *range(CONNECTIONS))
    await asyncio.gather(waiting, *blocked)
    await stores.close()
