"""What connections cost that do nothing: the server's resident memory with and without them.

`python -m tests.bench.idle '<Idle as JSON>'` holds them and prints what it read as JSON.
"""

from __future__ import annotations

import os
import sys
import time

import msgspec
from msgspec import Struct

from protocol.v1.requests import Hello, Watch
from tests.bench import readings
from tests.bench.lobby import PATH, SUBPROTOCOL, guests, open_kibitz
from tests.bench.seats import Table, Tally, encode
from tests.bench.wire import Wire


class Idle(Struct):
    """How many connections to hold, at which server."""

    port: int
    pids: list[int]
    cores: tuple[int, int]
    connections: int
    settle_s: float = 1.0


class Held(Struct):
    """KiB of the server for each connection: that said hello, and that then watches one table."""

    connections: int
    hello_kib: float
    watching_kib: float


class Silent(Wire):
    """A player who has come, and does nothing."""

    __slots__ = ("_messages",)

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self._messages = 0
        self._until(Hello(client="bench", token=token), 1)

    def watch(self, table: str) -> None:
        self._until(Watch(table=table), 3)

    def _until(self, request: object, messages: int) -> None:
        """Send, and wait until so many messages have come in all."""
        self.send(encode(request))
        while self._messages < messages:
            self.receive()

    def take(self, message: bytes) -> None:
        self._messages += 1


def hold(idle: Idle) -> Held:
    """Connect, read, watch, read. The first few warm the server up and are not counted."""
    seats, _, _ = open_kibitz(idle.port, 1, 0, lambda name: Table(name, Tally()))
    table = seats[0].table.name
    for seat in seats:
        seat.close()  # no one plays on: the table stands still
    warm = [Silent(idle.port, token) for token in guests(idle.port, 50)]
    for one in warm:
        one.watch(table)
    tokens = guests(idle.port, idle.connections)
    before = _settled_kib(idle)
    silent = [Silent(idle.port, token) for token in tokens]
    greeted = _settled_kib(idle)
    for one in silent:
        one.watch(table)
    watching = _settled_kib(idle)
    return Held(
        connections=idle.connections,
        hello_kib=(greeted - before) / idle.connections,
        watching_kib=(watching - before) / idle.connections,
    )


def _settled_kib(idle: Idle) -> int:
    time.sleep(idle.settle_s)
    return readings.resident_kib(idle.pids[0])


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=Idle)
    os.sched_setaffinity(0, {request.cores[1]})
    print(msgspec.json.encode(hold(request)).decode())
