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
from msgspec.structs import replace

from tests.bench import cold, instructions, page, processes, readings
from tests.bench.claims import Claims, Judged
from tests.bench.cold import Started
from tests.bench.idle import Held, Idle
from tests.bench.instructions import Counted
from tests.bench.load import Measured
from tests.bench.page import Drawn
from tests.bench.peers import PROGRAMS, Absent, Peers
from tests.bench.plays import PLAYS, SET_UP_S, SIZES, WATCHERS, Play, check_acknowledged, chosen, measure
from tests.bench.processes import Served
from tests.bench.readings import FOREIGN
from tests.bench.replaying import replayed
from tests.bench.rounds import Changed, Rounds
from tests.bench.uploads import CREATED, Disturbed, Uploads
from tests.browser.conftest import missing

KIBITZ, CEILING, PEER, BASE = "kibitz", "ceiling", "srv_py.py mem", "no watchers"
CLAIMERS, EVENT_TABLES = 24, 100
BESIDE_PEERS = (25, 100)
APPENDS = {"append-always": "always", "append-everysec": "second", "append-none": "none"}
LOOK_S = 0.5
"""How long the machine is looked at before a row that compares nothing."""
PEER_WARM_S = 1.5
"""The shortest warm-up of a peer: Node compiles what is run often."""


class Effort(Struct, frozen=True):
    """The effort of a benchmark. Runs are interleaved, because machines drift: only ratios can be trusted.

    No row is begun after `limit_s`, and a row that is not done after `end_s` is given up. `srv_py`: play at
    the peers' bare program, too, where it is present.
    """

    runs: int = 3
    warm_s: float = 1.0
    measure_s: float = 2.5
    idle: int = 2_000
    uploads: int = 32
    sleeping: int = 100_000
    limit_s: float = float("inf")
    end_s: float = float("inf")
    srv_py: bool = True


