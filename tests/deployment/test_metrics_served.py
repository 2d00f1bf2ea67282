"""Each metric is seen at `/metrics` of a real server, while people, robots and faults do what it counts."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bots.plain_bot import PlainBot
from bots.runner import play
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Act, Sit, Stand, Watch
from protocol.v1.updates import Done, Patch, Refused, View
from server.hub.contact import DEAD_MS
from server.hub.room import Room
from server.settings import Settings
from server.store.packing import owned_log_key
from server.store.table_logs import Append, DealLog, Outcome
from server.table import events
from server.version import VERSION
from tests.ports import free_port
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import (
    BINARY,
    GENEROUS,
    PATIENCE_S,
    QUICK,
    TLS,
    Served,
    frame,
    needs_redis,
    raw,
    served,
    talking,
    until,
)
from tests.web.test_websocket import behind, greeted

T = TypeVar("T")

pytestmark = needs_redis


class Metrics:
    """What a server tells of itself at its port for metrics."""

    def __init__(self, server: Served) -> None:
        self._address = f"http://127.0.0.1:{server.settings.metrics_port}/metrics"

    def value(self, name: str, **labels: str) -> float:
        """Return the value of one series, 0 if the server does not have it."""
        text = httpx.get(self._address, verify=TLS, timeout=PATIENCE_S).text
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == name and sample.labels == labels:
                    return sample.value
        return 0.0

    async def reaches(self, value: float, name: str, **labels: str) -> None:
        """Wait until a series has at least this value."""
        async with asyncio.timeout(PATIENCE_S):
            while self.value(name, **labels) < value:
                await asyncio.sleep(0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server that serves metrics."""
    with served(tmp_path_factory.mktemp("kibitz"), metrics_port=free_port()) as running:
        yield running


@pytest.fixture
def metrics(server: Served) -> Metrics:
    return Metrics(server)


