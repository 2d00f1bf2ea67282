"""A TCP balancer: every new connection goes to the next hub that says that it is ready."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

CHECK_S = 0.1
ANSWER_S = 1.0
"""How long a hub may take to say that it is ready, before it is down."""


class Backend:
    """A hub behind the balancer: `ready` for new connections, and `up` while it answers at all."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ready = False
        self.up = False
        self.lines: set[asyncio.StreamWriter] = set()

    def goes_down(self) -> None:
        """All connections to it end."""
        self.up = self.ready = False
        for writer in self.lines:
            writer.transport.abort()

    async def _answers(self) -> int:
        """The status with which it answers whether it is ready."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return int((await reader.readline()).split()[1])
        finally:
            writer.transport.abort()

    async def check(self) -> None:
        """Find out whether it is ready."""
        try:
            async with asyncio.timeout(ANSWER_S):
                self.ready, self.up = await self._answers() == 200, True
        except (OSError, TimeoutError, IndexError):
            self.ready = self.up = False


class Balancer:
    """The address of all hubs together.

    The connections of a hub that does not answer are ended, unless `patient`.
    """

    def __init__(self, ports: list[int]) -> None:
        self.backends = [Backend(port) for port in ports]
        self.patient = False
        self.port = 0
        self._next = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        for backend in self.backends:
            self._spawn(backend)
        try:
            yield
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, backend: Backend) -> None:
        self._tasks.add(asyncio.create_task(self._check_again_and_again(backend)))

    async def _check_again_and_again(self, backend: Backend) -> None:
        while True:
            await backend.check()
            if not (backend.up or self.patient):
                backend.goes_down()
            await asyncio.sleep(CHECK_S)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        backends = self.backends[self._next :] + self.backends[: self._next]
        self._next = (self._next + 1) % len(self.backends)
        for backend in sorted(backends, key=lambda each: not each.ready):
            with contextlib.suppress(OSError):
                answers, onward = await asyncio.open_connection("127.0.0.1", backend.port)
                backend.lines.add(onward)
                try:
                    await asyncio.gather(pass_on(reader, onward), pass_on(answers, writer))
                finally:
                    backend.lines.discard(onward)
                return
        writer.transport.abort()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes until it ends, and then end the other side, too."""
    try:
        while data := await reader.read(65_536):
            writer.write(data)
    except OSError:
        writer.transport.abort()
    else:
        writer.close()
