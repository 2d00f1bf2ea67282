"""A day at a large site, and a soak: a crowd plays for minutes, and latency and memory are watched.

The crowd of the site is that of the largest bridge site at its peak: 10,000 connections and 1,500 actions a
second, and once 5,000 connections are lost at once and come back. The soak has fewer tables that play faster,
so that all that a table keeps is full after a minute, and memory must not grow any more.
"""

from __future__ import annotations

import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import IO

import msgspec
from msgspec import Struct

from tests.bench import cold, processes, readings, verdict
from tests.bench.charts import Chart, Curve, Limit, Mark, svg
from tests.bench.crowd import COME_S, Crowd
from tests.bench.day import Day
from tests.bench.processes import Served
from tests.bench.readings import FOREIGN, SATURATED, STOLEN

BUDGET_P99_MS = 50.0
LEAST_OF_RATE = 0.97
"""The share of the actions that must really have been made, for the figures to be of that load."""
STEEP_KIB_MIN = 4_096.0
"""A server that grows faster than this fails a soak of minutes; one of hours would say so at a tenth."""
WARM_S = 75.0
"""A table of the soak keeps its last 32 boards, of 56 actions each, at 30 actions a second: full by then."""
SAMPLE_S = 1.0
HEARTBEAT_S = 20.0
"""The heartbeat that servers have by default."""
CHECK_S = 900.0

SITE = Crowd(port=0, core=0, record="", blip_s=0.5)
"""The blip comes after this share of the time."""
SOAK = Crowd(
    port=0,
    core=0,
    record="",
    tables=50,
    watchers=200,
    rate=1_500.0,
    seconds=1_800.0,
    endings=0.05,
    leaves=1.0,
)


class Sample(Struct):
    """The readings of one moment, in seconds since the crowd began to play."""

    at_s: float
    server_kib: int
    store_kib: int
    server_cpu_s: float
    store_cpu_s: float
    busy_s: tuple[float, float]
    steal_s: tuple[float, float]


class Lived(Struct):
    """A site's day, or a soak. `slope_kib_min` is the growth of the server after the first `warm_s` seconds.

    `checked` is the number of acknowledged actions that were looked for in the logs, `faults` what is wrong.
    """

    name: str
    crowd: Crowd
    day: Day
    samples: list[Sample]
    slope_kib_min: float | None
    checked: int = 0
    faults: list[str] = []
    warm_s: float = 0.0

    def share(self, name: str) -> float:
        """Return the share of a core that the server or the store has used."""
        first, last = self.samples[0], self.samples[-1]
        return (getattr(last, name) - getattr(first, name)) / max(last.at_s - first.at_s, 1e-9)

    def others(self) -> tuple[float, float]:
        """Return what others used of the server's and of the client's core."""
        first, last = self.samples[0], self.samples[-1]
        span = max(last.at_s - first.at_s, 1e-9)
        busy = [(late - early) / span for early, late in zip(first.busy_s, last.busy_s, strict=True)]
        server = self.share("server_cpu_s") + self.share("store_cpu_s")
        return max(0.0, busy[0] - server), max(0.0, busy[1] - self.day.client_cpu)

    @property
    def stolen(self) -> float:
        """Return the larger share of a core that a hypervisor gave to other machines."""
        first, last = self.samples[0], self.samples[-1]
        span = max(last.at_s - first.at_s, 1e-9)
        return max((late - early) / span for early, late in zip(first.steal_s, last.steal_s, strict=True))


