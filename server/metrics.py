"""The metrics of the server. No label and no value of a metric may depend on a hidden card.

Numbers that change with every action are plain integers, and become metrics only when the metrics are read:
the counters of prometheus_client take a lock and would cost each action 0.8 microseconds more.
"""

from __future__ import annotations

import platform
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from protocol.v1.codes import Code
from server.version import VERSION

_LATENCY_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)


class _EntryCounter(Collector):
    """The counter of the log entries that the store has saved; only the event loop's thread counts.

    The times at which counters were created are wall time, because Prometheus compares them with its own
    clock.
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._created: dict[tuple[str, str], float] = {}

    def count(self, game: str, kind: str) -> None:
        key = game, kind
        try:
            self._counts[key] += 1
        except KeyError:
            self._created[key] = time.time()
            self._counts[key] = 1

    def describe(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(
            "kibitz_entries", "Durable log entries by game and kind of entry", labels=("game", "kind")
        )

    def collect(self) -> Iterator[CounterMetricFamily]:
        times = _has_times_of_creation()
        for family in self.describe():
            for key, count in self._counts.copy().items():
                family.add_metric(key, count, self._created[key] if times else None)
            yield family


class _AppendLatency(Collector):
    """The histogram of how long the store takes to save log entries.

    Only the thread of the event loop adds values to this histogram.
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(_LATENCY_S) + 1)
        self._sum_s = 0.0
        self._created = time.time()

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_LATENCY_S, seconds)] += 1
        self._sum_s += seconds

    def describe(self) -> Iterator[HistogramMetricFamily]:
        yield HistogramMetricFamily(
            "kibitz_append_seconds", "Seconds from an append until the entry is durable"
        )

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*map(floatToGoString, _LATENCY_S), "+Inf"]
        for family in self.describe():
            buckets = list(zip(bounds, accumulate(self._counts.copy()), strict=True))
            family.add_metric((), buckets, self._sum_s)
            if _has_times_of_creation():
                family.add_sample(f"{family.name}_created", {}, self._created)
            yield family


def _has_times_of_creation() -> bool:
    """Return True if prometheus_client gives each counter a sample with its time of creation.

    Operators switch the samples with times of creation off by the variable PROMETHEUS_DISABLE_CREATED_SERIES.
    """
    (example,) = Counter("example", "A counter without a registry", registry=None).collect()
    return any(sample.name.endswith("_created") for sample in example.samples)


class Meter:
    """The server's metrics in a Prometheus registry of their own, so that one process can run two servers.

    `entry(game, kind)` counts one log entry that the store has saved.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        entries = _EntryCounter()
        self.entry = entries.count
        self.registry.register(entries)
        self._refusals = Counter(
            "kibitz_refusals", "Refused requests by code", ("code",), registry=self.registry
        )
        for code in Code:
            # From the start, because Prometheus sees no increase in a series that begins with 1.
            self._refusals.labels(code)
        self.connections = Gauge("kibitz_connections", "Open websockets", registry=self.registry)
        self.connections_limit = Gauge(
            "kibitz_connections_limit", "The setting KIBITZ_CONNECTIONS", registry=self.registry
        )
        self.tables = Gauge("kibitz_tables", "Tables in memory", registry=self.registry)
        self._game_tables = Gauge(
            "kibitz_game_tables", "Tables in memory by game", ("game",), registry=self.registry
        )
        self.append_s = _AppendLatency()
        self.registry.register(self.append_s)
        self.loop_lag_s = Gauge(
            "kibitz_loop_lag_seconds",
            "Longest delay of the event loop in the last second",
            registry=self.registry,
        )
        self.conflated = Counter(
            "kibitz_conflated",
            "Whole views sent to slow clients instead of a backlog of patches",
            registry=self.registry,
        )
        self.resyncs = Counter(
            "kibitz_resyncs",
            "Whole views sent to clients that came back with the version of an earlier view",
            registry=self.registry,
        )
        self.holding = Gauge(
            "kibitz_holding",
            "1 while all tables pause because the store does not answer, else 0",
            registry=self.registry,
        )
        self.fenced = Counter(
            "kibitz_fenced",
            "Appends that the store refused because this hub does not own the table",
            registry=self.registry,
        )
        self.takeovers = Counter(
            "kibitz_takeovers",
            "Tables that this hub took over from a hub that died",
            registry=self.registry,
        )
        self.robots_queue = Gauge(
            "kibitz_robots_queue",
            "Most robots' questions and searches that waited for a worker process in the last second",
            registry=self.registry,
        )
        self.repaired = Counter(
            "kibitz_repaired_total",
            "Tables whose log in the store was repaired from memory",
            registry=self.registry,
        )
        self.rolled_back = Counter(
            "kibitz_rolled_back",
            "Tables whose log in the store differed from the log in memory",
            registry=self.registry,
        )
        self.quarantined = Gauge(
            "kibitz_quarantined", "Tables whose log cannot be read", registry=self.registry
        )
        self.archived = Counter(
            "kibitz_archived",
            "Finished deals that this hub has written to the archive",
            registry=self.registry,
        )
        self.archive_failures = Counter(
            "kibitz_archive_failures",
            "Attempts to archive a table that failed, because the archive or the store did not answer",
            registry=self.registry,
        )
        self.archive_lag_s = Gauge(
            "kibitz_archive_lag_seconds",
            "Seconds for which a finished deal has waited for the archive, 0 if none waits",
            registry=self.registry,
        )
        build = Gauge(
            "kibitz_build_info",
            "Always 1; the labels are the version of Kibitz and of Python",
            ("version", "python"),
            registry=self.registry,
        )
        build.labels(VERSION, platform.python_version()).set(1)

    def table_came(self, game: str) -> None:
        """Count one more table of a game in memory."""
        self.tables.inc()
        self._game_tables.labels(game).inc()

    def table_left(self, game: str) -> None:
        """Count one table of a game in memory less."""
        self.tables.dec()
        self._game_tables.labels(game).dec()

    def refusal(self, code: str) -> None:
        """Count one refused request."""
        self._refusals.labels(code).inc()
