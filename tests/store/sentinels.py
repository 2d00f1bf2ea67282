"""A primary, its replica, and three real Sentinels that watch them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis

from tests.ports import free_port
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, short_directory

SERVICE = "club"
DOWN_MS = 500
"""For this time a primary must be silent before the Sentinels take it for dead."""


class Watched:
    """Two servers, of which the Sentinels make one the primary."""

    def __init__(self, primary: RedisServer, replica: RedisServer, sentinels: list[RedisServer]) -> None:
        self.primary = primary
        self.replica = replica
        self.sentinels = sentinels

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def until_known(self) -> None:
        """Return when every Sentinel knows the replica and both other Sentinels."""
        while not all(self._knows_all(each) for each in self.sentinels):
            time.sleep(0.05)

    def _knows_all(self, sentinel: RedisServer) -> bool:
        told = sentinel.ask("SENTINEL", "MASTER", SERVICE)
        counts = {b"num-slaves": b"1", b"num-other-sentinels": str(len(self.sentinels) - 1).encode()}
        return bool(counts.items() <= told.items())

    def until_primary(self, server: RedisServer) -> None:
        """Return when the Sentinels have made a server the primary."""
        while True:
            # A server that changes its role closes the connections of its clients.
            with suppress(redis.ConnectionError):
                if server.ask("ROLE")[0] == b"master":
                    return
            time.sleep(0.02)


@contextmanager
def watched() -> Iterator[Watched]:
    """Start the two servers and the Sentinels, all of them of the first source in `BINARIES`."""
    binary = next(iter(BINARIES.values()))
    with ExitStack() as stack:
        folders = [stack.enter_context(short_directory()) for _ in range(5)]
        servers = [RedisServer(binary, folder, port=free_port()) for folder in folders[:2]]
        primary, replica = (stack.enter_context(server.running()) for server in servers)
        replica.ask("REPLICAOF", "127.0.0.1", primary.port)
        sentinels = [sentinel_of(folder, primary.port) for folder in folders[2:]]
        found = Watched(primary, replica, [stack.enter_context(each.running()) for each in sentinels])
        found.until_known()
        yield found


def sentinel_of(folder: Path, primary: int, *, quorum: int = 2, down_ms: int = DOWN_MS) -> Sentinel:
    """Return a Sentinel, which is not started yet, for the primary on a port."""
    sentinel = Sentinel(folder, port=free_port())
    sentinel.file.write_text(
        f"port {sentinel.port}\nbind 127.0.0.1\nunixsocket {sentinel.socket}\ndir {folder}\n"
        f"sentinel monitor {SERVICE} 127.0.0.1 {primary} {quorum}\n"
        f"sentinel down-after-milliseconds {SERVICE} {down_ms}\n"
        f"sentinel failover-timeout {SERVICE} 3000\n"
    )
    return sentinel


class Sentinel(RedisServer):
    """One Sentinel; what it knows is kept in its file."""

    def __init__(self, directory: Path, *, port: int) -> None:
        binary = next(iter(BINARIES.values()))
        super().__init__(binary, directory, port=port)
        self.file = directory / "sentinel.conf"
        self._command = [binary, str(self.file), "--sentinel"]