def slope_kib_min(points: list[tuple[float, float]]) -> float | None:
    """Return how fast a value grows, in units a minute; None of fewer than two moments.

    It is the median of the slopes between all pairs (Theil and Sen), which a single jump does not move. Of
    many points, pairs of every third of the time are taken.
    """
    if len(points) < 2:
        return None
    thin = points[:: max(1, len(points) // 200)]
    slopes = [
        (late[1] - early[1]) / (late[0] - early[0]) * 60
        for at, early in enumerate(thin)
        for late in thin[at + 1 :]
        if late[0] > early[0]
    ]
    return median(slopes)


def shared(crowd: Crowd, share: float) -> Crowd:
    """Return a crowd of which only a share comes; each of its people does as much as before."""
    return msgspec.structs.replace(
        crowd,
        tables=max(1, round(share * crowd.tables)),
        watchers=round(share * crowd.watchers),
        rate=share * crowd.rate,
        moves=share * crowd.moves,
        leaves=share * crowd.leaves,
        endings=share * crowd.endings,
        blip=round(share * crowd.blip),
    )


def live(name: str, crowd: Crowd, *, warm_s: float, check: bool, sleeping: int = 0) -> Lived:
    """Let a crowd live at a new server, and check what the server has kept of what it acknowledged.

    The store has `sleeping` other tables without people.
    """
    server_core, client_core = processes.cores()
    with (
        tempfile.TemporaryDirectory(prefix="kb-day-") as folder,
        cold.kibitz_beside(sleeping, (server_core, client_core), HEARTBEAT_S) as served,
    ):
        record = Path(folder) / "acknowledged"
        kept = str(record) if check else ""
        crowd = msgspec.structs.replace(crowd, port=served.port, core=client_core, record=kept)
        day, samples = _day(crowd, served, (server_core, client_core))
        settled = [(one.at_s, float(one.server_kib)) for one in samples if one.at_s >= warm_s]
        lived = Lived(name, crowd, day, samples, slope_kib_min(settled), warm_s=warm_s)
        if check:
            verdict_ = verdict.judge(served, record, day.tables, CHECK_S)
            lived.checked, lived.faults = verdict_.checked, verdict_.faults
    return lived


def _day(crowd: Crowd, served: Served, cores: tuple[int, int]) -> tuple[Day, list[Sample]]:
    command = [sys.executable, "-m", "tests.bench.crowd", msgspec.json.encode(crowd).decode()]
    process = subprocess.Popen(
        command, cwd=processes.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        _hear(process, process.stdout, 2 * COME_S)
        began = time.monotonic()
        samples: list[Sample] = []
        while process.poll() is None and time.monotonic() - began < crowd.seconds:
            samples.append(_sample(served, cores, time.monotonic() - began))
            time.sleep(SAMPLE_S)
        out, said = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    if process.returncode:
        raise RuntimeError(f"the crowd failed: {(said.strip().splitlines() or ['nothing'])[-1]}")
    return msgspec.json.decode(out, type=Day), samples


def _hear(process: subprocess.Popen[str], stream: IO[str], timeout_s: float) -> None:
    ready, _, _ = select.select([stream], [], [], timeout_s)
    if not ready or stream.readline().strip() != "ready":
        process.kill()
        said = process.stderr.read().strip().splitlines() if process.stderr is not None else []
        raise RuntimeError(f"the crowd did not come: {said[-1] if said else 'it said nothing'}")


def _sample(served: Served, cores: tuple[int, int], at_s: float) -> Sample:
    server, *stores = served.pids
    return Sample(
        at_s=at_s,
        server_kib=readings.resident_kib(server),
        store_kib=sum(map(readings.resident_kib, stores)),
        server_cpu_s=readings.cpu_s(server),
        store_cpu_s=sum(map(readings.cpu_s, stores)),
        busy_s=(readings.busy_s(cores[0]), readings.busy_s(cores[1])),
        steal_s=(readings.steal_s(cores[0]), readings.steal_s(cores[1])),
    )


def picture(lived: Lived) -> str:
    """Return the load, the latency and the memory over time as SVG, with what makes the figures doubtful."""
    seconds, crowd = lived.day.seconds, lived.crowd
    lost = [Mark(crowd.blip_s, f"{crowd.blip:,} connections are lost")] if crowd.blip_s else []
    charts = [
        Chart(
            "Load: acknowledged actions per second",
            [_curve("acknowledged", [(at, one.actions) for at, one in enumerate(seconds)])],
            Limit(crowd.rate, f"wanted: {crowd.rate:,.0f}"),
            lost,
        ),
        Chart(
            "Open connections",
            [_curve("websockets", [(at, one.connections) for at, one in enumerate(seconds)])],
            marks=lost,
        ),
        Chart(
            "Latency: ms from sending an action until it is acknowledged",
            [
                _curve("p50 of each second", [(at, one.p50_ms) for at, one in enumerate(seconds)]),
                _curve("p99 of each second", [(at, one.p99_ms) for at, one in enumerate(seconds)]),
            ],
            Limit(BUDGET_P99_MS, f"budget of the p99 of all: {BUDGET_P99_MS:.0f} ms") if lost else None,
            lost,
            logarithmic=True,
        ),
        Chart(
            "Resident memory in MiB",
            [
                _curve("server", [(one.at_s, one.server_kib / 1024) for one in lived.samples]),
                _curve("redis-server", [(one.at_s, one.store_kib / 1024) for one in lived.samples]),
            ],
            marks=[Mark(lived.warm_s, "the growth is measured from here on")],
        ),
    ]
    remarks = [line(lived), *doubts(lived), *(f"NO: {fault}" for fault in faults(lived))]
    title = "The site's day" if crowd.blip_s else "The soak"
    return svg(title, remarks, charts, "time since the crowd began to play")


def _curve(name: str, points: list[tuple[float, float | None]]) -> Curve:
    return Curve(name, [(float(at), value) for at, value in points])


def line(lived: Lived) -> str:
    """Return the result in one line."""
    day, crowd = lived.day, lived.crowd
    connections = 4 * crowd.tables + crowd.watchers
    p50, p99, worst = (_ms(value) for value in (day.p50_ms, day.p99_ms, day.worst_ms))
    slope = "" if lived.slope_kib_min is None else f", the server grew by {lived.slope_kib_min:+,.0f} KiB/min"
    return (
        f"{day.actions / crowd.seconds:,.0f} actions/s of {connections:,} connections for"
        f" {crowd.seconds:.0f} s: p50 {p50}, p99 {p99}, worst {worst}{slope}"
    )


def _ms(value: float | None) -> str:
    return "none" if value is None else f"{value:,.1f} ms"


def text(lived: Lived) -> str:
    """Return the result for people."""
    day, crowd = lived.day, lived.crowd
    cpu = lived.share("server_cpu_s"), lived.share("store_cpu_s")
    first, last = lived.samples[0], lived.samples[-1]
    said = [
        f"{lived.name}: {line(lived)}",
        f"CPU of one core: server {cpu[0]:.0%}, its redis-server {cpu[1]:.0%},"
        f" the client {day.client_cpu:.0%} of the other",
        f"memory: server {first.server_kib / 1024:.0f} to {last.server_kib / 1024:.0f} MiB,"
        f" redis-server {first.store_kib / 1024:.0f} to {last.store_kib / 1024:.0f} MiB",
    ]
    if day.back_s is not None:
        said.append(f"{crowd.blip:,} connections were lost at once; all were back after {day.back_s:.1f} s")
    if day.refusals:
        refusals = ", ".join(f"{count} {code}" for code, count in sorted(day.refusals.items()))
        said.append(f"refused: {refusals}")
    if lived.checked or lived.faults:
        lost = f"{len(lived.faults)} faults" if lived.faults else "nothing lost, doubled or moved"
        said.append(f"{lived.checked:,} acknowledged actions were looked for in the logs: {lost}")
        said += [f"  {fault[:300]}" for fault in lived.faults[:10]]
    return "\n".join([*said, *doubts(lived), *(f"NO: {fault}" for fault in faults(lived))])


def doubts(lived: Lived) -> list[str]:
    """Return what makes the figures doubtful."""
    day, said = lived.day, []
    if not lived.crowd.blip_s and (few := too_few(lived)):
        said.append(few)
    if day.client_cpu > SATURATED:
        said.append(f"the client was the limit, at {day.client_cpu:.0%} of its core")
    if day.late_p99_ms is not None and day.late_p99_ms > BUDGET_P99_MS / 2:
        said.append(f"the client acted late, by {day.late_p99_ms:.0f} ms at its p99")
    for name, share in zip(("server", "client"), lived.others(), strict=True):
        if share > FOREIGN:
            said.append(f"others used {share:.0%} of the {name}'s core meanwhile")
    if lived.stolen > STOLEN:
        said.append(f"other machines were given {lived.stolen:.0%} of a core meanwhile")
    return said


def too_few(lived: Lived) -> str:
    """Return a sentence if the crowd made fewer actions than it was to make, "" otherwise."""
    day, crowd = lived.day, lived.crowd
    if day.actions >= LEAST_OF_RATE * crowd.rate * crowd.seconds:
        return ""
    return (
        f"expected {crowd.rate:,.0f} actions/s, got {day.actions / crowd.seconds:,.0f}"
        f" ({day.missed:,} times no player had anything to decide)"
    )


def faults(lived: Lived) -> list[str]:
    """Return which promises were broken."""
    day, crowd = lived.day, lived.crowd
    found = [f"{len(lived.faults)} faults in what was acknowledged"] if lived.faults else []
    if crowd.blip_s:
        if lived.checked < day.actions:
            found.append(
                f"expected {day.actions:,} actions to be looked for in the logs, got {lived.checked:,}"
            )
        found += [few] if (few := too_few(lived)) else []
        if day.p99_ms is None or day.p99_ms >= BUDGET_P99_MS:
            found.append(f"expected a p99 below {BUDGET_P99_MS:.0f} ms, got {_ms(day.p99_ms)}")
        if day.back_s is None:
            found.append("expected all lost connections to be back, but some are not")
    elif lived.slope_kib_min is not None and lived.slope_kib_min > STEEP_KIB_MIN:
        found.append(
            f"expected the server to grow by at most {STEEP_KIB_MIN:,.0f} KiB/min after the warm-up,"
            f" got {lived.slope_kib_min:,.0f}"
        )
    return found
