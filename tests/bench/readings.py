"""What the machine says of its processes and cores. Linux only: everything is read from /proc."""

from __future__ import annotations

import os
import platform
import re
import sysconfig
import tempfile
import time
import urllib.request
from pathlib import Path

from msgspec import Struct

SATURATED, FOREIGN, STOLEN = 0.9, 0.25, 0.05
"""Shares of a core that make figures doubtful: of the client, of other processes, of other machines."""
_SCHEDULED = 2
"""The kind of a process' clock: CPUCLOCK_SCHED of Linux."""
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def cpu_s(pid: int) -> float:
    """Return the CPU time that a process has used, in all its threads, in user and kernel mode.

    The clock of a process (clock_getcpuclockid of POSIX) counts nanoseconds, /proc counts hundredths of a
    second: too coarse for the few milliseconds that a hundred actions take.
    """
    return time.clock_gettime(~pid << 3 | _SCHEDULED)


def busy_s(core: int) -> float:
    """How long a core has not been idle; what a hypervisor has stolen counts."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, irq, softirq, steal = map(int, ticks[:8])
            return (user + nice + system + irq + softirq + steal) * _TICK_S
    raise LookupError(f"no core {core} in /proc/stat")


def others(cores: tuple[int, int], seconds: float) -> float:
    """Wait, and return the larger share of a core that was used meanwhile; nothing under test may run."""
    before = [busy_s(core) for core in cores]
    time.sleep(seconds)
    return max(busy_s(core) - then for core, then in zip(cores, before, strict=True)) / seconds


def steal_s(core: int) -> float:
    """Return how long a hypervisor has given a core to other machines."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            return int(ticks[7]) * _TICK_S
    raise LookupError(f"no core {core} in /proc/stat")


def resident_kib(pid: int) -> int:
    """The resident memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    if found is None:
        raise LookupError(f"process {pid} has no memory")
    return int(found[1])


def metrics(port: int) -> dict[str, float]:
    """Return a Kibitz server's metrics by name, with the labels as Prometheus writes them."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def loop_lag_ms(metrics_port: int) -> float:
    """Return a Kibitz server's own gauge: the worst delay of a timer in the last second."""
    return metrics(metrics_port)["kibitz_loop_lag_seconds"] * 1000


_BUCKET = re.compile(r'kibitz_append_seconds_bucket\{le="([^"]+)"\}')


class Appends(Struct):
    """The durations of appends between two readings of a server's metrics."""

    count: int
    mean_ms: float
    p50_ms: float
    p99_ms: float


def appends(before: dict[str, float], after: dict[str, float]) -> Appends:
    """Return the durations of the appends between two readings.

    The quantiles are interpolated within the buckets of the server's histogram. Raises LookupError if there
    was no append.
    """
    name = "kibitz_append_seconds"
    count = after[f"{name}_count"] - before[f"{name}_count"]
    if not count:
        raise LookupError("expected appends between two readings of the metrics, got none")
    bounds = sorted(
        (float(found[1]), after[key] - before[key]) for key in after if (found := _BUCKET.fullmatch(key))
    )
    total_s = after[f"{name}_sum"] - before[f"{name}_sum"]
    p50_ms, p99_ms = (1000 * interpolated(bounds, share) for share in (0.5, 0.99))
    return Appends(int(count), 1000 * total_s / count, p50_ms, p99_ms)


def interpolated(bounds: list[tuple[float, float]], share: float) -> float:
    """Return a quantile of a histogram, given as upper bounds with cumulative counts in ascending order.

    A quantile in the last bucket, which has no bound, is the greatest finite bound.
    """
    wanted = share * bounds[-1][1]
    lower, below = 0.0, 0.0
    for upper, count in bounds:
        if count >= wanted:
            if upper == float("inf"):
                return lower
            return lower + (upper - lower) * (wanted - below) / max(count - below, 1e-9)
        lower, below = upper, count
    return lower


def quantile(values: list[float], share: float) -> float | None:
    """The value that `share` of the values do not exceed, None of none."""
    if not values:
        return None
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def filesystem(path: Path) -> str:
    """The kind of file system that holds `path`: what a sync to disk costs depends on it."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    holding = [(len(point), kind) for point, kind in mounts if path.resolve().is_relative_to(point)]
    return max(holding)[1] if holding else "unknown"


def python_build() -> str:
    """Return the version of Python, and how it was compiled: the same source can be a third slower."""
    options = sysconfig.get_config_var("CONFIG_ARGS") or ""
    flags = " ".join(sysconfig.get_config_var(name) or "" for name in ("PY_CFLAGS", "PY_CFLAGS_NODIST"))
    profiled = "--enable-optimizations" in options or "-fprofile-use" in flags
    linked = "--with-lto" in options or "-flto" in flags
    shared = bool(sysconfig.get_config_var("Py_ENABLE_SHARED"))
    words = (
        platform.python_compiler(),
        "with PGO" if profiled else "without PGO",
        "with LTO" if linked else "without LTO",
        "in a shared library" if shared else "in one program",
    )
    return f"{platform.python_version()} ({'; '.join(words)})"


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    uname = os.uname()
    return {
        "cpu": model[1] if model else uname.machine,
        "cores": str(os.cpu_count()),
        "kernel": f"{uname.sysname} {uname.release}",
        "python": python_build(),
        "data on": filesystem(Path(tempfile.gettempdir())),
    }
