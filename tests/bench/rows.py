"""The rows of the benchmark: their runs, the order of these, and their medians."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from statistics import median

import msgspec
from msgspec import Struct

from tests.bench import cold, instructions, processes
from tests.bench.claims import Claims, Judged
from tests.bench.cold import Started
from tests.bench.idle import Held, Idle
from tests.bench.instructions import Counted
from tests.bench.load import Load, Measured
from tests.bench.peers import BOARDGAME, COLYSEUS, NODE_WS, PROGRAMS, Absent, Peers
from tests.bench.processes import Served
from tests.bench.replaying import replayed
from tests.bench.uploads import CREATED, Disturbed, Uploads

KIBITZ, CEILING, PEER, BASE = "kibitz", "ceiling", "srv_py.py mem", "no watchers"
SET_UP_S, SET_UP_TABLE_S = 45.0, 0.06
"""The time that a client may take in addition to its warm-up and measuring, and more for each table."""
BOARDS_S = 13.0
"""How long watchers look on: at ten actions a second two boards come to their end."""
CLAIMERS = 24
SIZES = (1, 25, 100, 400, 1_500)
BESIDE_PEERS = (25, 100)
PACED = {"pace-100": (100, 1.0), "cost-25": (25, 4.0)}
"""Rows at a pace: how many tables, and the actions a second at each."""
APPENDS = {"append-always": "always", "append-everysec": "second", "append-none": "none"}
PEER_WARM_S = 1.5
"""The shortest warm-up of a peer: Node compiles what is run often."""


class Effort(Struct, frozen=True):
    """The effort of a benchmark. Runs are interleaved, because machines drift: only ratios can be trusted.

    No row is begun after `limit_s`. `srv_py`: play at the peers' bare program, too, where it is present.
    """

    runs: int = 3
    warm_s: float = 1.0
    measure_s: float = 2.5
    idle: int = 2_000
    uploads: int = 32
    sleeping: int = 100_000
    limit_s: float = float("inf")
    srv_py: bool = True


QUICK = Effort(
    runs=1, warm_s=0.4, measure_s=0.8, idle=500, uploads=8, sleeping=2_000, limit_s=40.0, srv_py=False
)


class Line(Struct):
    """One server's runs in one row."""

    row: str
    server: str
    tables: int
    runs: list[Measured]

    def median(self, value: Callable[[Measured], float | None]) -> float | None:
        values = [v for v in map(value, self.runs) if v is not None]
        return median(values) if values else None

    @property
    def per_core_s(self) -> float | None:
        return self.median(lambda run: run.per_core_s)


class Report(Struct):
    """Everything that one run of the benchmark has found. `notes` say what was left out or went wrong."""

    machine: dict[str, str]
    lines: list[Line] = []
    idle: Held | None = None
    started: Started | None = None
    claims: Judged | None = None
    replayed: dict[str, float] = {}
    uploads: Disturbed | None = None
    instructions: Counted | None = None
    notes: list[str] = []
    failed: bool = False

    def line(self, row: str, server: str) -> Line | None:
        return next((line for line in self.lines if (line.row, line.server) == (row, server)), None)

    def ratio(self, row: str, server: str, beside: str) -> float | None:
        """Return the median of run by run ratios of actions per core-second."""
        pairs = [run.per_core_s / there.per_core_s for run, there in self._pairs(row, server, beside)]
        return median(pairs) if pairs else None

    def watcher_us(self, row: str) -> float | None:
        """Return the microseconds of server CPU for each watcher and action, the base cost taken off.

        The base cost is that of the same table without watchers, in the same run.
        """
        pairs = [
            (run.cost_us - base.cost_us) / run.watched
            for run, base in self._pairs(row, KIBITZ, BASE)
            if run.watched and run.cost_us is not None and base.cost_us is not None
        ]
        return median(pairs) if pairs else None

    def _pairs(self, row: str, server: str, beside: str) -> list[tuple[Measured, Measured]]:
        mine, other = self.line(row, server), self.line(row, beside)
        if mine is None or other is None:
            return []
        return [pair for pair in zip(mine.runs, other.runs, strict=False) if pair[1].actions]


