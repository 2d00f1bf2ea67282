"""The server is killed again and again under play, and started again: nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bots.client import Client
from bots.guest import guest
from protocol.v1.requests import PerMove, Policy
from server.hub.contact import DEAD_MS
from server.store.embedded import Embedded
from server.table.events import Acted
from tests.chaos.checker import History, faults, steps
from tests.chaos.processes import Stage
from tests.chaos.records import Acked
from tests.chaos.troupe import PATIENCE_S
from tests.markers import long
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, embedded_data, short_directory

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


def on_embedded_redis(data: Path, *, in_a_hurry: bool = False, game: str = "bridge") -> Stage:
    url = Embedded(data, "always").url
    return Stage(data.parent, url, {"KIBITZ_DATA": str(data)}, in_a_hurry=in_a_hurry, game=game)


BLOWS = ("in play", "appended", "committed", "in play", "appended", "committed", "on the way back")


async def strike(stage: Stage, blow: str, rng: Random) -> None:
    """Start the server and kill it once: at some moment, or exactly at a point of the hub."""
    if blow in ("appended", "committed"):
        await stage.starts_to_crash(blow, rng.randint(1, 300))
        await stage.dies()
        return
    await stage.starts()
    if blow == "in play":
        await stage.goes_on()
    await asyncio.sleep(rng.uniform(0, 0.6))
    await stage.is_killed()


async def strike_often(stage: Stage, kills: int, seed: int) -> None:
    rng = Random(seed)
    await stage.is_killed()
    for blow in itertools.islice(itertools.cycle(BLOWS), kills - 1):
        await strike(stage, blow, rng)
    await stage.starts()
    await stage.goes_on()


def report(stage: Stage, history: History) -> None:
    """What a long run wants to know; shown by pytest -s."""
    back = sorted(stage.back_ms())
    acked = sum(isinstance(record, Acked) for client in history.clients for record in client.records)
    logged = sum(len(log) for logs in history.logs.values() for log in logs)
    print(
        f"\n{len(stage.deaths_ns)} kills, {logged} entries, {acked} actions done;"
        f" back after {back[0]:.0f}-{back[-1]:.0f} ms, median {back[len(back) // 2]:.0f}"
    )


async def test_nothing_is_lost_when_the_server_is_killed_by_every_blow(data: Path) -> None:
    stage = on_embedded_redis(data, in_a_hurry=True)
    async with stage.set(tables=2):
        await strike_often(stage, kills=1 + len(BLOWS), seed=1)
        history = await stage.history()
    assert faults(history) == []
    assert len(stage.deaths_ns) == 1 + len(BLOWS)
    report(stage, history)


@pytest.mark.chaos
async def test_nothing_is_lost_when_the_server_is_killed_twenty_times(data: Path) -> None:
    stage = on_embedded_redis(data, in_a_hurry=True)
    async with stage.set(tables=2):
        await strike_often(stage, kills=20, seed=1)
        history = await stage.history()
    assert faults(history) == []
    assert len(stage.deaths_ns) == 20
    report(stage, history)


@pytest.mark.chaos
async def test_nothing_is_lost_of_a_game_of_spades_when_the_server_is_killed_four_times(data: Path) -> None:
    """Bids, looks at hands, exchanges and cards: each blow once."""
    stage = on_embedded_redis(data, in_a_hurry=True, game="spades")
    async with stage.set(tables=1):
        await strike_often(stage, kills=4, seed=2)
        history = await stage.history()
    assert faults(history) == []
    acted = [step.entry for step in steps(history, *stage.tables) if isinstance(step.entry, Acted)]
    assert {entry.action["t"] for entry in acted} == {"deal", "reveal", "bid", "pass", "play"}
    report(stage, history)


@pytest.mark.chaos
async def test_nothing_is_lost_of_games_of_hanabi_when_the_server_is_killed_four_times(data: Path) -> None:
    """Clues, plays and discards, some of which come to the other thing."""
    stage = on_embedded_redis(data, in_a_hurry=True, game="hanabi")
    async with stage.set(tables=1):
        await strike_often(stage, kills=4, seed=3)
        history = await stage.history()
    assert faults(history) == []
    acted = [step.entry for step in steps(history, *stage.tables) if isinstance(step.entry, Acted)]
    assert {entry.action["t"] for entry in acted} == {"deal", "color", "rank", "play", "discard"}
    assert any(entry.asked is not None for entry in acted)
    report(stage, history)


@pytest.mark.chaos
async def test_nothing_is_lost_when_another_server_takes_over_on_the_same_redis(directory: Path) -> None:
    """The tables of the dead are claimed when its silence is long enough."""
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis_server:
        stage = Stage(directory, redis_server.url, {"KIBITZ_REDIS_URL": redis_server.url})
        async with stage.set(tables=2):
            for _ in range(2):
                await stage.is_killed()
                await stage.starts()
                await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []
    report(stage, history)


@pytest.mark.chaos
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kills", [1 + len(BLOWS), long(100)])
@pytest.mark.parametrize("seed", range(3))
async def test_nothing_is_lost_in_many_kills(data: Path, seed: int, kills: int) -> None:
    stage = on_embedded_redis(data)
    async with stage.set(tables=1 + 3 * seed):
        await strike_often(stage, kills, seed)
        history = await stage.history()
    assert faults(history) == []
    assert len(stage.deaths_ns) == kills
    report(stage, history)


@pytest.mark.chaos
async def test_a_server_that_was_suspended_first_asks_whose_its_tables_are(directory: Path) -> None:
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis_server:
        stage = Stage(directory, redis_server.url, {"KIBITZ_REDIS_URL": redis_server.url})
        async with stage.set(tables=2):
            with stage.suspended():
                await asyncio.sleep(4)
            await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []
    for kind in ("hold", "go"):
        assert all(len(heard) == 1 for heard in stage.noticed(kind).values())


async def test_a_server_that_was_suspended_at_a_quiet_table_gives_the_player_to_act_the_time_back(
    data: Path,
) -> None:
    """Nobody asks anything on waking, so the server itself has to notice the time that it has missed."""
    stage = on_embedded_redis(data)
    robots = dict.fromkeys((1, 2, 3), "plain")
    async with stage.serving():
        north = await guest(stage.url, "north")
        async with Client(stage.url, token=north.token) as client:
            policy = Policy(clock=PerMove(60_000))
            table = await client.open("bridge", {}, seats=robots, policy=policy)
            watched = await client.watch(table)
            await client.sit(table, 0)
            async with asyncio.timeout(PATIENCE_S):
                while (first_ms := watched.deadline_ms) is None:
                    await asyncio.sleep(0.02)
                with stage.suspended():
                    await asyncio.sleep(4)
                while watched.deadline_ms == first_ms:
                    await asyncio.sleep(0.02)
    assert watched.deadline_ms is not None
    assert 3_000 <= watched.deadline_ms - first_ms <= 10_000


@pytest.mark.chaos
async def test_a_server_that_was_deposed_while_it_slept_neither_writes_nor_speaks(directory: Path) -> None:
    """Another takes its tables over, and dies; then they come back, and nobody has seen two truths."""
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis_server:
        environment = {"KIBITZ_REDIS_URL": redis_server.url, "KIBITZ_DATA": str(directory / "data")}
        stage, usurper = (Stage(directory, redis_server.url, environment) for _ in range(2))
        async with stage.set(tables=2):
            await usurper.starts()
            await asyncio.sleep(DEAD_MS / 1000)
            async with Client(usurper.url) as client:
                with stage.suspended():
                    for table in stage.tables:
                        await client.watch(table)
                await asyncio.sleep(2)
            await usurper.is_killed()
            await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []
