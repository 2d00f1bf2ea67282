"""The faults that a fleet of hubs bears, each made and mended again, and the table of what players saw."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from statistics import median

from tests.chaos.checker import History, faults, lost_and_doubled
from tests.chaos.fleet import Fleet, Hub
from tests.store.conftest import BINARIES
from tests.store.redis_server import HOUSE, RedisServer

TABLE = HOUSE / "chaos.txt"
"""Where the lines of all tests are collected; `make chaos` prints them in the end."""
HEAD = (
    f"{'fault':52} {'Redis':8} {'runs':>5} {'median':>8} {'worst':>8} {'lost':>6} {'doubled':>8}"
    "   (pauses in ms)\n"
)
STOPPED_S, CUT_S, FULL_S, SLOW_S = 10.0, 6.0, 4.0, 5.0
DELAY_S = 0.1

Blow = Callable[["Strike"], Awaitable[None]]


class Strike:
    """A fleet that is struck, and for each kind of fault the pause at each table that it can have stopped."""

    def __init__(self, fleet: Fleet, server: RedisServer | None = None) -> None:
        self.fleet = fleet
        self.pauses_ms: dict[str, list[float]] = {}
        self.runs: dict[str, int] = {}
        self._server = server

    @property
    def server(self) -> RedisServer:
        assert self._server is not None, "expected a Redis that this test may stop"
        return self._server

    @asynccontextmanager
    async def fault(self, name: str, tables: list[str] | None = None) -> AsyncIterator[None]:
        """Measure the longest pause at each of these tables until all of them go on."""
        since_ns = time.monotonic_ns()
        yield
        await self.fleet.all_go_on(tables)
        self.runs[name] = self.runs.get(name, 0) + 1
        self.pauses_ms.setdefault(name, []).extend(self.fleet.pauses_ms(since_ns, tables).values())

    async def tell(self, history: History) -> None:
        """Print a line of the table for each fault, and add it to those of other tests."""
        version = await self.fleet.redis_version()
        lost, doubled = lost_and_doubled(history)
        lines = [
            f"{name:52} {version:8} {self.runs[name]:5} {median(found):8.0f} {max(found):8.0f}"
            f" {lost:6} {doubled:8}"
            for name, found in self.pauses_ms.items()
        ]
        if not TABLE.exists():
            TABLE.write_text(HEAD)
        with TABLE.open("a") as table:
            table.write("".join(f"{line}\n" for line in lines))
        print("", *lines, sep="\n")


async def at_rest(strike: Strike, *, told: bool = True) -> None:
    """Everybody comes to rest; nothing that was said to be done is lost, doubled or out of order."""
    history = await strike.fleet.history()
    if told:
        await strike.tell(history)
    assert faults(history) == []


async def _come_back(fleet: Fleet, *hubs: Hub) -> None:
    await asyncio.gather(*map(fleet.starts, hubs))
    await fleet.all_ready()


async def owner_is_killed(strike: Strike) -> None:
    fleet = strike.fleet
    owner, tables = await fleet.busiest()
    await fleet.prepare(owner)
    async with strike.fault("kill -9 of the owner", tables):
        await fleet.is_killed(owner)
        await fleet.all_go_on()
        await _come_back(fleet, owner)


async def edge_is_killed(strike: Strike) -> None:
    """A hub dies to which players of other hubs' tables are connected."""
    fleet = strike.fleet
    edge = max(fleet.hubs, key=lambda hub: len(hub.backend.lines))
    owned = (await fleet.owned())[edge.id]
    await fleet.prepare(edge)
    async with strike.fault(
        "kill -9 of an edge", [each for each in fleet.tables if each not in owned] or None
    ):
        await fleet.is_killed(edge)
        await fleet.all_go_on()
        await _come_back(fleet, edge)


async def both_are_killed(strike: Strike) -> None:
    """The owner dies, and with it the hub that most players of its tables are connected to."""
    fleet = strike.fleet
    owner, tables = await fleet.busiest()
    edge = max((hub for hub in fleet.hubs if hub is not owner), key=lambda hub: len(hub.backend.lines))
    for hub in (owner, edge):
        await fleet.prepare(hub)
    async with strike.fault("kill -9 of owner and edge at once", tables):
        await fleet.is_killed(owner, edge)
        await fleet.all_go_on()
        await _come_back(fleet, owner, edge)


async def owner_is_stopped(strike: Strike) -> None:
    """The owner does nothing for a while; the balancer ends its connections."""
    fleet = strike.fleet
    owner, tables = await fleet.busiest()
    async with strike.fault(f"SIGSTOP of the owner for {STOPPED_S:.0f} s", tables):
        await _stop_for_a_while(owner)
    await fleet.all_ready()


async def owner_is_stopped_with_its_clients(strike: Strike) -> None:
    """The owner does nothing for a while, and its clients hear what it says on waking."""
    fleet = strike.fleet
    owner, tables = await fleet.busiest()
    fleet.balancer.patient = True
    async with strike.fault(f"SIGSTOP for {STOPPED_S:.0f} s, its connections stay", tables):
        await _stop_for_a_while(owner)
    fleet.balancer.patient = False
    await fleet.all_ready()


async def _stop_for_a_while(hub: Hub) -> None:
    hub.signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(STOPPED_S)
    finally:
        hub.signal(signal.SIGCONT)


