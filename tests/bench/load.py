"""The load client: T tables of four seats on one core, through an epoll loop of its own.

`python -m tests.bench.load '<Load as JSON>'` plays and prints what it measured as JSON.
"""

from __future__ import annotations

import gc
import heapq
import os
import select
import sys
from collections.abc import Callable
from random import random
from time import perf_counter, process_time

import msgspec
from msgspec import Struct

from tests.bench import readings
from tests.bench.bystander import Bystander, Pings
from tests.bench.lobby import guests, open_hub, open_kibitz
from tests.bench.peers import open_seats
from tests.bench.seats import Actor, Seat, Table, Tally
from tests.bench.wire import Wire, traffic


class Load(Struct):
    """What to play, where, and for how long.

    `wire`: `kibitz` (a server), `hub` (a bare one), or the name of a peer. `game`: `bridge`, `spades` or
    `hanabi`. `pace`: actions a second at each table, 0 for at once. `bystander`: a player at another table
    pings after the measuring, while all goes on. `pids` are the server and what else counts as the server.
    Cores are where both are pinned. `others` are the ports of other hubs of the same store, through which
    `elsewhere` players of each table come.
    """

    wire: str
    port: int
    pids: list[int]
    cores: tuple[int, int]
    game: str = "bridge"
    tables: int = 1
    watchers: int = 0
    bystander: bool = False
    pace: float = 0.0
    warm_s: float = 1.0
    measure_s: float = 2.5
    metrics_port: int = 0
    others: list[int] = []
    elsewhere: int = 0


class Measured(Struct):
    """One run. Times of CPU are shares of one core; `foreign` is what others used of both cores meanwhile.

    `actions` were seen by all four seats; `done` were also acknowledged, where the server does that. `boards`
    of bridge were begun meanwhile, each after the end of another. `writes` and `bytes` arrived at the sockets
    of the players, `messages` are views and patches among them. `stolen` is the part of `foreign` that a
    hypervisor gave to other machines. `late_p99_ms`: how late the client acted, at a pace.
    `put_off` actions were refused for a while, and sent again.
    """

    actions: int
    done: int
    seconds: float
    server_cpu: float
    store_cpu: float
    client_cpu: float
    foreign: tuple[float, float]
    message_bytes: float
    p50_ms: float | None
    p99_ms: float | None
    lag_ms: float | None = None
    boards: int = 0
    pings: Pings | None = None
    watched: int = 0
    last_watcher_p99_ms: float | None = None
    writes: int = 0
    bytes: int = 0
    messages: int = 0
    stolen: tuple[float, float] = (0.0, 0.0)
    late_p99_ms: float | None = None
    appends: readings.Appends | None = None
    connections: int = 0
    put_off: int = 0

    @property
    def cost_us(self) -> float | None:
        """Microseconds of server CPU for an action, its store included."""
        if not self.actions:
            return None
        return (self.server_cpu + self.store_cpu) * self.seconds * 1e6 / self.actions

    @property
    def writes_per_action(self) -> float | None:
        return self.writes / self.actions if self.actions else None

    @property
    def bytes_per_action(self) -> float | None:
        return self.bytes / self.actions if self.actions else None

    @property
    def per_core_s(self) -> float:
        """Actions per second of server CPU, its store included."""
        return self.actions / self.seconds / max(self.server_cpu + self.store_cpu, 1e-9)


class PacedTable(Table):
    """A table whose players take their time: one action every `interval_s`, whoever acts."""

    __slots__ = ("_due", "_interval_s", "_waiting")

    def __init__(self, name: str, tally: Tally, waiting: list[tuple[float, int, Actor]], pace: float) -> None:
        super().__init__(name, tally)
        self._waiting = waiting
        self._interval_s = 1 / pace
        self._due = perf_counter() + random() * self._interval_s

    def want(self, seat: Seat) -> None:
        heapq.heappush(self._waiting, (self._due, id(seat), seat))
        self._due = max(self._due, perf_counter() - self._interval_s) + self._interval_s


class Loop:
    """Reads whoever can be read, and lets those act whose time has come."""

    def __init__(self, waiting: list[tuple[float, int, Actor]]) -> None:
        self.late_s: list[float] = []
        self._poll = select.epoll()
        self._receivers: dict[int, Callable[[], None]] = {}
        self._waiting = waiting

    def add(self, wire: Wire) -> None:
        """Read from this connection from now on."""
        self._receivers[wire.fileno] = wire.receive
        self._poll.register(wire.fileno, select.EPOLLIN)
        wire.unblock()

    def remove(self, wire: Wire) -> None:
        """Read no more from this connection, and close it."""
        del self._receivers[wire.fileno]
        self._poll.unregister(wire.fileno)
        wire.close()

    def run(self, seconds: float) -> None:
        end = perf_counter() + seconds
        poll, receivers, waiting = self._poll.poll, self._receivers, self._waiting
        while (now := perf_counter()) < end:
            while waiting and waiting[0][0] <= now:
                self.late_s.append(now - waiting[0][0])
                heapq.heappop(waiting)[2].act()
            until = min(end, waiting[0][0]) if waiting else end
            for fileno, _ in poll(max(0.0, until - now), 1024):
                receivers[fileno]()


