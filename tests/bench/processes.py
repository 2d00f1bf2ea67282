"""The processes under test, each on its core, and each ended by its starter."""

from __future__ import annotations

import contextlib
import http.client
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
from tests.ports import free_port
from tests.store.redis_server import RedisServer, binaries, short_directory

ROOT = Path(__file__).parents[2]
PEER = ROOT.parent / "shared" / "peers" / "srv_py.py"
"""The peers' own reference ceiling, where it is present."""
START_S, STOP_S = 60.0, 20.0


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
    data: Path | None = None


def cores() -> tuple[int, int]:
    """Where the server and the client go: two cores, or one for both where there is no other."""
    available = sorted(os.sched_getaffinity(0))
    return available[0], available[-1]


def allow_many_sockets() -> None:
    """Raise this process' and its children's limit of open files to what the machine lets it have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextlib.contextmanager
def running(
    command: list[str], core: int, env: dict[str, str] | None = None, directory: Path = ROOT
) -> Iterator[subprocess.Popen[str]]:
    """Run a process pinned to `core`; it and its children are gone after."""
    process = subprocess.Popen(
        command,
        cwd=directory,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[str]) -> None:
    """End a process and its children."""
    family: list[psutil.Process] = []
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    if process.stdout is not None:
        process.stdout.close()


def first_line(stream: IO[str] | None, what: str) -> str:
    """The first line that a new process prints."""
    assert stream is not None
    ready, _, _ = select.select([stream], [], [], START_S)
    line = stream.readline().strip() if ready else ""
    if not line:
        raise RuntimeError(f"{what} did not start")
    return line


PATIENT_S = 300.0
"""The heartbeat of a server under test, because a load client that still opens tables answers no pings."""


def environment(
    folder: Path, *, durability: str = "always", redis_url: str = "", heartbeat_s: float = PATIENT_S
) -> dict[str, str]:
    """Return the settings of a server under test: limits and metrics on, no house robots.

    A Redis of its own may lose games: the server must not refuse it.
    """
    return {
        **({"KIBITZ_ALLOW_LOSS": "yes"} if redis_url else {}),
        **_limits_on_but_high(),
        "KIBITZ_DATA": str(folder / "data"),
        "KIBITZ_REDIS_URL": redis_url,
        "KIBITZ_DURABILITY": durability,
        "KIBITZ_HOUSE": "false",
        "KIBITZ_HEARTBEAT_S": str(heartbeat_s),
        "KIBITZ_METRICS_PORT": str(free_port()),
        "XDG_RUNTIME_DIR": str(folder),
    }


SERVE = (sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0")


@contextlib.contextmanager
def kibitz(
    core: int,
    *,
    durability: str = "always",
    redis_url: str = "",
    heartbeat_s: float = PATIENT_S,
    data: Path | None = None,
) -> Iterator[Served]:
    """Run `kibitz serve` with its own Redis, unless an address is given; every action is fsynced.

    Hubs of one Redis need the same directory `data`, because they share its archive.
    """
    with tempfile.TemporaryDirectory(prefix="kb-") as folder:
        settings = environment(
            Path(folder), durability=durability, redis_url=redis_url, heartbeat_s=heartbeat_s
        )
        if data is not None:
            settings["KIBITZ_DATA"] = str(data)
        with running([*SERVE], core, settings) as process:
            yield served(process, settings)


@contextlib.contextmanager
def kibitz_hubs(number: int, core: int, *, durability: str = "always") -> Iterator[list[Served]]:
    """Run several hubs on one Redis; the first one has the pid of the Redis, too."""
    with contextlib.ExitStack() as stack:
        fsync = "always" if durability == "always" else "everysec"
        store = stack.enter_context(redis(core, "--appendonly", "yes", "--appendfsync", fsync))
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kb-")))
        hubs = [
            stack.enter_context(kibitz(core, durability=durability, redis_url=store.url, data=data))
            for _ in range(number)
        ]
        hubs[0].pids.append(store.pid)
        for hub in hubs:
            until_ready(hub.port)
        yield hubs


def until_ready(port: int) -> None:
    """Return when a server says that it can serve every table. Raises RuntimeError if it never does."""
    for _ in range(int(START_S / 0.05)):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        with contextlib.suppress(OSError):
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        connection.close()
        time.sleep(0.05)
    raise RuntimeError(f"expected a server at port {port} that is ready")


def in_tree(tree: Path) -> dict[str, str]:
    """Return the variable by which Python finds the modules of another checkout, and none of this one."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [path for path in given if path and Path(path).resolve() != ROOT]
    return {"PYTHONPATH": os.pathsep.join([str(tree), *others])}


