"""Redis goes away under play and comes back: everybody waits, nothing is lost, and time is given back."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from server.hub.contact import HOLD_MS
from server.store.embedded import Embedded
from server.table.events import Credited
from tests.chaos import checker
from tests.chaos.checker import History, faults
from tests.chaos.processes import Stage
from tests.chaos.records import Acked
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, embedded_data, redis_pid, short_directory

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]
AWAY_S = 5.0

Away = Callable[[RedisServer], AbstractContextManager[None]]


def ended_by(number: signal.Signals) -> Away:
    @contextmanager
    def away(server: RedisServer) -> Iterator[None]:
        server.end(number)
        yield
        server.start()

    return away


AWAY: dict[str, Away] = {
    "stopped": ended_by(signal.SIGTERM),
    "killed": ended_by(signal.SIGKILL),
    "hanging": RedisServer.paused,
}


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


def assert_time_was_given_back(history: History, back_ms: int) -> None:
    """Once and first of all, at every table where somebody was timed in the end.

    The server's time and `back_ms` are the machine's. During a dispute the director was waited for.
    """
    for table in history.logs:
        log = checker.steps(history, table)
        given = [(at, step.entry.ms) for at, step in enumerate(log) if isinstance(step.entry, Credited)]
        first = next(at for at, step in enumerate(log) if step.entry.at_ms >= back_ms)
        timed = log[first - 1].after.clock.deadline_ms() is not None
        assert [at for at, _ in given] == [first] * timed, f"{table} was given {given}, expected at {first}"
        assert all(ms > HOLD_MS for _, ms in given), given


def assert_all_waited(stage: Stage, going_ns: int, gone_ns: int, back_ns: int) -> None:
    """Everybody was told to wait and then to go on; nothing that was sent meanwhile was said to be done.

    What was sent before may have been done before, and its answer read later; but not after `hold`.
    """
    for kind in ("hold", "go"):
        assert all(len(heard) == 1 for heard in stage.noticed(kind).values()), stage.noticed(kind)
    assert all(going_ns < heard[0] < back_ns for heard in stage.noticed("hold").values())
    assert all(back_ns < heard[0] for heard in stage.noticed("go").values())
    for name, written in stage.records().items():
        done = [r for r in written if isinstance(r, Acked) and gone_ns < r.at_ns < back_ns]
        (held_ns,) = stage.noticed("hold")[name]
        assert not [r for r in done if r.sent_ns > gone_ns or r.at_ns > held_ns], name


@pytest.mark.chaos
@pytest.mark.parametrize("how", ["stopped", "killed", "hanging"])
async def test_play_waits_while_redis_is_away_and_goes_on(directory: Path, how: str) -> None:
    binary = next(iter(BINARIES.values()))
    with RedisServer(binary, directory).running() as server:
        stage = Stage(directory, server.url, {"KIBITZ_REDIS_URL": server.url})
        async with stage.set(tables=2):
            going_ns = time.monotonic_ns()
            with AWAY[how](server):
                gone_ns = time.monotonic_ns()
                await asyncio.sleep(AWAY_S)
                await stage.everybody_holds()
                back_ns, back_ms = time.monotonic_ns(), time.time_ns() // 1_000_000
            await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []
    assert_all_waited(stage, going_ns, gone_ns, back_ns)
    assert_time_was_given_back(history, back_ms)


async def test_nothing_is_lost_when_redis_is_away_only_for_a_moment(directory: Path) -> None:
    binary = next(iter(BINARIES.values()))
    with RedisServer(binary, directory).running() as server:
        stage = Stage(directory, server.url, {"KIBITZ_REDIS_URL": server.url})
        async with stage.set(tables=2):
            for away in AWAY.values():
                with away(server):
                    await asyncio.sleep(0.3)
                await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []


async def test_a_server_brings_its_own_redis_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with embedded_data(monkeypatch) as data:
        stage = Stage(data.parent, Embedded(data, "always").url, {"KIBITZ_DATA": str(data)})
        async with stage.set(tables=2):
            for _ in range(3):
                pid = redis_pid(data)
                assert pid is not None
                os.kill(pid, signal.SIGKILL)
                await stage.goes_on()
            history = await stage.history()
    assert faults(history) == []
