"""Several hubs whose Redis fails over or moves the slots of a cluster, and a hub with a wrong clock."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.v1.requests import PerMove
from server.store.packing import table_key
from server.store.redis_keys import HUBS
from server.table.events import Acted, Away, Entry
from tests.chaos import blows
from tests.chaos.blows import Strike, at_rest, redis_with
from tests.chaos.checker import faults, steps
from tests.chaos.faulty_proxy import FaultyProxy
from tests.chaos.fleet import Fleet
from tests.chaos.three_masters import three_masters
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, short_directory
from tests.store.sentinels import watched

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.mark.chaos
async def test_nothing_is_lost_when_the_slots_of_a_cluster_of_three_masters_move_during_play(
    directory: Path,
) -> None:
    with three_masters() as masters:
        fleet = Fleet(directory, masters.url, clustered=True)
        strike = Strike(fleet)
        async with fleet.set(4):
            for key in (*map(table_key, fleet.tables), HUBS):
                async with strike.fault("a slot of a cluster of three masters is moved"):
                    await masters.move(key)
            await blows.owner_is_killed(strike)
            await at_rest(strike)


@contextmanager
def master_and_replica(directory: Path) -> Iterator[tuple[RedisServer, RedisServer, FaultyProxy]]:
    """Two servers, and the way on which the second hears what the first one writes."""
    binary = next(iter(BINARIES.values()))
    folders = [directory / name for name in ("master", "replica")]
    for folder in folders:
        folder.mkdir()
    master, replica = (RedisServer(binary, folder) for folder in folders)
    with master.running(), replica.running():
        yield master, replica, FaultyProxy(str(master.socket))


@pytest.mark.chaos
@pytest.mark.parametrize("lag_s", [0.3, pytest.param(3.0, marks=pytest.mark.long)])
async def test_a_failover_to_a_replica_that_lags_loses_nothing_that_an_owner_remembers(
    directory: Path, lag_s: float
) -> None:
    with master_and_replica(directory) as (master, replica, way):
        async with way.running():
            replica.ask("REPLICAOF", "127.0.0.1", way.port)
            fleet = Fleet(directory, master.url, target=str(master.socket))
            strike = Strike(fleet)
            async with fleet.set(4):
                await asyncio.to_thread(in_step, replica)
                async with strike.fault(f"failover to a replica that lags by {lag_s} s"):
                    with way.hanging():
                        await asyncio.sleep(lag_s)
                        await asyncio.to_thread(master.end, signal.SIGKILL)
                        way.cut_off()
                    replica.ask("REPLICAOF", "NO", "ONE")
                    fleet.moves(replica)
                await at_rest(strike)
                assert "the store had lost entries of its log, which were added again" in fleet.said(), (
                    "nothing was lost to repair"
                )
                assert "the stored log is used" not in fleet.said()


@pytest.mark.chaos
@pytest.mark.parametrize("lag_s", [0.3, pytest.param(3.0, marks=pytest.mark.long)])
async def test_hubs_follow_sentinel_to_a_replica_that_lags_and_lose_nothing(
    directory: Path, lag_s: float
) -> None:
    """Sentinel has eight seconds of patience with a replica that it did not set up itself."""
    with watched() as site:
        way = FaultyProxy(str(site.primary.socket))
        async with way.running():
            fleet = Fleet(directory, site.primary.url, hubs_url=site.url)
            strike = Strike(fleet)
            async with fleet.set(4):
                site.replica.ask("REPLICAOF", "127.0.0.1", way.port)
                await asyncio.to_thread(in_step, site.replica)
                async with strike.fault(f"Sentinel: failover to a replica that lags by {lag_s} s"):
                    with way.hanging():
                        await asyncio.sleep(lag_s)
                        await asyncio.to_thread(site.primary.end, signal.SIGKILL)
                        way.cut_off()
                    await asyncio.to_thread(site.until_primary, site.replica)
                    fleet.moves(site.replica)
                await at_rest(strike)
                assert "the store had lost entries of its log, which were added again" in fleet.said(), (
                    "nothing was lost to repair"
                )
                assert "the stored log is used" not in fleet.said()


def in_step(replica: RedisServer) -> None:
    """Return when the replica has all that its master has."""
    while replica.ask("INFO", "replication")["master_link_status"] != "up":
        time.sleep(0.02)


FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


@pytest.mark.chaos
@pytest.mark.skipif(FAKETIME is None, reason="there is no libfaketime (apt-get install libfaketime)")
async def test_a_hub_whose_clock_is_an_hour_off_takes_no_time_from_the_players(directory: Path) -> None:
    """Tables come to it and leave it; at each of them a player has a minute for an action."""
    wrong = {"LD_PRELOAD": str(FAKETIME), "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    with redis_with(directory) as server:
        fleet = Fleet(directory, server.url, environments={1: wrong})
        strike = Strike(fleet)
        async with fleet.set(6, PerMove(60_000)):
            await fleet.drains(fleet.hubs[0])
            async with strike.fault("a hub an hour ahead takes all tables"):
                await fleet.drains(fleet.hubs[2])
            assert len((await fleet.owned())[fleet.hubs[1].id]) == len(fleet.tables)
            await asyncio.gather(fleet.starts(fleet.hubs[0]), fleet.starts(fleet.hubs[2]))
            await fleet.all_ready()
            async with strike.fault("a hub an hour ahead hands over all tables"):
                await fleet.drains(fleet.hubs[1])
            history = await fleet.history()
        await strike.tell(history)
    assert faults(history) == []
    entries = [step.entry for table in fleet.tables for step in steps(history, table)]
    assert not [entry for entry in entries if isinstance(entry, Away) or _forced(entry)]


def _forced(entry: Entry) -> bool:
    """Whether a seat's action was not its player's own."""
    return isinstance(entry, Acted) and entry.seat is not None and entry.player is None