_SETTINGS = """
import msgspec, server.settings as settings
print(settings.__file__)
print(*(field.name for field in msgspec.structs.fields(settings.Settings)))
"""


def known_settings(tree: Path) -> frozenset[str]:
    """Return the variables that the server of another checkout knows: it refuses to start with any other.

    Raises RuntimeError if the folder has no such server.
    """
    command = [sys.executable, "-c", _SETTINGS]
    env = {**os.environ, **in_tree(tree)}
    try:
        done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=START_S)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"Python in {tree} did not answer within {START_S:.0f} s") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise RuntimeError(f"expected the settings of a server of Kibitz in {tree}, got {said[-1]}")
    file, names = done.stdout.splitlines()
    # An installed Kibitz would otherwise be measured in place of a folder that is not a checkout.
    if Path(file).parents[1].resolve() != tree.resolve():
        raise RuntimeError(f"expected the package `server` in {tree}, but Python finds it elsewhere: {file}")
    return frozenset(f"KIBITZ_{name.upper()}" for name in names.split())


@contextlib.contextmanager
def kibitz_in(tree: Path, settings: frozenset[str], core: int) -> Iterator[Served]:
    """Run `kibitz serve` of another checkout with this Python and its packages, and `settings` it knows."""
    with tempfile.TemporaryDirectory(prefix="kb-") as folder:
        wanted = environment(Path(folder))
        given = {
            name: value
            for name, value in wanted.items()
            if name in settings or not name.startswith("KIBITZ_")
        }
        with running([*SERVE], core, given | in_tree(tree), tree) as process:
            yield served(process, wanted)


def served(process: subprocess.Popen[str], settings: dict[str, str]) -> Served:
    """Wait until a Kibitz server listens, and return where."""
    port = int(first_line(process.stdout, "kibitz serve").rpartition(":")[2])
    stores = psutil.Process(process.pid).children()
    pids = [process.pid, *(store.pid for store in stores)]
    return Served(port, pids, int(settings["KIBITZ_METRICS_PORT"]), Path(settings["KIBITZ_DATA"]))


def socket_of(data: Path) -> Path:
    """Return the unix socket of the redis-server of a server that was started with `environment`."""
    return next(data.parent.glob("kibitz-*/redis.sock"))


@contextlib.contextmanager
def redis(core: int, *options: str) -> Iterator[RedisServer]:
    """Run a Redis on a core that syncs every change to disk, unless `options` say otherwise."""
    with short_directory() as directory:
        redis = RedisServer(next(iter(binaries().values())), directory)
        redis.start(*options)
        try:
            os.sched_setaffinity(redis.pid, {core})
            yield redis
        finally:
            redis.end()


@contextlib.contextmanager
def ceiling(game: str, core: int) -> Iterator[Served]:
    """The bare hub of this bench."""
    with running([sys.executable, "-m", "tests.bench.ceiling.hub", game], core) as process:
        yield Served(int(first_line(process.stdout, "the ceiling")), [process.pid])


@contextlib.contextmanager
def peer(core: int) -> Iterator[Served]:
    """The peers' bare hub, `srv_py.py mem`: Spades in memory."""
    port = free_port()
    with running([sys.executable, str(PEER), "mem", str(port)], core) as process:
        until_it_listens(port)
        yield Served(port, [process.pid])


def until_it_listens(port: int) -> None:
    """Return when a process accepts connections at `port`. Raises RuntimeError if none does."""
    for _ in range(int(START_S / 0.05)):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"expected a process that listens on port {port}")


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
