"""The Redis store on a cluster: appends follow a table's slot when it moves, each exactly once."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Iterator

import pytest

from server.store.durability import Demand, UnsafeRedis
from server.store.files_and_tickets import File
from server.store.ownership import RETIRED_MS, Claim, Retired
from server.store.packing import table_key
from server.store.redis import connect_to_redis, stores_on
from server.store.redis_connection import RedisConnection
from server.store.stores import Stores
from server.store.table_logs import ArchivedLog, Outcome
from server.store.unarchived import position_of
from tests.store.clusters import (
    HUBS_SLOT,
    MOVING,
    SPARE,
    TABLES,
    Cluster,
    Node,
    founded,
    new_node,
    nodes_known_to,
)
from tests.store.conftest import BINARIES
from tests.store.redis_server import seen_loading
from tests.store.tables import MINE, THEIRS, Owner, opened, writing
from tests.virtual import until

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
    assert await stores.logs.drop_deals(owner.table, [ArchivedLog(0, 2), ArchivedLog(1, 1)]) == 1
    assert await stores.logs.load_deal(owner.table, 0) == ()
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


async def test_the_list_of_unarchived_tables_finds_the_tables_of_all_nodes(stores: Stores) -> None:
    for table in TABLES:
        await opened(stores, table)
    looks = await stores.unarchived.look(TABLES)
    assert [(each.read, each.present) for each in looks] == [(0, position_of(0, 1))] * len(TABLES)
    for table in TABLES:
        assert await stores.unarchived.note_read(table, 0, None)
    assert await stores.unarchived.find_all() == len(TABLES)
    assert set((await stores.unarchived.page())[1]) == set(TABLES)


async def test_hubs_of_a_cluster_tell_each_other_of_themselves(stores: Stores) -> None:
    ownership = stores.ownership
    await ownership.beat("north-hub", b"5 tables")
    await ownership.beat("south-hub")
    peers = await ownership.beat("north-hub", b"6 tables")
    assert [(peer.hub, peer.about) for peer in peers] == [("north-hub", b"6 tables"), ("south-hub", b"")]
    await ownership.retire("north-hub")
    north, south = await ownership.beat("south-hub", b"draining")
    assert (north.about, south.about) == (b"6 tables", b"draining")
    assert north.age_ms >= RETIRED_MS and south.age_ms < 1_000
    with pytest.raises(Retired):
        await ownership.beat("north-hub")
    await ownership.note_awake("north-hub", {"t1": 9, "t2": 8, "t3": None})
    await ownership.note_asleep("north-hub", ["t1"])
    assert await ownership.awake("north-hub") == ("t2", "t3")


async def test_tables_on_all_nodes_of_a_cluster_are_handed_over_at_once_while_slots_move(
    cluster: Cluster, stores: Stores
) -> None:
    owners = [await opened(stores, table, f"north-hub:{table}") for table in TABLES]
    claims = [Claim(table, f"north-hub:{table}", f"south-hub:{table}") for table in TABLES]

    async def hand_over() -> None:
        assert await stores.ownership.claim_many(claims) == [True] * len(TABLES)
        for owner in owners:
            assert await owner.appends(b"of the deposed") is Outcome.FENCED
            assert (
                await Owner(stores, owner.table, f"south-hub:{owner.table}").appends(b"one") is Outcome.DONE
            )
            owner.token = f"south-hub:{owner.table}"

    await asyncio.gather(hand_over(), cluster.move(MOVING[0], cluster.first, cluster.second))
    assert await stores.ownership.owners(TABLES) == [claim.token for claim in claims]
    assert set(await stores.logs.tables()) == set(TABLES)
    assert cluster.second.ask("EXISTS", "kibitz:hub:north-hub:tables") == 0
    await cluster.move(MOVING[0], cluster.second, cluster.first)


async def test_a_hub_of_a_cluster_that_has_long_gone_is_forgotten(cluster: Cluster, stores: Stores) -> None:
    await stores.ownership.beat("north-hub")
    await stores.ownership.note_awake("south-hub", {"t1": None})
    await opened(stores, TABLES[0], "east-hub:1f")
    for hub in ("south-hub", "east-hub"):
        cluster.second.ask("ZADD", "kibitz:hubs", 1, hub)
    await stores.ownership.forget_gone()
    assert set(cluster.second.ask("ZRANGE", "kibitz:hubs", 0, -1)) == {b"north-hub", b"east-hub"}
    assert await stores.ownership.awake("south-hub") == ()


async def test_heartbeats_go_on_while_the_slot_of_the_hubs_moves_slowly(
    cluster: Cluster, stores: Stores
) -> None:
    """A script with several keys would fail while some of its keys have moved and others have not."""
    await assert_heartbeats_go_on(stores, cluster.second, cluster.first)
    await cluster.move(HUBS_SLOT, cluster.first, cluster.second)
    await stores.ownership.beat("north-hub")


async def test_heartbeats_go_on_while_the_slot_of_the_hubs_moves_to_a_new_node() -> None:
    """A client asks for the nodes that have slots, so that it does not know a node without any."""
    with founded() as cluster, new_node() as third:
        third.ask("CLUSTER", "SET-CONFIG-EPOCH", 3)
        cluster.first.ask("CLUSTER", "MEET", "127.0.0.1", third.port)
        await until(lambda: third.settled() and third.id in nodes_known_to(cluster.second))
        stores = await connect_to_redis(cluster.first.url)
        await assert_heartbeats_go_on(stores, cluster.second, third)
        await stores.close()


async def assert_heartbeats_go_on(stores: Stores, here: Node, there: Node) -> None:
    """Move the slot of the hubs key by key, and assert that heartbeats succeed after each key."""
    await stores.ownership.beat("north-hub", b"5 tables")
    await asyncio.gather(*(stores.ownership.beat("north-hub", b"5 tables") for _ in range(4)))
    there.ask("CLUSTER", "SETSLOT", HUBS_SLOT, "IMPORTING", here.id)
    here.ask("CLUSTER", "SETSLOT", HUBS_SLOT, "MIGRATING", there.id)
    keys = sorted(here.keys_in(HUBS_SLOT))
    assert len(keys) == 2
    for key in (None, *keys):
        if key is not None:
            here.ask("MIGRATE", "127.0.0.1", there.port, key, 0, 5000)
        for hub in ("north-hub", "south-hub"):
            peers = await stores.ownership.beat(hub, hub.encode())
        assert [(peer.hub, peer.about) for peer in peers] == [
            ("north-hub", b"north-hub"),
            ("south-hub", b"south-hub"),
        ]
    for key in here.keys_in(HUBS_SLOT):
        here.ask("MIGRATE", "127.0.0.1", there.port, key, 0, 5000)
    for node in (there, here):
        node.ask("CLUSTER", "SETSLOT", HUBS_SLOT, "NODE", there.id)
    assert len(await stores.ownership.beat("north-hub")) == 2


async def test_heartbeats_of_a_cluster_do_not_wait_for_other_commands(cluster: Cluster) -> None:
    connection = await RedisConnection.connect(cluster.first.url)
    stores, key = stores_on(connection), "kibitz:{kibitz:hubs}:nothing"
    # The library makes at most 100 connections to a node, and fails for want of one more.
    blocked = [asyncio.create_task(connection.client.blpop([key], timeout=20)) for _ in range(100)]
    await until(lambda: cluster.second.ask("INFO", "clients")["blocked_clients"] == len(blocked))
    with pytest.raises(OSError):
        await stores.ownership.beat_age_ms("north-hub")
    assert [peer.hub for peer in await stores.ownership.beat("north-hub")] == ["north-hub"]
    cluster.second.ask("RPUSH", key, *range(len(blocked)))
    await asyncio.gather(*blocked)
    await stores.close()


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
