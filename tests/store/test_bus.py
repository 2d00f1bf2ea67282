"""The bus between hubs: every test of its contract runs in memory, on Redis and on clusters."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack

import pytest

from server.store import redis_bus, redis_line
from server.store.bus import Bus
from server.store.memory_bus import MemoryBus
from server.store.redis import connect_to_redis
from server.store.redis_bus import RedisBus
from server.store.stores import Stores
from tests.store.clusters import MOVING, SPARE, TABLES, Cluster, founded
from tests.store.conftest import BINARIES, REDIS
from tests.store.redis_server import RedisServer, short_directory

Open = Callable[[], Awaitable[Bus]]

CHANNEL = f"kibitz:bus:{{{TABLES[0]}}}"
"""A channel with a slot that clusters can move."""
OTHER = "kibitz:bus:other"
CLUSTERS = [pytest.param(f"cluster {each.values[0]}", marks=each.marks) for each in REDIS]


@pytest.fixture(scope="module")
def clusters() -> Iterator[Callable[[str], Cluster]]:
    """Return clusters by the source of their program, each founded at its first use."""
    known: dict[str, Cluster] = {}
    with ExitStack() as ending:

        def cluster(source: str) -> Cluster:
            if source not in known:
                known[source] = ending.enter_context(founded(source))
            return known[source]

        yield cluster


class Opened:
    """Connections to stores that are closed when the test ends."""

    def __init__(self) -> None:
        self._stores: list[Stores] = []

    async def bus(self, url: str) -> RedisBus:
        stores = await connect_to_redis(url)
        self._stores.append(stores)
        assert isinstance(stores.bus, RedisBus)
        return stores.bus

    async def close(self) -> None:
        for stores in self._stores:
            await stores.close()


@pytest.fixture
async def opened() -> AsyncIterator[Opened]:
    opened = Opened()
    yield opened
    await opened.close()


@pytest.fixture(params=["memory", *REDIS, *CLUSTERS])
def another(
    request: pytest.FixtureRequest,
    opened: Opened,
    redis_servers: Callable[[str], RedisServer],
    clusters: Callable[[str], Cluster],
) -> Open:
    """Return a function that opens the bus of one more hub on the same store."""
    kind: str = request.param
    memory = MemoryBus()

    async def another() -> Bus:
        if kind == "memory":
            return memory
        if kind.startswith("cluster "):
            return await opened.bus(clusters(kind.removeprefix("cluster ")).first.url)
        return await opened.bus(redis_servers(kind).url)

    return another


@pytest.fixture(params=REDIS)
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    """Return a redis-server of this test alone."""
    with short_directory() as directory, RedisServer(BINARIES[request.param], directory).running() as server:
        yield server


class Ear:
    """What one listener has heard."""

    def __init__(self, bus: Bus, channel: str = CHANNEL) -> None:
        self.heard: list[bytes] = []
        self.leave = bus.listen(channel, self.heard.append)

    async def hears(self, payload: bytes) -> None:
        """Wait until the listener has heard a message."""
        async with asyncio.timeout(10):
            while payload not in self.heard:
                await asyncio.sleep(0.002)

    async def reached(self, sender: Bus, channel: str = CHANNEL) -> None:
        """Send messages until one arrives, and then forget them all."""
        number = 0
        async with asyncio.timeout(20):
            while not any(heard.startswith(b"ready") for heard in self.heard):
                number += 1
                sender.publish(channel, b"ready%d" % number)
                await asyncio.sleep(0.02)
        sender.publish(channel, b"last")
        await self.hears(b"last")
        self.heard.clear()


async def test_a_message_reaches_each_listener_of_its_channel_and_no_other_one(another: Open) -> None:
    north, south, west = await another(), await another(), await another()
    ears, deaf = [Ear(south), Ear(south), Ear(west), Ear(north)], Ear(south, OTHER)
    for ear in ears:
        await ear.reached(north)
    await deaf.reached(north, OTHER)
    for ear in ears:
        ear.heard.clear()
    north.publish(CHANNEL, b"1NT\r\n\x00\xff")
    for ear in ears:
        await ear.hears(b"1NT\r\n\x00\xff")
    north.publish(OTHER, b"pass")
    await deaf.hears(b"pass")
    assert [ear.heard for ear in (*ears, deaf)] == [[b"1NT\r\n\x00\xff"]] * 4 + [[b"pass"]]


async def test_messages_of_an_undisturbed_bus_arrive_once_and_in_order(another: Open) -> None:
    north, south = await another(), await another()
    ear = Ear(south)
    await ear.reached(north)
    sent = [b"%d" % number * (number % 50) + b"." for number in range(1000)] + [bytes(2**20)]
    for number, payload in enumerate(sent):
        north.publish(CHANNEL, payload)
        if number % 100 == 0:
            await asyncio.sleep(0.001)
    await ear.hears(sent[-1])
    assert ear.heard == sent


async def test_a_listener_that_left_hears_no_more_and_the_others_do(another: Open) -> None:
    north, south = await another(), await another()
    first, second = Ear(south), Ear(south)
    await first.reached(north)
    second.heard.clear()
    first.leave()
    first.leave()
    north.publish(CHANNEL, b"one")
    await second.hears(b"one")
    second.leave()
    third = Ear(south)
    await third.reached(north)
    assert (first.heard, second.heard) == ([], [b"one"])


async def test_a_listener_is_called_later_and_never_by_the_sender(another: Open) -> None:
    bus = await another()
    ear = Ear(bus)
    await ear.reached(bus)
    bus.publish(CHANNEL, b"one")
    assert ear.heard == []
    await ear.hears(b"one")


async def test_a_listener_that_fails_disturbs_no_other_one(
    another: Open, caplog: pytest.LogCaptureFixture
) -> None:
    bus = await another()

    def fail(payload: bytes) -> None:
        raise KeyError(payload)

    bus.listen(CHANNEL, fail)
    ear = Ear(bus)
    await ear.reached(bus)
    assert f"a listener of {CHANNEL} failed with KeyError" in caplog.text and "ready" not in caplog.text


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_listeners_hear_again_when_redis_has_been_restarted(
    server: RedisServer, opened: Opened, number: signal.Signals
) -> None:
    north, south = await opened.bus(server.url), await opened.bus(server.url)
    ear = Ear(south)
    await ear.reached(north)
    for _ in range(3):
        server.end(number)
        await asyncio.sleep(0.05)
        server.start()
        await ear.reached(north)


async def test_what_is_published_while_redis_is_away_is_dropped_and_counted(
    server: RedisServer, opened: Opened
) -> None:
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    await ear.reached(bus)
    server.end()
    await asyncio.sleep(0.05)
    for _ in range(10):
        bus.publish(CHANNEL, b"into the void")
    await asyncio.sleep(0.05)
    assert bus.dropped == 10
    server.start()
    await ear.reached(bus)
    assert ear.heard == []


async def test_each_cut_connection_is_made_again(server: RedisServer, opened: Opened) -> None:
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    await ear.reached(bus)
    for kind in ("pubsub", "normal") * 3:
        assert server.ask("CLIENT", "KILL", "TYPE", kind) > 0
        await ear.reached(bus)


async def test_a_redis_that_hangs_is_given_up_and_found_again(
    server: RedisServer, opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_line, "CHECK_S", 0.2)
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    await ear.reached(bus)
    with server.paused():
        await asyncio.sleep(0.6)
        assert "no answer within 0.2 s" in caplog.text
    await ear.reached(bus)


async def test_a_connection_without_messages_is_kept(
    server: RedisServer, opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_line, "CHECK_S", 0.05)
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    await ear.reached(bus)
    await asyncio.sleep(0.5)
    bus.publish(CHANNEL, b"one")
    await ear.hears(b"one")
    assert "messages between hubs are lost" not in caplog.text


async def test_messages_that_a_slow_redis_does_not_take_are_dropped(
    server: RedisServer, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "UNSENT", 2**20)
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    await ear.reached(bus)
    with server.paused():
        for _ in range(40):
            bus.publish(CHANNEL, bytes(2**18))
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
    assert 20 < bus.dropped < 40
    await ear.hears(bytes(2**18))


async def test_a_channel_that_redis_forbids_is_heard_once_it_is_allowed(
    server: RedisServer, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    server.ask("ACL", "SETUSER", "default", "resetchannels")
    bus = await opened.bus(server.url)
    ear = Ear(bus)
    bus.publish(CHANNEL, b"one")
    await asyncio.sleep(0.1)
    assert "Redis refuses to pass on messages of other hubs: NOPERM" in caplog.text
    assert "a message to another hub was refused: NOPERM" in caplog.text
    server.ask("ACL", "SETUSER", "default", "allchannels")
    await ear.reached(bus)


async def test_a_bus_that_is_not_used_needs_no_connection(server: RedisServer, opened: Opened) -> None:
    bus = await opened.bus(server.url)
    assert connections(server) == []
    ear = Ear(bus)
    await ear.reached(bus)
    assert connections(server) == ["publish", "subscribe"]


def connections(server: RedisServer) -> list[str]:
    """Return the last command of each connection of a bus."""
    clients = str(server.ask("CLIENT", "LIST"))
    return sorted(re.findall("publish|subscribe", clients))


@pytest.fixture(params=REDIS)
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """Return a cluster of this test alone."""
    with founded(request.param) as cluster:
        yield cluster


async def test_a_channel_is_followed_to_the_node_that_gets_its_slot(cluster: Cluster, opened: Opened) -> None:
    north, south = await opened.bus(cluster.first.url), await opened.bus(cluster.first.url)
    ear, other = Ear(south), Ear(south, OTHER)
    await ear.reached(north)
    for here, there in ((cluster.first, cluster.second), (cluster.second, cluster.first)):
        for slot in MOVING:
            await cluster.move(slot, here, there)
        await ear.reached(north)
        await other.reached(north, OTHER)


async def test_a_channel_is_followed_when_its_node_is_taken_away(cluster: Cluster, opened: Opened) -> None:
    north, south = await opened.bus(cluster.first.url), await opened.bus(cluster.first.url)
    ear, other = Ear(south), Ear(south, OTHER)
    await ear.reached(north)
    for slot in (*MOVING, SPARE):
        await cluster.move(slot, cluster.first, cluster.second)
    cluster.first.end(signal.SIGKILL)
    await ear.reached(north)
    await other.reached(north, OTHER)


@pytest.mark.parametrize("source", REDIS)
async def test_a_cluster_sends_a_message_only_to_the_nodes_of_its_slot_if_it_can(
    clusters: Callable[[str], Cluster], opened: Opened, source: str
) -> None:
    cluster = clusters(source)
    bus = await opened.bus(cluster.first.url)
    ear = Ear(bus)
    await ear.reached(bus)
    assert bus.sharded == (int(cluster.first.ask("INFO", "server")["redis_version"].split(".")[0]) >= 7)
