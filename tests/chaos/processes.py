"""The processes of a chaos test: a server that is killed and started again, robots and watchers that stay."""

from __future__ import annotations

import asyncio
import signal
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from tests.chaos.records import first_acks
from tests.chaos.troupe import GENEROUS, Process, Troupe
from tests.ports import free_port


class Stage(Troupe):
    """Tables with robots, watchers and a director, and a server that is killed.

    `in_a_hurry`: the next server has loaded its program already.
    """

    def __init__(
        self,
        directory: Path,
        redis_url: str,
        environment: Mapping[str, str],
        *,
        in_a_hurry: bool = False,
        game: str = "bridge",
    ) -> None:
        super().__init__(directory, redis_url, game)
        self.deaths_ns: list[int] = []
        self._environment = {**GENEROUS, "KIBITZ_DATA": str(directory / "data"), **environment}
        self._port = free_port()
        self._in_a_hurry = in_a_hurry
        self._server: Process | None = None
        self._spare: Process | None = None
        self._starting = asyncio.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def environment(self) -> Mapping[str, str]:
        return self._environment

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """A server is here; afterwards nobody is, whatever happened."""
        try:
            await self.starts()
            yield
        finally:
            await self.everybody_goes()
            for server in (self._server, self._spare):
                if server is not None:
                    await server.end()

    async def starts(self) -> None:
        """Start the server; returns when it listens."""
        await self.starts_to_crash()
        assert self._server is not None
        await self._server.hear("http://")

    async def starts_to_crash(self, point: str = "", count: int = 0) -> None:
        """Start a server that kills itself at some point."""
        async with self._starting:
            self._server, self._spare = self._spare or await self._new_server(), None
            self._server.say(f"{point} {count}" if point else "")
            self._spare = await self._new_server() if self._in_a_hurry else None

    async def _new_server(self) -> Process:
        log = self.directory / "server.log"
        server = Process("tests.chaos.server", str(self._port), log=log, environment=self._environment)
        await server.start()
        return server

    async def dies(self) -> None:
        """Return when the server is dead that was killed, or was told to crash."""
        assert self._server is not None
        code = await self._server.ended()
        assert code == -signal.SIGKILL, f"the server ended with {code}: {self._server.log()}"
        self._server = None
        self.deaths_ns.append(time.monotonic_ns())

    @asynccontextmanager
    async def under_fire(self, point: str) -> AsyncIterator[None]:
        """Meanwhile every entry kills the server that stores it; the next server is there at once."""

        async def start_again_and_again() -> None:
            while True:
                await self.starts_to_crash(point, 1)
                await self.dies()

        await self.is_killed()
        starting = asyncio.create_task(start_again_and_again())
        try:
            yield
        finally:
            async with self._starting:  # what is being started is there before it is left alone
                starting.cancel()
            await asyncio.wait([starting])
            if not starting.cancelled():
                starting.result()
        await self.is_killed()
        await self.starts()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """The server lives and does nothing."""
        assert self._server is not None
        self._server.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._server.signal(signal.SIGCONT)

    async def is_killed(self) -> None:
        """Kill the server, if it has not just died by itself."""
        if self._server is not None:
            self._server.signal(signal.SIGKILL)
            await self.dies()

    def back_ms(self) -> list[float]:
        """From each death to the first action that the next server said to be done, if it did."""
        firsts = sorted(first for written in self.records().values() for first in first_acks(written))
        found = []
        for died_ns, next_ns in zip(self.deaths_ns, (*self.deaths_ns[1:], time.monotonic_ns()), strict=True):
            place = bisect_right(firsts, died_ns)
            if place < len(firsts) and firsts[place] < next_ns:
                found.append((firsts[place] - died_ns) / 1e6)
        return found
