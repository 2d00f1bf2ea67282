"""The private redis-server, a Valkey or a Redis, that Kibitz starts if no other Redis is configured.

If the Kibitz server is killed, its private redis-server goes on running, so the games are not lost. A Kibitz
server that starts while a redis-server still runs on its data directory uses ("adopts") this redis-server.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.binaries import (
    NoRedis,
    Version,
    can_read,
    program_for,
    record_version,
    recorded_version,
    running_version,
    started_beside,
    writer,
)
from server.store.loading import POLL_S, LoadingReport, loading

log = logging.getLogger("kibitz.store")

PACKED = ("hash-max-ziplist-value", "1024")
"""The setting because of which Redis stores the hash of a table without uploaded deals in a packed form.

With Redis's default of 64 bytes for `hash-max-ziplist-value`, the options of a table are too long for a
packed hash, which takes less than half of the memory of another hash. Redis 7 and Valkey still accept the
older name `hash-max-ziplist-value` of the setting.
"""
START_S = 10.0
STOP_S = 10.0
WATCH_S = 0.5


class Embedded:
    """A private redis-server on a unix socket.

    `data` is the directory of the redis-server's data; a file lock in this directory keeps other Kibitz
    servers out. `fsync` says when Redis writes to the disk: after every write (`always`), or once a second
    (`everysec`).
    """

    def __init__(self, data: Path, fsync: str) -> None:
        self._data = data
        self._fsync = fsync
        self._lock = FileLock(data / "kibitz.lock", blocking=False)
        self._process: subprocess.Popen[bytes] | None = None
        self._recorded_before: Version | None = None

    @property
    def socket(self) -> Path:
        """Return the path of the redis-server's unix socket.

        The path of the unix socket contains a short hash in place of the data directory, because a socket
        path may have only about 100 characters.
        """
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
        word = hashlib.sha256(str(self._data.resolve()).encode()).hexdigest()[:12]
        return runtime / f"kibitz-{os.getuid()}-{word}" / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    async def start(self) -> None:
        """Lock the data directory, use a running redis-server or start one, and wait until it has its data.

        Raises NoRedis if another Kibitz server uses the data directory (the error names its process), if no
        redis-server on this machine can read the games, if the data directory cannot be written to, or if the
        started redis-server ends.
        """
        try:
            self._data.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._take_lock()
        except OSError as error:
            raise NoRedis(
                f"expected a directory for the games that this user can write to, got {self._data}:"
                f" {error.strerror}; set KIBITZ_DATA to another directory"
            ) from None
        self._make_runtime_directory()
        await self._begin()

    def _make_runtime_directory(self) -> None:
        directory = self.socket.parent
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        if directory.stat().st_uid != os.getuid() or directory.stat().st_mode & 0o077:
            raise NoRedis(
                f"expected only this user to have access to {directory}; remove the directory and start again"
            )

    def _take_lock(self) -> None:
        holder = self._data / "holder"
        try:
            self._lock.acquire()
        except Timeout:
            process = holder.read_text() if holder.exists() else "unknown"
            raise NoRedis(
                f"the games in {self._data} are in use by another server (process {process});"
                " stop it, or set KIBITZ_DATA or KIBITZ_REDIS_URL"
            ) from None
        holder.write_text(str(os.getpid()))

    async def _begin(self) -> None:
        """Use a running redis-server or start one, and return when it has loaded its data."""
        now_s = asyncio.get_running_loop().time
        until_s = now_s() + START_S
        report = LoadingReport("redis-server")
        while now_s() < until_s:
            try:
                info = await self._info()
                progress = loading(info)
                if progress is not None:
                    report.log_progress(progress)
                    until_s = now_s() + START_S  # Wait without a limit while it loads.
                elif await self._is_fit(info):
                    await self._configure()
                    report.done()
                    return
            except (RedisError, OSError):
                self._spawn_unless_alive()
            await asyncio.sleep(POLL_S / 2)
        raise NoRedis(f"redis-server does not answer; see {self._data / 'redis.log'}")

    async def _is_fit(self, info: dict[str, Any]) -> bool:
        """Return True if the running redis-server can be used for the games in the data directory.

        Records the version of a redis-server that was already running. A running redis-server that cannot
        read the files of the one that wrote the games is ended.
        """
        version = running_version(info)
        wrote = writer(self._data)
        if self._process is None and version is not None:
            if wrote is not None and not can_read(wrote, version):
                log.error(
                    "ending %s (process %s), which runs on %s and cannot read the games of %s there",
                    *(version, info.get("process_id"), self._data, wrote),
                )
                await self._end()
                return False
            record_version(self._data, version)
            log.info(
                "using %s (process %s), which runs on %s already",
                version,
                info.get("process_id"),
                self._data,
            )
        return True

    def _spawn_unless_alive(self) -> None:
        """Start a redis-server, unless a lock shows that one already runs on the same data.

        Two redis-servers on the same data would destroy the data. Raises NoRedis if the redis-server that
        Kibitz has started has ended, or if none can be started.
        """
        if self._process is not None and self._process.poll() is not None:
            # Record the earlier version again: the redis-server that has just ended has not written anything.
            record_version(self._data, self._recorded_before)
            raise NoRedis(f"redis-server did not start; see {self._data / 'redis.log'}")
        alive = self._take_running_lock()
        if alive is not None:
            try:
                self._spawn(alive)
            finally:
                os.close(alive)

    def _take_running_lock(self) -> int | None:
        """Take the file lock that a redis-server on the data directory keeps as long as it runs.

        Returns the file descriptor of the redis-server's lock, or None if a running redis-server has it.
        """
        alive = os.open(self._data / "redis.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(alive)
            return None
        return alive

    def _alive(self) -> bool:
        """Return True if a redis-server runs on the data directory, even if it does not answer now."""
        alive = self._take_running_lock()
        if alive is not None:
            os.close(alive)
        return alive is None

    def _spawn(self, alive: int) -> None:
        program = program_for(self._data)
        unread = started_beside(self._data)
        if unread is not None:
            log.warning(
                "the file %s is ignored: an older redis-server began it next to the present games;"
                " to open the games in this file, move it into a data directory of its own",
                unread,
            )
        log.info("starting %s (%s) on %s", program.version, program.path, self._data)
        wrote = writer(self._data)
        if wrote is not None and not can_read(program.version, wrote):
            log.warning(
                "the games in %s, written by %s, are taken over by %s (%s); %s cannot read them any more:"
                " to go back, restore a backup that was made before",
                *(self._data, wrote, program.version, program.path, wrote),
            )
        self._recorded_before = recorded_version(self._data)
        record_version(self._data, program.version)
        with (self._data / "redis.log").open("ab") as output:
            self._process = subprocess.Popen(
                [
                    program.path,
                    *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "600"),
                    *("--dir", str(self._data.resolve()), "--appendonly", "yes"),
                    *("--appendfsync", self._fsync, "--save", "", f"--{PACKED[0]}", PACKED[1]),
                    *("--maxmemory-policy", "noeviction", "--daemonize", "no"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # redis-server inherits the lock, so that the lock lasts as long as it runs, even if this
                # server crashes.
                pass_fds=[alive],
                # Ctrl-C at the terminal must not end redis-server before this server has stored its last
                # entries.
                start_new_session=True,
            )

    async def keep(self) -> None:
        """Watch the redis-server, and start another one on the same data each time it has ended."""
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
        """Return a Redis client that sends each command only once, without retries."""
        once = Retry(NoBackoff(), 0)
        return Redis(unix_socket_path=str(self.socket), socket_timeout=2, retry=once)

    async def _info(self) -> dict[str, Any]:
        client = self._client()
        try:
            info: dict[str, Any] = await client.info()
            return info
        finally:
            await client.aclose()

    async def _configure(self) -> None:
        client = self._client()
        try:
            await client.config_set("appendfsync", self._fsync)
            await client.config_set(*PACKED)
        finally:
            await client.aclose()

    async def stop(self) -> None:
        """Shut redis-server down with all data on disk, remove its socket, and unlock the data directory.

        Does nothing if this object has not locked the data directory.
        """
        if not self._lock.is_locked:
            return
        await self._end()
        with contextlib.suppress(OSError):
            self.socket.unlink(missing_ok=True)
            self.socket.parent.rmdir()
        self._lock.release()

    async def _end(self) -> None:
        """Shut redis-server down with all data on disk."""
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
            log.error("redis-server was told to shut down but still runs")
        if self._process is not None and not self._alive():
            await asyncio.to_thread(self._process.wait)
