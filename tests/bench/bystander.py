"""A player at a table of his own who pings the server while other tables keep it busy."""

from __future__ import annotations

import heapq
from time import perf_counter

import msgspec
from msgspec import Struct

from protocol.v1.requests import Hello, NoClock, Open, Ping, Policy, Watch
from tests.bench import readings
from tests.bench.seats import Actor, encode
from tests.bench.wire import Broken, Wire

PATH, SUBPROTOCOL = "/v1/ws", "kibitz.v1.msgpack"
PING_S = 0.005
"""The bystander pings again so long after the last answer."""


class Pings(Struct):
    """How many pings were answered, and after how long."""

    count: int
    p50_ms: float
    p99_ms: float
    max_ms: float


class Bystander(Wire):
    """Pings again and again, each time that the loop behind `waiting` lets it act."""

    def __init__(self, port: int, token: str, waiting: list[tuple[float, int, Actor]]) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self._waiting = waiting
        self._took_ms: list[float] = []
        self._sent = 0.0
        self._count = 0
        self._shown = False
        self.send(encode(Hello(client="bench", token=token)))
        self.send(encode(Open(id=1, game="bridge", name="Bystander", policy=Policy(clock=NoClock()))))
        while not self._shown:
            self.receive()
        self._wait(0.0)

    def take(self, message: bytes) -> None:
        update = msgspec.msgpack.decode(message)
        if update["t"] == "done" and update.get("id") == 1:
            self.send(encode(Watch(id=2, table=update["table"])))
        elif update["t"] == "view":
            self._shown = True
        elif update["t"] == "pong" and update["c"] == self._count:
            self._took_ms.append((perf_counter() - self._sent) * 1000)
            self._wait(PING_S)
        elif update["t"] == "refused":
            raise Broken(f"refused: {update['message']}")

    def _wait(self, seconds: float) -> None:
        heapq.heappush(self._waiting, (perf_counter() + seconds, id(self), self))

    def act(self) -> None:
        """Ping once more."""
        self._count += 1
        self._sent = perf_counter()
        self.send(encode(Ping(c=self._count)))

    def told(self) -> Pings:
        """Return what the pings took since the last time."""
        took, self._took_ms = self._took_ms, []
        if not took:
            raise Broken("the bystander had no answer to any ping")
        p50, p99 = readings.quantile(took, 0.5), readings.quantile(took, 0.99)
        return Pings(len(took), p50 or 0.0, p99 or 0.0, max(took))