QUICK = Effort(
    runs=1,
    warm_s=0.4,
    measure_s=0.8,
    idle=500,
    uploads=8,
    sleeping=2_000,
    limit_s=40.0,
    end_s=50.0,
    srv_py=False,
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
    rounds: Changed | None = None
    replayed: dict[str, float] = {}
    uploads: Disturbed | None = None
    page: Drawn | None = None
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
        self._end = float("inf")
        self.rows: dict[str, Callable[[], None]] = {
            **{f"bridge-{tables}": self._at(f"bridge-{tables}", CEILING, KIBITZ) for tables in SIZES},
            **{f"spades-{tables}": self._spades(f"spades-{tables}") for tables in SIZES},
            **{f"hanabi-{tables}": self._at(f"hanabi-{tables}", CEILING, KIBITZ) for tables in SIZES},
            "pace-100": self._at("pace-100", KIBITZ),
            "cost-25": self._at("cost-25", CEILING, KIBITZ),
            **{f"watchers-{count}": self._at(f"watchers-{count}", BASE, KIBITZ) for count in WATCHERS},
            **{row: self._append(row, durability) for row, durability in APPENDS.items()},
            "idle": self._idle,
            "start": self._start_cold,
            f"claims-{CLAIMERS}": self._claims,
            f"rounds-{EVENT_TABLES}": self._rounds,
            "replay": self._replay,
            "uploads": self._uploads,
            "page": self._page,
            "instructions": self._instructions,
        }
        self.once = {
            *("idle", "start", f"claims-{CLAIMERS}", f"rounds-{EVENT_TABLES}"),
            *("replay", "uploads", "page", "instructions"),
        }
        """The rows that are run only once, because they compare nothing that drifts, or take long."""

    def names(self, wanted: tuple[str, ...]) -> list[str]:
        """Return the rows with these names, or with names that begin so; "" is the beginning of all."""
        return chosen(self.rows, wanted)

    def run(self, names: list[str]) -> None:
        """Run rows one after another; one that fails says so and stops no other."""
        until = time.monotonic() + self._effort.limit_s
        self._end = time.monotonic() + self._effort.end_s
        for number in range(self._effort.runs):
            for name in names:
                if number and name in self.once:
                    continue
                if time.monotonic() > until:
                    self.report.notes.append(f"{name} was left out: the time for all rows was over")
                    continue
                if name in self.once and name != "instructions":
                    self._note_others(name)
                try:
                    self.rows[name]()
                except (RuntimeError, OSError, LookupError, TimeoutError) as error:
                    self.report.failed = True
                    self.report.notes.append(f"{name} failed: {error}")

    def _note_others(self, name: str) -> None:
        """Note if the machine is busy before a row in which its own use of the cores hides that of others."""
        used = readings.others(self._cores, LOOK_S)
        if used > FOREIGN:
            self.report.notes.append(f"{name}: others used {used:.0%} of a core just before")

    def _at(self, row: str, *servers: str) -> Callable[[], None]:
        """Return the row that plays at each of these servers."""

        def play() -> None:
            for server in servers:
                self._play(row, server)

        return play

    def _spades(self, row: str) -> Callable[[], None]:
        """Return the row that plays at Kibitz, at the ceiling, and at the peers.

        Where `srv_py.py` is present, the ceiling has to be as fast as that program.
        """

        def play() -> None:
            servers = [CEILING, KIBITZ]
            if PLAYS[row].tables in BESIDE_PEERS:
                servers += [PEER] if self._effort.srv_py and processes.PEER.exists() else []
                servers += self._present_peers(row)
            for server in servers:
                self._play(row, server)

        return play

    def _present_peers(self, row: str) -> Iterator[str]:
        for name in PROGRAMS if self._peers is not None else ():
            try:
                assert self._peers is not None
                self._peers.check(name)
            except Absent as absent:
                said = f"{row}: {name} was skipped: {absent}"
                if said not in self.report.notes:
                    self.report.notes.append(said)
            else:
                yield name

    def _append(self, row: str, durability: str) -> Callable[[], None]:
        def append() -> None:
            with self._storing(durability) as served:
                self._play_at(served, row, KIBITZ, PLAYS["cost-25"])

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
            processes.redis(core, "--appendonly", "no") as redis,
            processes.kibitz(core, redis_url=redis.url) as served,
        ):
            served.pids.append(redis.pid)
            yield served

    def _idle(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            idle = Idle(served.port, served.pids, self._cores, self._effort.idle)
            told = processes.client("idle", msgspec.json.encode(idle), min(SET_UP_S, self._left_s()))
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

    def _rounds(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            rounds = Rounds(served.port, served.pids, served.metrics_port, self._cores, EVENT_TABLES)
            told = processes.client("rounds", msgspec.json.encode(rounds), SET_UP_S + 2 * rounds.limit_s)
        self.report.rounds = msgspec.json.decode(told, type=Changed)

    def _replay(self) -> None:
        self.report.replayed = replayed(self._effort.measure_s)

    def _uploads(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            uploads = Uploads(served.port, served.pids, self._cores, self._effort.uploads)
            told = processes.client("uploads", msgspec.json.encode(uploads), SET_UP_S + uploads.limit_s)
        self.report.uploads = disturbed = msgspec.json.decode(told, type=Disturbed)
        if disturbed.answers.get(CREATED, 0) < self._effort.uploads:
            raise RuntimeError(f"expected {self._effort.uploads} tables, got answers {disturbed.answers}")

    def _page(self) -> None:
        """Measure the page in Chromium, or say what is missing for that."""
        if reason := missing():
            self.report.notes.append(f"page was skipped: {reason}")
            return
        self.report.page = page.measure()

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

    def _play(self, row: str, server: str) -> None:
        play = PLAYS[row]
        # The base cost of watchers is that of the same table without them.
        play = replace(play, watchers=0) if server == BASE else play
        with self._start(server, play.game) as served:
            self._play_at(served, row, server, play)

    def _play_at(self, served: Served, row: str, server: str, play: Play) -> None:
        try:
            measured = measure(
                play,
                _wire(server),
                served,
                self._cores,
                warm_s=max(self._effort.warm_s, PEER_WARM_S if server in PROGRAMS else 0.0),
                measure_s=self._effort.measure_s,
                limit_s=self._left_s(),
            )
        except RuntimeError as error:
            raise RuntimeError(f"at {server}: {error}") from error
        print(f"{row:15} {server:14} {measured.per_core_s:9,.0f}", file=sys.stderr, flush=True)
        self._keep(row, server, play, measured)

    def _left_s(self) -> float:
        """Return the time until the last row has to be done."""
        return max(1.0, self._end - time.monotonic())

    def _start(self, server: str, game: str) -> AbstractContextManager[Served]:
        core = self._cores[0]
        if server in PROGRAMS and self._peers is not None:
            return self._peers.running(server, core)
        if server == PEER:
            return processes.peer(core)
        return processes.ceiling(game, core) if server == CEILING else processes.kibitz(core)

    def _keep(self, row: str, server: str, play: Play, measured: Measured) -> None:
        if server in (KIBITZ, BASE):
            check_acknowledged(play, measured)
        line = self.report.line(row, server)
        if line is None:
            line = Line(row, server, play.tables, [])
            self.report.lines.append(line)
        line.runs.append(measured)


def _wire(server: str) -> str:
    """Return the protocol that a server speaks, as `Load.wire` names it."""
    if server in (KIBITZ, BASE):
        return KIBITZ
    return PROGRAMS[server].wire if server in PROGRAMS else "hub"
