"""Servers with a private redis-server, in this process and in other processes."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from server.store.embedded import Embedded
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from tests.store.redis_server import HOUSE, redis_pid


@contextlib.asynccontextmanager
async def started(data: Path, fsync: str = "always") -> AsyncIterator[Embedded]:
    """Yield a private redis-server, and stop it afterwards even if it did not start."""
    server = Embedded(data, fsync)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()


@contextlib.asynccontextmanager
async def stores_of(server: Embedded) -> AsyncIterator[Stores]:
    """Yield the stores on a private redis-server."""
    stores = await connect_to_redis(server.url)
    yield stores
    await stores.close()


@contextlib.contextmanager
def serve(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `kibitz serve` on this data with the PATH of this process; kill it if the test fails."""
    command = [sys.executable, "-m", "server", "serve", "--port", "0"]
    environment = {**os.environ, "KIBITZ_DATA": str(data), "KIBITZ_HOUSE": "false"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=HOUSE, env=environment, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


@contextlib.contextmanager
def killed_server(data: Path) -> Iterator[int]:
    """Kill a server that kept table t1, and return the process id of its redis-server."""
    command = [sys.executable, "-m", "tests.store.adopted", str(data)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=HOUSE, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        process.kill()
    pid = redis_pid(data)
    assert pid is not None, "expected redis-server to outlive its server"
    yield pid