async def owner_drains(strike: Strike) -> None:
    fleet = strike.fleet
    owner, tables = await fleet.busiest()
    await fleet.prepare(owner)
    async with strike.fault("SIGTERM (drain) of the owner", tables):
        await fleet.drains(owner)
        await fleet.all_go_on()
        await _come_back(fleet, owner)


async def all_restart_in_turn(strike: Strike) -> None:
    fleet = strike.fleet
    for hub in fleet.hubs:
        await fleet.prepare(hub)
    async with strike.fault(f"rolling restart of {len(fleet.hubs)} hubs, {len(fleet.tables)} tables"):
        for hub in fleet.hubs:
            await fleet.drains(hub)
            await _come_back(fleet, hub)


async def line_is_cut(strike: Strike) -> None:
    owner, tables = await strike.fleet.busiest()
    async with strike.fault(f"hub cut off from Redis for {CUT_S:.0f} s", tables):
        with owner.line.cut():
            await asyncio.sleep(CUT_S)
    await strike.fleet.all_ready()


async def line_hangs(strike: Strike) -> None:
    owner, tables = await strike.fleet.busiest()
    async with strike.fault(f"nothing passes between hub and Redis for {CUT_S:.0f} s", tables):
        with owner.line.hanging():
            await asyncio.sleep(CUT_S)
    await strike.fleet.all_ready()


async def line_is_slow(strike: Strike) -> None:
    owner, tables = await strike.fleet.busiest()
    async with strike.fault(f"{DELAY_S * 1000:.0f} ms each way between hub and Redis", tables):
        with owner.line.slow(DELAY_S):
            await asyncio.sleep(SLOW_S)


async def reply_is_lost(strike: Strike) -> None:
    owner, tables = await strike.fleet.busiest()
    before = owner.line.lost
    async with strike.fault("reply lost after an append", tables):
        owner.line.lose_reply(3)
        async with asyncio.timeout(SLOW_S):
            while owner.line.lost == before:
                await asyncio.sleep(0.01)


async def redis_is_killed(strike: Strike) -> None:
    level = strike.server.ask("CONFIG", "GET", "appendfsync")[b"appendfsync"].decode()
    async with strike.fault(f"kill -9 of Redis and restart, {level}"):
        await asyncio.to_thread(strike.server.end, signal.SIGKILL)
        await asyncio.to_thread(strike.server.start)
    await strike.fleet.all_ready()


async def disk_is_full(strike: Strike) -> None:
    """The disk of Redis is full for a while; if Redis ends by it, it is started again."""
    server = strike.server
    level = server.ask("CONFIG", "GET", "appendfsync")[b"appendfsync"].decode()
    filling = server.directory / "filling"
    async with strike.fault(f"disk of Redis full for {FULL_S:.0f} s, {level}"):
        for size in (65_536, 1):
            with filling.open("ab", buffering=0) as file, suppress(OSError):
                while file.write(bytes(size)):
                    pass
        await asyncio.sleep(FULL_S)
        filling.unlink()
        if not server.alive:
            await asyncio.to_thread(server.end)
            await asyncio.to_thread(server.start)
    await strike.fleet.all_ready()


async def redis_is_full(strike: Strike) -> None:
    async with strike.fault(f"Redis out of memory for {FULL_S:.0f} s"):
        strike.server.ask("CONFIG", "SET", "maxmemory", 1)
        await asyncio.sleep(FULL_S)
        strike.server.ask("CONFIG", "SET", "maxmemory", 0)
    await strike.fleet.all_ready()


DEATHS: tuple[Blow, ...] = (owner_is_killed, edge_is_killed, both_are_killed)
STOPS: tuple[Blow, ...] = (owner_is_stopped_with_its_clients, owner_is_stopped)
PLANNED: tuple[Blow, ...] = (owner_drains, all_restart_in_turn)
LINES: tuple[Blow, ...] = (line_is_cut, line_is_slow, *[reply_is_lost] * 3)
STORE: tuple[Blow, ...] = (redis_is_killed, redis_is_full)


@contextmanager
def redis_with(directory: Path, fsync: str = "always", *, shipped: bool = False) -> Iterator[RedisServer]:
    """Start the redis-server on PATH, or the one that is shipped; the other one where it is missing."""
    wanted = "shipped" if shipped else "on PATH"
    binary = BINARIES.get(wanted) or next(iter(BINARIES.values()))
    with RedisServer(binary, directory, "--appendfsync", fsync).running() as server:
        yield server


async def bears(
    directory: Path,
    *every: Blow,
    tables: int = 4,
    fsync: str = "always",
    game: str = "bridge",
    talkative: bool = False,
    shipped: bool = False,
) -> None:
    """Make the faults one after the other while tables are played, and check what came of it.

    The pauses of talkative players are not told, because a dispute waits until the director looks at it.
    """
    environment = {"KIBITZ_DURABILITY": "always" if fsync == "always" else "second"}
    with redis_with(directory, fsync, shipped=shipped) as server:
        fleet = Fleet(
            directory,
            server.url,
            target=str(server.socket),
            game=game,
            talkative=talkative,
            environment=environment,
        )
        strike = Strike(fleet, server)
        async with fleet.set(tables):
            for blow in every:
                await blow(strike)
            await at_rest(strike, told=not talkative)
