"""The observations of a crowd, second by second, and the record of what it was acknowledged.

The record is a file of `Ack` in msgpack, each after its length in four bytes, for the checker.
"""

from __future__ import annotations

from array import array

import msgspec
from msgspec import Struct

from tests.bench import readings

_pack = msgspec.msgpack.Encoder().encode


class Second(Struct):
    """One second: the number of acknowledged actions and of open connections, and the latency."""

    actions: int
    connections: int
    p50_ms: float | None
    p99_ms: float | None


class Day(Struct):
    """The observations of a crowd.

    `late_p99_ms` is the lateness of the crowd itself. `missed` counts the times at which an action was due
    but no player had anything to decide. `back_s` is the time from the blip until all were back. `tables` are
    all tables that were opened, with their games.
    """

    seconds: list[Second]
    actions: int
    p50_ms: float | None
    p99_ms: float | None
    worst_ms: float | None
    client_cpu: float
    late_p99_ms: float | None
    missed: int
    lost_connections: int
    refusals: dict[str, int]
    back_s: float | None
    tables: dict[str, str]


class Ack(Struct, array_like=True):
    """An action that the server said is done; the times are the machine's monotonic time."""

    player: str
    table: str
    n: int
    action: msgspec.Raw
    decision: str | None
    sent_ns: int
    at_ns: int


class Diary:
    """The observations while a crowd plays. The file `record` takes what it was acknowledged, "" for none."""

    def __init__(self, record: str) -> None:
        self.refusals: dict[str, int] = {}
        self.tables: dict[str, str] = {}
        self.lost = self.missed = 0
        self.late_s = array("d")
        self.back_s: float | None = None
        self._took_ms: list[array[float]] = []
        self._open: list[int] = []
        self._record = open(record, "wb", buffering=1 << 20) if record else None  # noqa: SIM115 until `close`

    def begin(self, seconds: float) -> None:
        """Make room for that many seconds. What is acknowledged before is only recorded."""
        self._took_ms = [array("d") for _ in range(int(seconds) + 1)]

    def acknowledged(self, ack: Ack, second: int | None) -> None:
        """Record an action, and how long it took in that second since the beginning; None before it."""
        if second is not None and second < len(self._took_ms):
            self._took_ms[second].append((ack.at_ns - ack.sent_ns) / 1e6)
        if self._record is not None:
            packed = _pack(ack)
            self._record.write(len(packed).to_bytes(4, "big") + packed)

    def refused(self, code: str) -> None:
        """Count a refusal, or a connection that the server has closed."""
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def connected(self, connections: int, second: float) -> None:
        """Keep the number of open connections for each second that has begun and has none yet."""
        while len(self._open) < second:
            self._open.append(connections)

    def close(self) -> None:
        """Write the last acknowledged actions to the file."""
        if self._record is not None:
            self._record.close()

    def day(self, client_cpu: float) -> Day:
        """Return all observations. `client_cpu` is the share of a core that the crowd itself has used."""
        seconds = [
            Second(
                len(took),
                open_,
                readings.quantile(list(took), 0.5),
                readings.quantile(list(took), 0.99),
            )
            for took, open_ in zip(self._took_ms, self._open, strict=False)
        ]
        every = [ms for took in self._took_ms for ms in took]
        late = readings.quantile(list(self.late_s), 0.99)
        return Day(
            seconds=seconds,
            actions=len(every),
            p50_ms=readings.quantile(every, 0.5),
            p99_ms=readings.quantile(every, 0.99),
            worst_ms=max(every, default=None),
            client_cpu=client_cpu,
            late_p99_ms=None if late is None else late * 1000,
            missed=self.missed,
            lost_connections=self.lost,
            refusals=self.refusals,
            back_s=self.back_s,
            tables=self.tables,
        )
