"""The start of a server with many tables in its store, and the time until a sleeping table is awake.

Players open a few tables and play there. Then all keys of these tables are copied inside Redis until there
are as many tables as wanted. The copies count at the start and in memory. Only the real tables are woken,
because the checksums of a copied log are those of another table.
"""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
import redis
from msgspec import Struct

from protocol.v1.requests import Hello, Watch
from server.store.redis_keys import UNARCHIVED
from tests.bench import processes, readings
from tests.bench.lobby import PATH, SUBPROTOCOL
from tests.bench.seats import encode
from tests.bench.wire import Broken, Wire

SEEDS, PLAYED_S, PACE = 40, 2.0, 10.0
"""How many tables are played, how long, and the actions a second at each: twenty actions in all."""
AT_ONCE = 500
STEADY_S = 2.0
LISTED_S = 300.0


class Started(Struct):
    """What a start took, beside that many sleeping tables.

    `listening_s` runs from the start of the process until it accepts connections, in a Redis that is loaded;
    `few_s` is the same beside few tables. `embedded_s` is the same with a Redis that the server starts and
    that loads first, which takes `loading_s` of it. `wake_*_ms` run from a request to watch until the view.
    """

    tables: int
    listening_s: float
    few_s: float
    embedded_s: float
    loading_s: float
    woken: int
    wake_p50_ms: float
    wake_max_ms: float
    sleeping_kib: float
    sleeping_redis_kib: float


class Waker(Wire):
    """A client that watches tables one after another, and measures how long each takes."""

    __slots__ = ("_viewed",)

    def __init__(self, port: int) -> None:
        super().__init__(port, PATH, SUBPROTOCOL)
        self._viewed = ""
        self.send(encode(Hello(client="bench")))

    def wake_ms(self, table: str) -> float:
        """Return how long it takes until the view of a table is here."""
        begun = time.perf_counter()
        self.send(encode(Watch(table=table)))
        while self._viewed != table:
            self.receive()
        return (time.perf_counter() - begun) * 1000

    def take(self, message: bytes) -> None:
        update = msgspec.msgpack.decode(message)
        if update["t"] == "refused":
            raise Broken(f"refused: {update['message']}")
        if update["t"] == "view":
            self._viewed = update["table"]


