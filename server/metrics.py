"""The metrics of the server. No label and no value may depend on a hidden card."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_LATENCY_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5)


class Meter:
    """The server's metrics in a registry of their own, so that one process can run two servers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._entries = Counter(
            "kibitz_entries",
            "Durable log entries by game and kind of entry",
            ("game", "kind"),
            registry=self.registry,
        )
        self._refusals = Counter(
            "kibitz_refusals", "Refused requests by code", ("code",), registry=self.registry
        )
        self.connections = Gauge("kibitz_connections", "Open websockets", registry=self.registry)
        self.tables = Gauge("kibitz_tables", "Tables in memory", registry=self.registry)
        self.append_s = Histogram(
            "kibitz_append_seconds",
            "Seconds from an append until the entry is durable",
            buckets=_LATENCY_S,
            registry=self.registry,
        )
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
        self.rolled_back = Counter(
            "kibitz_rolled_back",
            "Tables whose log in the store differed from the log in memory",
            registry=self.registry,
        )
        self.quarantined = Gauge(
            "kibitz_quarantined", "Tables whose log cannot be read", registry=self.registry
        )
        self._entry_children: dict[tuple[str, str], Counter] = {}

    def entry(self, game: str, kind: str) -> None:
        """Count one durable entry."""
        child = self._entry_children.get((game, kind))
        if child is None:
            child = self._entry_children[game, kind] = self._entries.labels(game, kind)
        child.inc()

    def refusal(self, code: str) -> None:
        """Count one refused request."""
        self._refusals.labels(code).inc()