async def inside(server: Served, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop of the server."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server._loop))


def room_of(server: Served, table: str) -> Room:
    room = server.call(lambda: server.hub.live(table))
    assert room is not None
    return room


async def test_robots_that_play_a_hand_are_seen_in_entries_tables_connections_and_appends(
    server: Served, metrics: Metrics
) -> None:
    connected = metrics.value("kibitz_connections")
    before = metrics.value("kibitz_game_tables", game="spades")
    table = await server.table(await server.guest("Host"), game="spades", seats={})
    assert metrics.value("kibitz_game_tables", game="spades") == before + 1
    assert metrics.value("kibitz_tables") >= before + 1
    stored = metrics.value("kibitz_append_seconds_count")
    acted = metrics.value("kibitz_entries_total", game="spades", kind="acted")
    seats = [
        asyncio.create_task(play(PlainBot(), server.address, table, seat, boards=1)) for seat in range(4)
    ]
    await metrics.reaches(connected + 4, "kibitz_connections")
    assert await asyncio.gather(*seats) == [1] * 4
    deal_bids_and_cards = 1 + 4 + 52
    grown = metrics.value("kibitz_entries_total", game="spades", kind="acted") - acted
    assert grown >= deal_bids_and_cards
    assert metrics.value("kibitz_append_seconds_count") - stored >= grown
    assert metrics.value("kibitz_append_seconds_sum") > 0
    await until(lambda: metrics.value("kibitz_connections") == connected)


async def test_a_table_that_leaves_memory_is_counted_no_more(server: Served, metrics: Metrics) -> None:
    before = metrics.value("kibitz_game_tables", game="hanabi")
    table = await server.table(await server.guest("Host"), game="hanabi", seats={})
    assert metrics.value("kibitz_game_tables", game="hanabi") == before + 1
    room = room_of(server, table)
    server.call(lambda: server.hub.unload(room))
    assert metrics.value("kibitz_game_tables", game="hanabi") == before


async def test_the_build_the_limit_and_the_process_are_named(server: Served, metrics: Metrics) -> None:
    build = {"version": VERSION, "python": platform.python_version()}
    assert metrics.value("kibitz_build_info", **build) == 1
    assert metrics.value("kibitz_connections_limit") == server.settings.connections
    assert metrics.value("process_resident_memory_bytes") > 1_000_000
    assert metrics.value("process_cpu_seconds_total") > 0
    assert 0 < metrics.value("process_open_fds") < metrics.value("process_max_fds")


async def test_the_lag_of_the_loop_is_told_within_two_seconds(metrics: Metrics) -> None:
    await until(lambda: metrics.value("kibitz_loop_lag_seconds") > 0)


async def test_every_code_of_a_refusal_is_there_from_the_start_and_counts(
    server: Served, metrics: Metrics
) -> None:
    before = metrics.value("kibitz_refusals_total", code="not_seated")
    table = await server.table(await server.guest("Host"), seats={})
    async with talking(server, await server.guest("Ann")) as ann:
        refused = await ann.ask(Act(table=table, n=1, action={"t": "call", "call": "P"}, id=5))
    assert isinstance(refused, Refused) and refused.code == "not_seated"
    assert metrics.value("kibitz_refusals_total", code="not_seated") == before + 1
    text = httpx.get(metrics._address, verify=TLS).text
    assert 'kibitz_refusals_total{code="internal"} 0.0' in text


async def test_the_whole_view_for_a_client_that_reads_again_is_counted(
    server: Served, metrics: Metrics
) -> None:
    before = metrics.value("kibitz_conflated_total")
    token = await server.guest("Host")
    table = await server.table(token)
    async with talking(server, token) as reader, raw(server, receive_buffer=4_096) as deaf:
        await greeted(deaf)
        await deaf.send(frame(BINARY, MSGPACK.encode(Watch(table=table, id=1))))
        await deaf.hears(b"view")
        await reader.ask(Watch(table=table, id=1))
        await behind(server, reader, table)
        for _ in range(5):
            await reader.hear(Patch)
        assert metrics.value("kibitz_conflated_total") == before
        while b"view" not in await deaf.hears(b"version"):
            pass
        await metrics.reaches(before + 1, "kibitz_conflated_total")


async def test_a_client_that_comes_back_counts_only_if_it_needs_a_whole_view(
    server: Served, metrics: Metrics
) -> None:
    table = await server.table(await server.guest("Host"), seats={})
    async with talking(server, await server.guest("Ann")) as ann:
        await ann.say(Watch(table=table, id=1))
        view = await ann.hear(View)
        before = metrics.value("kibitz_resyncs_total")
        for version, resyncs in ((view.version, 0), (view.version + 7, 1)):
            again = Watch(table=table, epoch=view.epoch, version=version, id=2)
            assert isinstance(await ann.ask(again), Done)
            await until(lambda resyncs=resyncs: metrics.value("kibitz_resyncs_total") == before + resyncs)


async def test_a_hub_that_no_longer_owns_a_table_is_seen_to_be_refused(
    server: Served, metrics: Metrics
) -> None:
    before = metrics.value("kibitz_fenced_total")
    token = await server.guest("Host")
    table = await server.table(token)
    async with talking(server, token) as watcher:
        await watcher.ask(Watch(table=table, id=1))
        await watcher.hear(Patch)
        room = room_of(server, table)
        assert await inside(server, server.hub._ownership.claim(table, room.token, "another-hub:1f"))
        await metrics.reaches(before + 1, "kibitz_fenced_total")


async def behind_its_back(server: Served, room: Room) -> Outcome:
    """Append an entry to the log of a table as its owner would, without the knowledge of the room."""
    stored: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    table = room.table
    entry = events.encode(events.Credited(at_ms=table.time_ms, ms=1))
    append = Append(DealLog(table.id, table.deal, room.token), table.index + 1, entry)
    server.hub.services.logs.append(append, stored.set_result)
    return await stored


async def test_a_log_that_differs_in_the_store_is_seen_as_a_table_rolled_back(
    server: Served, metrics: Metrics
) -> None:
    before = metrics.value("kibitz_rolled_back_total")
    token = await server.guest("Ann")
    table = await server.table(token, seats={})
    room = room_of(server, table)
    assert await inside(server, behind_its_back(server, room)) is Outcome.DONE
    async with talking(server, token) as ann:
        await ann.ask(Watch(table=table, id=1))
        await ann.ask(Sit(table=table, seat=0, id=2))
        await metrics.reaches(before + 1, "kibitz_rolled_back_total")


async def lose_the_newest_entry(server: Served, room: Room) -> None:
    """Take the newest entry of a table's log away, and end the server's connections to Redis."""
    client = server.redis.client
    key = owned_log_key(room.table.id, room.table.deal, room.token)
    entries = await client.xrange(key)
    await client.delete(key)
    for id, fields in entries[:-1]:
        await client.xadd(key, fields, id=id)
    await client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


async def test_a_log_that_has_lost_an_entry_is_seen_as_a_repair(server: Served, metrics: Metrics) -> None:
    before = metrics.value("kibitz_repaired_total")
    token = await server.guest("Ann")
    table = await server.table(token, seats={})
    async with talking(server, token) as ann:
        await ann.ask(Watch(table=table, id=1))
        assert isinstance(await ann.ask(Sit(table=table, seat=0, id=2)), Done)
        await inside(server, lose_the_newest_entry(server, room_of(server, table)))
        await ann.say(Stand(table=table, id=3))
        await metrics.reaches(before + 1, "kibitz_repaired_total")


async def alter(server: Served, room: Room) -> None:
    """Drop a table from memory and alter its log."""
    key = owned_log_key(room.table.id, room.table.deal, room.token)
    server.hub.unload(room)
    await server.redis.client.xadd(key, {b"e": b"no entry"})


async def test_an_altered_log_is_seen_as_a_quarantined_table(server: Served, metrics: Metrics) -> None:
    before = metrics.value("kibitz_quarantined")
    token = await server.guest("Ann")
    table = await server.table(token, seats={})
    await inside(server, alter(server, room_of(server, table)))
    async with server.http(token) as http:
        assert (await http.get(f"/v1/tables/{table}")).status_code == 500
    assert metrics.value("kibitz_quarantined") == before + 1


@pytest.mark.thorough
async def test_robots_that_think_for_long_are_seen_in_their_queue(server: Served, metrics: Metrics) -> None:
    token = await server.guest("Host")
    thinking = dict.fromkeys("0123", "sampler")
    async with talking(server, token) as watcher:
        for number in range(5):
            table = await server.table(token, game="spades", seats=thinking)
            await watcher.ask(Watch(table=table, id=number + 1))
        await metrics.reaches(1, "kibitz_robots_queue")


@pytest.mark.thorough
async def test_a_hub_without_its_redis_is_seen_to_hold_until_redis_answers(tmp_path: Path) -> None:
    wishes = Settings(data=str(tmp_path), port=0, metrics_port=free_port(), **GENEROUS)
    with Served(wishes) as server:
        metrics = Metrics(server)
        assert metrics.value("kibitz_holding") == 0
        with server.redis_stopped():
            await metrics.reaches(1, "kibitz_holding")
        await until(lambda: metrics.value("kibitz_holding") == 0)


@pytest.mark.thorough
async def test_the_tables_of_a_dead_hub_are_seen_at_the_hub_that_takes_them(tmp_path: Path) -> None:
    with short_directory() as directory, ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        shared: dict[str, Any] = {"data": str(tmp_path), "port": 0, "redis_url": redis.url, **GENEROUS}
        wishes = [Settings(metrics_port=free_port(), **shared) for _ in range(2)]
        every = dying, heir = [ending.enter_context(Served(each)) for each in wishes]
        async with asyncio.timeout(PATIENCE_S + DEAD_MS / 1000):
            while not all(each.call(lambda hub=each.hub: hub.ready and hub.others.loads) for each in every):
                await asyncio.sleep(0.05)
        token = await dying.guest("Host")
        tables = [await dying.table(token, seats={}, policy=QUICK) for _ in range(2)]
        mine = sum(dying.call(lambda id=id: dying.hub.live(id) is not None) for id in tables)
        async with asyncio.timeout(PATIENCE_S):
            while len(await inside(heir, heir.hub._ownership.awake(dying.hub.id))) < mine:
                await asyncio.sleep(0.1)
        metrics = Metrics(heir)
        assert metrics.value("kibitz_takeovers_total") == 0
        dying.call(lambda: dying.hub._beating.cancel() if dying.hub._beating else None)
        await metrics.reaches(mine, "kibitz_takeovers_total")
        assert metrics.value("kibitz_takeovers_total") == mine > 0
