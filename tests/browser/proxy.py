"""A network between the browser and the server that a test can cut and mend."""

from __future__ import annotations

import asyncio
import threading
from typing import Self


class Network:
    """A TCP proxy on a port of its own. While the network is cut, it refuses and delivers nothing.

    `cut` breaks all connections at once. `silence` delivers nothing any more, but breaks no connection, as a
    lost radio link does.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_cut = self._is_silent = False
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, *failure: object) -> None:
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break all connections, and accept no new one."""
        self._is_cut = True
        self._run(self._break_all())

    def silence(self) -> None:
        """Deliver nothing from now on; the connections stand."""
        self._is_silent = True

    def mend(self) -> None:
        """Deliver again. Connections that were silent are broken, as the far side has forgotten them."""
        if self._is_silent:
            self._run(self._break_all())
        self._is_cut = self._is_silent = False

    def _run(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type]  # a coroutine

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        self._server.close()
        await self._break_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _break_all(self) -> None:
        for writer in [*self._writers]:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        for each in (writer, far_writer):
            self._writers.add(each)
        for task in (
            self._loop.create_task(self._pump(reader, far_writer)),
            self._loop.create_task(self._pump(far_reader, writer)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                while self._is_silent:
                    await asyncio.sleep(0.02)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()
