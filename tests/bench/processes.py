"""The processes under test, each on its core, and each ended by whoever started it."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
import psutil
from msgspec import Struct

from server.settings import Count, Rate, Settings

ROOT = Path(__file__).parents[2]
PEER = ROOT.parent / "shared" / "peers" / "srv_py.py"
"""The peers' own reference ceiling, where it is present."""
START_S = 20.0


def _limits_on_but_high() -> dict[str, str]:
    """Every rate and every count that a server bears, so high that no load meets it."""
    return {
        f"KIBITZ_{field.name.upper()}": "1000000"
        for field in msgspec.structs.fields(Settings)
        if field.type in (Rate, Count) and field.name not in ("guest_days", "analysts")
    }


class Served(Struct):
    """A server that answers at `port`; `pids` are its own and its store's."""

    port: int
    pids: list[int]
    metrics_port: int = 0


def cores() -> tuple[int, int]:
    """Where the server and the client go: two cores, or one for both where there is no other."""
    available = sorted(os.sched_getaffinity(0))
    return available[0], available[-1]


def allow_many_sockets() -> None:
    """Raise this process' and its children's limit of open files to what the machine lets it have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@contextlib.contextmanager
def _running(
    command: list[str], core: int, env: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A process pinned to `core`; it and its children are gone after."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    family: list[psutil.Process] = []
    try:
        yield process
    finally:
        with contextlib.suppress(psutil.NoSuchProcess):
            family = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for child in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        if process.stdout is not None:
            process.stdout.close()


def _line(stream: IO[str] | None, what: str) -> str:
    """The first line that a new process prints."""
    assert stream is not None
    ready, _, _ = select.select([stream], [], [], START_S)
    line = stream.readline().strip() if ready else ""
    if not line:
        raise RuntimeError(f"{what} did not start")
    return line


@contextlib.contextmanager
def kibitz(core: int) -> Iterator[Served]:
    """`kibitz serve` with its own Redis, every action fsynced, limits and metrics on, no house robots."""
    with tempfile.TemporaryDirectory(prefix="kb-") as folder:
        metrics_port = free_port()
        env = {
            **_limits_on_but_high(),
            "KIBITZ_DATA": f"{folder}/data",
            "KIBITZ_REDIS_URL": "",
            "KIBITZ_DURABILITY": "always",
            "KIBITZ_HOUSE": "false",
            "KIBITZ_METRICS_PORT": str(metrics_port),
            "XDG_RUNTIME_DIR": folder,
        }
        command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0"]
        with _running(command, core, env) as process:
            port = int(_line(process.stdout, "kibitz serve").rpartition(":")[2])
            stores = psutil.Process(process.pid).children()
            yield Served(port, [process.pid, *(store.pid for store in stores)], metrics_port)


@contextlib.contextmanager
def ceiling(game: str, core: int) -> Iterator[Served]:
    """The bare hub of this bench."""
    with _running([sys.executable, "-m", "tests.bench.ceiling.hub", game], core) as process:
        yield Served(int(_line(process.stdout, "the ceiling")), [process.pid])


@contextlib.contextmanager
def peer(core: int) -> Iterator[Served]:
    """The peers' bare hub, `srv_py.py mem`: Spades in memory."""
    port = free_port()
    with _running([sys.executable, str(PEER), "mem", str(port)], core) as process:
        _until_it_listens(port)
        yield Served(port, [process.pid])


def _until_it_listens(port: int) -> None:
    for _ in range(int(START_S / 0.05)):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"nobody listens on port {port}")


def client(module: str, request: bytes, timeout_s: float) -> bytes:
    """Run a load client in a process of its own; it pins itself. Raises RuntimeError with what it said."""
    command = [sys.executable, "-m", f"tests.bench.{module}", request.decode()]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"the load client was not done within {timeout_s:.0f} s") from None
    if ran.returncode:
        said = ran.stderr.decode().strip().splitlines() or ["nothing"]
        raise RuntimeError(f"the load client failed: {said[-1]}")
    return ran.stdout
