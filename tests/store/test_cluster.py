"""The Redis store on a cluster: appends follow a table's slot when it moves, each exactly once."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Iterator

import pytest

from server.store.durability import Demand, UnsafeRedis
from server.store.files_and_tickets import File
from server.store.packing import table_key
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from server.store.table_logs import Outcome
from tests.store.clusters import MOVING, SPARE, TABLES, Cluster, founded
from tests.store.conftest import BINARIES
from tests.store.redis_server import seen_loading
from tests.store.tables import MINE, THEIRS, opened, writing

pytestmark = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")


@pytest.fixture(scope="module")
def lasting_cluster() -> Iterator[Cluster]:
    with founded() as cluster:
        yield cluster


@pytest.fixture
def cluster(lasting_cluster: Cluster) -> Cluster:
    """Return a cluster without data."""
    lasting_cluster.first.ask("FLUSHALL")
    lasting_cluster.second.ask("FLUSHALL")
    return lasting_cluster


@pytest.fixture
async def stores(cluster: Cluster) -> AsyncIterator[Stores]:
    stores = await connect_to_redis(cluster.first.url)
    yield stores
    await stores.close()


async def test_tables_live_on_whichever_node_has_their_slot(stores: Stores) -> None:
    work = await writing(stores, TABLES)
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()
    assert set(await stores.logs.tables()) == set(TABLES)


async def test_a_cluster_keeps_the_contract_too(stores: Stores) -> None:
    assert stores.logs.durability == "always"
    owner = await opened(stores, TABLES[0])
    await owner.appends(b"one")
    await owner.deals(b"second")
    assert await stores.ownership.claim(owner.table, MINE, THEIRS)
    assert await owner.appends(b"of the deposed") is Outcome.FENCED
    assert await owner.log() == (b"second",)
    assert await stores.logs.about(owner.table) is not None
    assert await stores.ownership.beat_age_ms("north-hub") is not None
    assert await stores.ownership.beat_age_ms("unheard-of") is None
    await stores.guests.put("hash", b"ann", 60)
    assert await stores.guests.find("hash") == b"ann"
    await stores.files_and_tickets.put_file("sha", File("text/plain", b"1NT 12-14"), 60)
    assert await stores.files_and_tickets.file("sha") == File("text/plain", b"1NT 12-14")


async def test_every_node_of_a_cluster_must_keep_what_it_acknowledges(cluster: Cluster) -> None:
    cluster.second.ask("CONFIG", "SET", "appendfsync", "everysec")
    try:
        with pytest.raises(UnsafeRedis, match=f"127.0.0.1:{cluster.second.port} could lose .* everysec"):
            await connect_to_redis(cluster.first.url, Demand("always"))
        stores = await connect_to_redis(cluster.first.url, Demand("second"))
        assert stores.logs.durability == "second"
        await stores.close()
    finally:
        cluster.second.ask("CONFIG", "SET", "appendfsync", "always")


async def test_appends_follow_their_table_to_another_node_and_back(cluster: Cluster, stores: Stores) -> None:
    work = await writing(stores, TABLES)
    await work.goes_on()
    for slot in MOVING:
        await cluster.move(slot, cluster.first, cluster.second)
    await work.goes_on()
    assert not any(cluster.first.keys_in(slot) for slot in MOVING)
    for slot in MOVING:
        await cluster.move(slot, cluster.second, cluster.first)
    await work.goes_on()
    await work.stop()
    await work.assert_each_once()


async def test_a_node_that_still_loads_its_data_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    with founded() as cluster:
        filler = "for n = 1, 20000 do redis.call('SET', KEYS[1] .. n, '') end"
        cluster.second.ask("EVAL", filler, 1, f"{table_key(TABLES[-1])}:filler")
        cluster.second.end()
        cluster.second.start("--key-load-delay", "100", wait=False)
        assert await seen_loading(cluster.second)
        with caplog.at_level(logging.WARNING):
            stores = await connect_to_redis(cluster.first.url)
        assert f"Redis at 127.0.0.1:{cluster.second.port} has loaded its data" in caplog.text
        for table in (TABLES[0], TABLES[-1]):
            owner = await opened(stores, table)
            assert await owner.appends(b"one") is Outcome.DONE
        await stores.close()


async def test_appends_go_on_when_the_node_that_they_went_to_first_is_taken_away() -> None:
    with founded() as cluster:
        stores = await connect_to_redis(cluster.first.url)
        work = await writing(stores, TABLES)
        await work.goes_on()
        for slot in (*MOVING, SPARE):
            await cluster.move(slot, cluster.first, cluster.second)
        cluster.first.end(signal.SIGKILL)
        await work.goes_on()
        await work.stop()
        await work.assert_each_once()
        await stores.close()


async def test_guests_are_found_on_whichever_node_has_their_slot(stores: Stores) -> None:
    for number in range(40):
        await stores.guests.put(f"hash{number}", f"guest{number}".encode(), 60)
    found = await asyncio.gather(*(stores.guests.find(f"hash{number}") for number in range(41)))
    assert found == [*(f"guest{number}".encode() for number in range(40)), None]