def measure(tables: int, cores: tuple[int, int]) -> Started:
    """Play, copy, kill the server, start it on the loaded Redis, wake tables, and start it with its Redis."""
    with tempfile.TemporaryDirectory(prefix="kb-") as name:
        folder = Path(name)
        settings = processes.environment(folder)
        store: psutil.Process | None = None
        try:
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                _, served = _timed(process, settings)
                store = psutil.Process(served.pids[1])
                socket = processes.socket_of(folder / "data")
                seeds = _played(served, cores)
                _kill(process)
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                few_s, _ = _timed(process, settings)
                few_kib = _settled_kib(process.pid)
                _kill(process)
            with redis.Redis(unix_socket_path=str(socket)) as client:
                before = int(client.info("memory")["used_memory"])
                copies = copy_tables(client, seeds, tables - len(seeds))
                more = int(client.info("memory")["used_memory"]) - before
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                listening_s, served = _timed(process, settings)
                kib = _settled_kib(process.pid)
                waker = Waker(served.port)
                woken_ms = sorted(waker.wake_ms(table) for table in seeds)
                waker.close()
                process.send_signal(signal.SIGTERM)
                process.wait(120)
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                embedded_s, served = _timed(process, settings)
                store = psutil.Process(served.pids[1])
                process.send_signal(signal.SIGTERM)
                process.wait(120)
        finally:
            if store is not None and store.is_running():
                store.kill()
        return Started(
            tables=tables,
            listening_s=listening_s,
            few_s=few_s,
            embedded_s=embedded_s,
            loading_s=loading_s((folder / "data" / "redis.log").read_text()),
            woken=len(woken_ms),
            wake_p50_ms=woken_ms[len(woken_ms) // 2],
            wake_max_ms=woken_ms[-1],
            sleeping_kib=(kib - few_kib) / copies,
            sleeping_redis_kib=more / copies / 1024,
        )


@contextmanager
def kibitz_beside(sleeping: int, cores: tuple[int, int], heartbeat_s: float) -> Iterator[processes.Served]:
    """Run `kibitz serve` with its own Redis, in which so many tables sleep."""
    if not sleeping:
        with processes.kibitz(cores[0], heartbeat_s=heartbeat_s) as served:
            yield served
        return
    with tempfile.TemporaryDirectory(prefix="kb-") as name:
        settings = processes.environment(Path(name), heartbeat_s=heartbeat_s)
        store: psutil.Process | None = None
        try:
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                _, served = _timed(process, settings)
                store = psutil.Process(served.pids[1])
                seeds = _played(served, cores)
                _kill(process)
            socket = processes.socket_of(Path(name) / "data")
            with redis.Redis(unix_socket_path=str(socket)) as client:
                copy_tables(client, seeds, sleeping - len(seeds))
            with processes.running([*processes.SERVE], cores[0], settings) as process:
                _, served = _timed(process, settings)
                _settled_kib(process.pid)
                yield msgspec.structs.replace(served, pids=[process.pid, store.pid])
        finally:
            if store is not None and store.is_running():
                store.kill()


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a server. Its redis-server goes on running."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def _timed(process: subprocess.Popen[str], settings: dict[str, str]) -> tuple[float, processes.Served]:
    begun = time.perf_counter()
    served = processes.served(process, settings)
    return time.perf_counter() - begun, served


def _settled_kib(pid: int) -> int:
    """Return the resident memory once the server has read the list of its tables and grows no more."""
    until, last = time.monotonic() + LISTED_S, 0
    while True:
        used_s = readings.cpu_s(pid)
        time.sleep(STEADY_S)
        resident = readings.resident_kib(pid)
        if readings.cpu_s(pid) - used_s < 0.1 * STEADY_S and resident == last:
            return resident
        if time.monotonic() > until:
            raise TimeoutError(f"the server was still reading its tables after {LISTED_S:.0f} s")
        last = resident


def _played(served: processes.Served, cores: tuple[int, int]) -> list[str]:
    """Play at tables in a process of its own, and return their ids."""
    request = msgspec.json.encode({"port": served.port, "core": cores[1]})
    told = processes.client("played", request, 60 + PLAYED_S)
    return msgspec.json.decode(told, type=list[str])


_COPY = """
local made = 0
for _, to in ipairs(ARGV) do
  for _, key in ipairs(KEYS) do
    if key ~= KEYS[1] then
      local at = string.find(key, KEYS[1], 1, true)
      local name = string.sub(key, 1, at - 1) .. to .. string.sub(key, at + #KEYS[1])
      redis.call('COPY', key, name)
    end
  end
  made = made + 1
end
return made
"""


def copy_tables(client: redis.Redis, seeds: list[str], count: int) -> int:
    """Copy tables inside Redis under new ids, and return how many copies were made.

    Every key that contains the id of a table is copied, and where a set or a sorted set has the id as a
    member, the new id becomes a member, too.
    """
    keys = [key.decode() for key in client.scan_iter(count=1000)]
    # The archiver would find that the checksums of the copies are those of other tables.
    lists = [key for key in keys if key != UNARCHIVED and not any(seed in key for seed in seeds)]
    made = 0
    for seed, ids in _shares(seeds, count):
        own = [key for key in keys if seed in key]
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            made += int(client.eval(_COPY, 1 + len(own), seed, *own, *some))
            _enlist(client, lists, seed, some)
    return made


def _shares(seeds: list[str], count: int) -> Iterator[tuple[str, list[str]]]:
    """Divide new ids, as long as real ones, among the tables that are copied."""
    for at, seed in enumerate(seeds):
        yield seed, [f"copy{number:0{len(seed) - 4}d}" for number in range(at, count, len(seeds))]


def _enlist(client: redis.Redis, lists: list[str], seed: str, ids: list[str]) -> None:
    for key in lists:
        kind = client.type(key)
        if kind == b"set" and client.sismember(key, seed):
            client.sadd(key, *ids)
        elif kind == b"zset" and (score := client.zscore(key, seed)) is not None:
            client.zadd(key, dict.fromkeys(ids, score))


_LOADED = re.compile(r"DB loaded from [^:]*: ([\d.]+) seconds")


def loading_s(log: str) -> float:
    """Return how long redis-server loaded at its last start, by its own log."""
    found = _LOADED.findall(log)
    if not found:
        raise LookupError("expected a line `DB loaded from ...` in the log of redis-server")
    return float(found[-1])
