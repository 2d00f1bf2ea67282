"""What uploads cost the others: a bystander's pings and the server's memory while many files are uploaded.

`python -m tests.bench.uploads '<Uploads as JSON>'` uploads, pings, and prints what it measured as JSON.
"""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, sleep

import msgspec
from msgspec import Struct

from protocol.v1.requests import Hello, Ping, Watch
from server.records.bridge.formats import FORMATS
from tests.bench import readings
from tests.bench.lobby import PATH, SUBPROTOCOL, guests, open_kibitz
from tests.bench.replaying import played_boards
from tests.bench.seats import Table, Tally, encode
from tests.bench.wire import Wire

MIB = 1 << 20
PING_S = 0.005
RETRY_S = 2.0
CREATED, UNAVAILABLE = 201, 503


class Uploads(Struct):
    """How many files of a MiB to upload at once, to which server."""

    port: int
    pids: list[int]
    cores: tuple[int, int]
    uploads: int = 32
    limit_s: float = 120.0


class Disturbed(Struct):
    """A bystander's pings before and during the uploads, the server's memory, and the answers by status."""

    pings: int
    quiet_p99_ms: float
    p99_ms: float
    worst_ms: float
    more_mib: float
    seconds: float
    answers: dict[int, int]


class Bystander(Wire):
    """The pings of a player at another table."""

    __slots__ = ("_messages",)

    def __init__(self, port: int, token: str, table: str) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self._messages = 0
        self._until(Hello(client="bench", token=token), 1)
        self._until(Watch(table=table), 3)

    def ping_ms(self) -> float:
        """Return how long a ping takes."""
        begun = perf_counter()
        self._until(Ping(), 1)
        return (perf_counter() - begun) * 1000

    def _until(self, request: object, more: int) -> None:
        """Send, and wait for so many messages more."""
        self._messages, wanted = 0, more
        self.send(encode(request))
        while self._messages < wanted:
            self.receive()

    def take(self, message: bytes) -> None:
        self._messages += 1


def file() -> bytes:
    """A file of a MiB: played boards, again and again."""
    boards = FORMATS["pbn"].dumps(played_boards()).encode()
    return (boards * (MIB // len(boards) + 1))[:MIB].rpartition(b"[Event")[0].ljust(MIB)


def disturb(uploads: Uploads) -> Disturbed:
    """Ping alone, then while another process uploads."""
    seats, _, _ = open_kibitz(uploads.port, 1, 0, lambda name: Table(name, Tally()))
    table = seats[0].table.name
    for seat in seats:
        seat.close()
    token = guests(uploads.port, 1)[0]
    bystander = Bystander(uploads.port, token, table)
    quiet = [_paced(bystander) for _ in range(200)]
    before = most = readings.resident_kib(uploads.pids[0])
    command = [sys.executable, "-m", "tests.bench.uploads", msgspec.json.encode(uploads).decode(), token]
    sending = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert sending.stdout is not None
    try:
        assert sending.stdout.readline() == b"ready\n", "expected the uploads to begin"
        begun, pings = perf_counter(), []
        while sending.poll() is None and perf_counter() - begun < uploads.limit_s:
            pings.append(_paced(bystander))
            most = max(most, readings.resident_kib(uploads.pids[0]))
        seconds = perf_counter() - begun
    finally:
        sending.kill()
        told = sending.stdout.read()
        sending.wait()
    return Disturbed(
        pings=len(pings),
        quiet_p99_ms=readings.quantile(quiet, 0.99) or 0.0,
        p99_ms=readings.quantile(pings, 0.99) or 0.0,
        worst_ms=max(pings, default=0.0),
        more_mib=(most - before) / 1024,
        seconds=seconds,
        answers=msgspec.json.decode(told, type=dict[int, int]) if told else {},
    )


def _paced(bystander: Bystander) -> float:
    sleep(PING_S)
    return bystander.ping_ms()


def send(uploads: Uploads, token: str) -> dict[int, int]:
    """Upload all at once; return how many were answered with each status."""
    body = file()
    print("ready", flush=True)

    until = perf_counter() + uploads.limit_s - 10

    def one(_: int) -> int:
        """Upload as a client does: one that is told to come later does so, while there is time."""
        while (status := once()) == UNAVAILABLE and perf_counter() < until:
            sleep(RETRY_S)
        return status

    def once() -> int:
        connection = http.client.HTTPConnection("127.0.0.1", uploads.port, timeout=uploads.limit_s)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
        try:
            connection.request("POST", "/v1/tables", body, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    with ThreadPoolExecutor(uploads.uploads) as pool:
        statuses = list(pool.map(one, range(uploads.uploads)))
    return {status: statuses.count(status) for status in sorted(set(statuses))}


if __name__ == "__main__":
    request = msgspec.json.decode(sys.argv[1], type=Uploads)
    os.sched_setaffinity(0, {request.cores[1]})
    if len(sys.argv) > 2:
        os.nice(5)
        print(msgspec.json.encode(send(request, sys.argv[2])).decode())
    else:
        print(msgspec.json.encode(disturb(request)).decode())