class Bench:
    """Runs rows into `report`."""

    def __init__(self, report: Report, effort: Effort, peers: Peers | None = None) -> None:
        self.report = report
        self._effort = effort
        self._peers = peers
        self._cores = processes.cores()
        self.rows: dict[str, Callable[[], None]] = {
            **{f"bridge-{tables}": self._beside_the_ceiling("bridge", tables) for tables in SIZES},
            **{f"spades-{tables}": self._spades(tables) for tables in SIZES},
            **{f"hanabi-{tables}": self._beside_the_ceiling("hanabi", tables) for tables in (1, 25, 100)},
            "pace-100": lambda: self._at_a_pace("pace-100", [KIBITZ]),
            "cost-25": lambda: self._at_a_pace("cost-25", [CEILING, KIBITZ]),
            **{f"watchers-{watchers}": self._watchers(watchers) for watchers in (500, 2_000)},
            **{row: self._append(row, durability) for row, durability in APPENDS.items()},
            "idle": self._idle,
            "start": self._start_cold,
            f"claims-{CLAIMERS}": self._claims,
            "replay": self._replay,
            "uploads": self._uploads,
            "instructions": self._instructions,
        }
        self.once = {"idle", "start", f"claims-{CLAIMERS}", "replay", "uploads", "instructions"}
        """The rows that are run only once, because they compare nothing that drifts, or take long."""

    def names(self, wanted: tuple[str, ...]) -> list[str]:
        """Return the rows with these names, or with names that begin so; "" is the beginning of all."""
        exact = set(wanted) & self.rows.keys()
        beginnings = tuple(word for word in wanted if word not in exact)
        return [name for name in self.rows if name in exact or (beginnings and name.startswith(beginnings))]

    def run(self, names: list[str]) -> None:
        """Run rows one after another; one that fails says so and stops no other."""
        until = time.monotonic() + self._effort.limit_s
        for number in range(self._effort.runs):
            for name in names:
                if number and name in self.once:
                    continue
                if time.monotonic() > until:
                    self.report.notes.append(f"{name} was left out: the time for all rows was over")
                    continue
                try:
                    self.rows[name]()
                except (RuntimeError, OSError, LookupError, TimeoutError) as error:
                    self.report.failed = True
                    self.report.notes.append(f"{name} failed: {error}")

    def _beside_the_ceiling(self, game: str, tables: int) -> Callable[[], None]:
        def row() -> None:
            for server in (CEILING, KIBITZ):
                self._play(f"{game}-{tables}", server, tables)

        return row

    def _spades(self, tables: int) -> Callable[[], None]:
        """Play at Kibitz, at the ceiling, and at the peers.

        Where `srv_py.py` is present, the ceiling has to be as fast as that program.
        """

        def row() -> None:
            servers = [CEILING, KIBITZ]
            if tables in BESIDE_PEERS:
                servers += [PEER] if self._effort.srv_py and processes.PEER.exists() else []
                servers += self._present_peers(f"spades-{tables}")
            for server in servers:
                self._play(f"spades-{tables}", server, tables)

        return row

    def _present_peers(self, row: str) -> Iterator[str]:
        for name in (COLYSEUS, BOARDGAME, NODE_WS) if self._peers is not None else ():
            try:
                assert self._peers is not None
                self._peers.check(name)
            except Absent as absent:
                said = f"{row}: {name} was skipped: {absent}"
                if said not in self.report.notes:
                    self.report.notes.append(said)
            else:
                yield name

    def _at_a_pace(self, row: str, servers: list[str]) -> None:
        tables, pace = PACED[row]
        for server in servers:
            self._play(row, server, tables, pace=pace, measure_s=2 * self._effort.measure_s)

    def _watchers(self, watchers: int) -> Callable[[], None]:
        """Play one table before watchers, and the same table without them."""

        def row() -> None:
            for server, count in ((BASE, 0), (KIBITZ, watchers)):
                seconds = max(2 * self._effort.measure_s, BOARDS_S)
                name = f"watchers-{watchers}"
                self._play(
                    name, server, 1, pace=10.0, watchers=count, bystander=bool(count), measure_s=seconds
                )

        return row

    def _append(self, row: str, durability: str) -> Callable[[], None]:
        def append() -> None:
            tables, pace = PACED["cost-25"]
            seconds = 2 * self._effort.measure_s
            with self._storing(durability) as served:
                self._play_at(served, row, KIBITZ, tables, pace=pace, measure_s=seconds)

        return append

    @contextlib.contextmanager
    def _storing(self, durability: str) -> Iterator[Served]:
        """Run a server with a Redis that writes its data to disk as `durability` says."""
        core = self._cores[0]
        if durability != "none":
            with processes.kibitz(core, durability=durability) as served:
                yield served
            return
        with (
            processes.forgetful_redis(core) as redis,
            processes.kibitz(core, redis_url=redis.url) as served,
        ):
            served.pids.append(redis.pid)
            yield served

    def _idle(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            idle = Idle(served.port, served.pids, self._cores, self._effort.idle)
            told = processes.client("idle", msgspec.json.encode(idle), SET_UP_S)
        self.report.idle = msgspec.json.decode(told, type=Held)

    def _start_cold(self) -> None:
        self.report.started = cold.measure(self._effort.sleeping, self._cores)

    def _claims(self) -> None:
        """Claims at tables with house robots: the server's budget for a player's claims is switched off."""
        with processes.kibitz(self._cores[0]) as served:
            claims = Claims(
                served.port,
                served.pids,
                self._cores,
                CLAIMERS,
                warm_s=2 * self._effort.warm_s,
                measure_s=2 * self._effort.measure_s,
            )
            limit_s = SET_UP_S + claims.warm_s * 2 + claims.measure_s * 2
            told = processes.client("claims", msgspec.json.encode(claims), limit_s)
        self.report.claims = msgspec.json.decode(told, type=Judged)

    def _replay(self) -> None:
        self.report.replayed = replayed(self._effort.measure_s)

    def _uploads(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            uploads = Uploads(served.port, served.pids, self._cores, self._effort.uploads)
            told = processes.client("uploads", msgspec.json.encode(uploads), SET_UP_S + uploads.limit_s)
        self.report.uploads = disturbed = msgspec.json.decode(told, type=Disturbed)
        if disturbed.answers.get(CREATED, 0) < self._effort.uploads:
            raise RuntimeError(f"expected {self._effort.uploads} tables, got answers {disturbed.answers}")

    def _instructions(self) -> None:
        """Count the instructions of an action of each game, unless the kept counts are of another Python."""
        kept = instructions.read()
        differs = instructions.difference(kept, instructions.here())
        if differs:
            self.report.notes.append(f"instructions were skipped: {differs}")
            return
        self.report.instructions = counted = Counted(instructions.count(), kept.instructions)
        if counted.faults():
            raise RuntimeError("; ".join(counted.faults()))

    def _play(
        self,
        row: str,
        server: str,
        tables: int,
        *,
        pace: float = 0.0,
        watchers: int = 0,
        bystander: bool = False,
        measure_s: float | None = None,
    ) -> None:
        with self._start(server, _game(row)) as served:
            self._play_at(
                served,
                row,
                server,
                tables,
                pace=pace,
                watchers=watchers,
                bystander=bystander,
                measure_s=measure_s,
            )

    def _play_at(
        self,
        served: Served,
        row: str,
        server: str,
        tables: int,
        *,
        pace: float = 0.0,
        watchers: int = 0,
        bystander: bool = False,
        measure_s: float | None = None,
    ) -> None:
        load = Load(
            wire=_wire(server),
            game=_game(row),
            port=served.port,
            pids=served.pids,
            cores=self._cores,
            tables=tables,
            watchers=watchers,
            bystander=bystander,
            pace=pace,
            warm_s=max(self._effort.warm_s, PEER_WARM_S if server in PROGRAMS else 0.0),
            measure_s=measure_s or self._effort.measure_s,
            metrics_port=served.metrics_port,
        )
        limit_s = SET_UP_S + SET_UP_TABLE_S * tables + 2 * load.warm_s + 1.5 * load.measure_s
        told = processes.client("load", msgspec.json.encode(load), limit_s)
        measured = msgspec.json.decode(told, type=Measured)
        print(f"{row:15} {server:14} {measured.per_core_s:9,.0f}", file=sys.stderr, flush=True)
        self._keep(row, server, tables, measured)

    def _start(self, server: str, game: str) -> AbstractContextManager[Served]:
        core = self._cores[0]
        if server in PROGRAMS and self._peers is not None:
            return self._peers.running(server, core)
        if server == PEER:
            return processes.peer(core)
        return processes.ceiling(game, core) if server == CEILING else processes.kibitz(core)

    def _keep(self, row: str, server: str, tables: int, measured: Measured) -> None:
        if server in (KIBITZ, BASE) and abs(measured.done - measured.actions) > 4 * tables:
            raise RuntimeError(
                f"{measured.actions} actions were seen by all seats, {measured.done} acknowledged"
            )
        line = self.report.line(row, server)
        if line is None:
            line = Line(row, server, tables, [])
            self.report.lines.append(line)
        line.runs.append(measured)


def _game(row: str) -> str:
    return next((name for name in ("spades", "hanabi") if row.startswith(name)), "bridge")


def _wire(server: str) -> str:
    """Return the protocol that a server speaks, as `Load.wire` names it."""
    if server in (KIBITZ, BASE):
        return KIBITZ
    return server if server in (COLYSEUS, BOARDGAME) else "hub"