class _Reading:
    """The clocks of everybody, read at one moment."""

    def __init__(self, load: Load) -> None:
        self.at = perf_counter()
        self.server, *others = (readings.cpu_s(pid) for pid in load.pids)
        self.store = sum(others)
        self.client = process_time()
        self.busy = tuple(readings.busy_s(core) for core in load.cores)
        self.steal = tuple(readings.steal_s(core) for core in load.cores)


def play(load: Load) -> Measured:
    """Set the tables up, warm up, measure. Raises Broken for anything that is not as it should be."""
    waiting: list[tuple[float, int, Actor]] = []
    tally = Tally(waiting)

    def table(name: str) -> Table:
        return PacedTable(name, tally, waiting, load.pace) if load.pace else Table(name, tally)

    if load.wire == "kibitz":
        seats, watchers, last = open_kibitz(
            load.port, load.tables, load.watchers, table, load.game, load.others, load.elsewhere
        )
    elif load.wire == "hub":
        seats, watchers, last = open_hub(load.port, load.tables, load.game, table), [], None
    else:
        named = (table(f"{number:016x}") for number in range(load.tables))
        gathered = [open_seats(load.wire, load.port, one, number) for number, one in enumerate(named)]
        seats, watchers, last = [seat for four in gathered for seat in four], [], None
    loop = Loop(waiting)
    for wire in (*seats, *watchers):
        loop.add(wire)
    gc.collect()
    gc.freeze()
    gc.disable()
    loop.run(load.warm_s)
    tally.clear()
    if last is not None:
        last.latencies_ms.clear()
    loop.late_s.clear()
    counted, traffic_before = _metrics(load), traffic(seats)
    before = _Reading(load)
    loop.run(load.measure_s)
    after = _Reading(load)
    measured = _compare(load, before, after, tally)
    arrived = traffic(seats)
    measured.writes = arrived.writes - traffic_before.writes
    measured.bytes = arrived.bytes - traffic_before.bytes
    measured.messages = tally.messages
    measured.put_off = tally.put_off
    measured.connections = len(seats) + len(watchers)
    if load.pace:
        late = readings.quantile(loop.late_s, 0.99)
        measured.late_p99_ms = None if late is None else late * 1000
    if counted is not None and measured.done:
        measured.appends = readings.appends(counted, readings.metrics(load.metrics_port))
    if load.metrics_port:
        measured.lag_ms = readings.loop_lag_ms(load.metrics_port)
    if last is not None:
        measured.watched = load.watchers
        measured.last_watcher_p99_ms = readings.quantile(last.latencies_ms, 0.99)
    if load.bystander:
        measured.pings = _pings(load, loop, waiting)
    return measured


def _pings(load: Load, loop: Loop, waiting: list[tuple[float, int, Actor]]) -> Pings:
    """Let a player at another table ping while all goes on; afterwards, because pings cost CPU, too."""
    bystander = Bystander(load.port, guests(load.port, 1)[0], waiting)
    loop.add(bystander)
    loop.run(load.warm_s)
    bystander.told()
    loop.run(load.measure_s / 2)
    return bystander.told()


def _metrics(load: Load) -> dict[str, float] | None:
    return readings.metrics(load.metrics_port) if load.metrics_port else None


def _compare(load: Load, before: _Reading, after: _Reading, tally: Tally) -> Measured:
    seconds = after.at - before.at
    server, store, client = (
        (getattr(after, name) - getattr(before, name)) / seconds for name in ("server", "store", "client")
    )
    ours = (server + store, client) if load.cores[0] != load.cores[1] else (server + store + client,) * 2
    busy = tuple((late - early) / seconds for early, late in zip(before.busy, after.busy, strict=True))
    stolen = tuple((late - early) / seconds for early, late in zip(before.steal, after.steal, strict=True))
    return Measured(
        actions=len(tally.latencies_ms),
        done=tally.done,
        boards=tally.boards,
        seconds=seconds,
        server_cpu=server,
        store_cpu=store,
        client_cpu=client,
        foreign=(max(0.0, busy[0] - ours[0]), max(0.0, busy[1] - ours[1])),
        stolen=(stolen[0], stolen[1]),
        message_bytes=tally.bytes / max(1, tally.messages),
        p50_ms=readings.quantile(tally.latencies_ms, 0.5),
        p99_ms=readings.quantile(tally.latencies_ms, 0.99),
    )


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=Load)
    os.sched_setaffinity(0, {request.cores[1]})
    print(msgspec.json.encode(play(request)).decode())
