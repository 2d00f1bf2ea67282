"""What the machine says of its processes and cores. Linux only: everything is read from /proc."""

from __future__ import annotations

import os
import platform
import re
import tempfile
import urllib.request
from pathlib import Path

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def cpu_s(pid: int) -> float:
    """The CPU time that a process has used, in all its threads, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK_S


def busy_s(core: int) -> float:
    """How long a core has not been idle; what a hypervisor has stolen counts."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, irq, softirq, steal = map(int, ticks[:8])
            return (user + nice + system + irq + softirq + steal) * _TICK_S
    raise LookupError(f"no core {core} in /proc/stat")


def resident_kib(pid: int) -> int:
    """The resident memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    if found is None:
        raise LookupError(f"process {pid} has no memory")
    return int(found[1])


def loop_lag_ms(metrics_port: int) -> float:
    """A Kibitz server's own gauge: the worst delay of a timer in the last second."""
    with urllib.request.urlopen(f"http://127.0.0.1:{metrics_port}/metrics", timeout=5) as answer:
        found = re.search(rb"^kibitz_loop_lag_seconds (\S+)", answer.read(), re.MULTILINE)
    if found is None:
        raise LookupError("expected kibitz_loop_lag_seconds among the metrics")
    return float(found[1]) * 1000


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


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    uname = os.uname()
    return {
        "cpu": model[1] if model else uname.machine,
        "cores": str(os.cpu_count()),
        "kernel": f"{uname.sysname} {uname.release}",
        "python": platform.python_version(),
        "data on": filesystem(Path(tempfile.gettempdir())),
    }
