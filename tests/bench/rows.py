"""The rows of the benchmark: what each one runs, in which order, and what its runs come to."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import median

import msgspec
from msgspec import Struct

from tests.bench import processes
from tests.bench.claims import Claims, Judged
from tests.bench.idle import Held, Idle
from tests.bench.load import Load, Measured
from tests.bench.processes import Served
from tests.bench.replaying import replayed
from tests.bench.uploads import CREATED, Disturbed, Uploads

KIBITZ, CEILING, PEER = "kibitz", "ceiling", "srv_py.py mem"
SET_UP_S = 45.0
"""What a client may take for everything but its warm-up and measuring."""
BOARDS_S = 13.0
"""How long watchers look on: at ten actions a second two boards come to their end."""
CLAIMERS = 24


class Effort(Struct, frozen=True):
    """How long to look. Rounds are interleaved, because machines drift: only their ratios can be trusted."""

    rounds: int = 3
    warm_s: float = 1.0
    measure_s: float = 2.5
    idle: int = 2_000
    uploads: int = 32


QUICK = Effort(rounds=1, warm_s=0.5, measure_s=1.0, idle=500, uploads=8)


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
    claims: Judged | None = None
    replayed: dict[str, float] = {}
    uploads: Disturbed | None = None
    notes: list[str] = []
    failed: bool = False

    def line(self, row: str, server: str) -> Line | None:
        return next((line for line in self.lines if (line.row, line.server) == (row, server)), None)

    def ratio(self, row: str, server: str, beside: str) -> float | None:
        """The median of round by round ratios of actions per core-second."""
        mine, other = self.line(row, server), self.line(row, beside)
        if mine is None or other is None:
            return None
        pairs = [
            run.per_core_s / there.per_core_s
            for run, there in zip(mine.runs, other.runs, strict=False)
            if there.actions
        ]
        return median(pairs) if pairs else None


class Bench:
    """Runs rows into `report`."""

    def __init__(self, report: Report, effort: Effort) -> None:
        self.report = report
        self._effort = effort
        self._cores = processes.cores()
        self.rows: dict[str, Callable[[], None]] = {
            **{f"bridge-{tables}": self._beside_the_ceiling("bridge", tables) for tables in (1, 25, 100)},
            **{f"spades-{tables}": self._spades(tables) for tables in (1, 25, 100)},
            **{f"hanabi-{tables}": self._beside_the_ceiling("hanabi", tables) for tables in (1, 25, 100)},
            "pace-100": self._pace,
            **{f"watchers-{watchers}": self._watchers(watchers) for watchers in (500, 2_000)},
            "idle": self._idle,
            f"claims-{CLAIMERS}": self._claims,
            "replay": self._replay,
            "uploads": self._uploads,
        }

    def run(self, names: list[str]) -> None:
        """Run rows one after another; one that fails says so and stops no other."""
        for name in names:
            try:
                self.rows[name]()
            except (RuntimeError, OSError, LookupError, TimeoutError) as error:
                self.report.failed = True
                self.report.notes.append(f"{name} failed: {error}")

    def _beside_the_ceiling(self, game: str, tables: int) -> Callable[[], None]:
        def row() -> None:
            for _ in range(self._effort.rounds):
                self._play(f"{game}-{tables}", CEILING, tables)
                self._play(f"{game}-{tables}", KIBITZ, tables)

        return row

    def _spades(self, tables: int) -> Callable[[], None]:
        """Kibitz and the ceiling, and where there is one the peers' own, which the ceiling has to equal."""

        def row() -> None:
            servers = [CEILING, KIBITZ, PEER] if processes.PEER.exists() and tables > 1 else [CEILING, KIBITZ]
            for _ in range(self._effort.rounds):
                for server in servers:
                    self._play(f"spades-{tables}", server, tables)

        return row

    def _pace(self) -> None:
        self._play("pace-100", KIBITZ, 100, pace=1.0, measure_s=2 * self._effort.measure_s)

    def _watchers(self, watchers: int) -> Callable[[], None]:
        def row() -> None:
            seconds = max(2 * self._effort.measure_s, BOARDS_S)
            self._play(f"watchers-{watchers}", KIBITZ, 1, pace=10.0, watchers=watchers, measure_s=seconds)

        return row

    def _idle(self) -> None:
        with processes.kibitz(self._cores[0]) as served:
            idle = Idle(served.port, served.pids, self._cores, self._effort.idle)
            told = processes.client("idle", msgspec.json.encode(idle), SET_UP_S)
        self.report.idle = msgspec.json.decode(told, type=Held)

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

    def _play(
        self,
        row: str,
        server: str,
        tables: int,
        *,
        pace: float = 0.0,
        watchers: int = 0,
        measure_s: float | None = None,
    ) -> None:
        game = next((name for name in ("spades", "hanabi") if row.startswith(name)), "bridge")
        with self._start(server, game) as served:
            load = Load(
                wire=KIBITZ if server == KIBITZ else "hub",
                game=game,
                port=served.port,
                pids=served.pids,
                cores=self._cores,
                tables=tables,
                watchers=watchers,
                bystander=bool(watchers),
                pace=pace,
                warm_s=self._effort.warm_s,
                measure_s=measure_s or self._effort.measure_s,
                metrics_port=served.metrics_port,
            )
            limit_s = SET_UP_S + load.warm_s + load.measure_s
            told = processes.client("load", msgspec.json.encode(load), limit_s)
        measured = msgspec.json.decode(told, type=Measured)
        print(f"{row:14} {server:14} {measured.per_core_s:9,.0f}", file=sys.stderr, flush=True)
        self._keep(row, server, tables, measured)

    def _start(self, server: str, game: str) -> AbstractContextManager[Served]:
        core = self._cores[0]
        if server == KIBITZ:
            return processes.kibitz(core)
        return processes.peer(core) if server == PEER else processes.ceiling(game, core)

    def _keep(self, row: str, server: str, tables: int, measured: Measured) -> None:
        if server == KIBITZ and abs(measured.done - measured.actions) > 4 * tables:
            raise RuntimeError(
                f"{measured.actions} actions were seen by all seats, {measured.done} acknowledged"
            )
        line = self.report.line(row, server)
        if line is None:
            line = Line(row, server, tables, [])
            self.report.lines.append(line)
        line.runs.append(measured)
