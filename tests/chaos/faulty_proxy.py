"""A TCP proxy between a hub and its Redis: it cuts, slows or hangs the line, or loses an append's reply."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

Address = tuple[str, int] | str
"""A host and a port, or the path of a unix socket."""


class _Line:
    """One connection through the proxy."""

    def __init__(self, writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self.writers = writers
        self.doomed = False

    def abort(self) -> None:
        for writer in self.writers:
            writer.transport.abort()


class FaultyProxy:
    """The way of one hub to the Redis at `target`.

    `delay_s` passes before a chunk goes on in either direction. `lost` counts the replies that were lost.
    """

    def __init__(self, target: Address) -> None:
        self.target = target
        self.delay_s = 0.0
        self.port = 0
        self.lost = 0
        self._lines: set[_Line] = set()
        self._refusing = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._appends_left = 0

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            self._flows.set()
            while self._lines:
                self._end_all()
                await asyncio.sleep(0.01)

    def _end_all(self) -> None:
        for line in tuple(self._lines):
            line.abort()

    def moves(self, target: Address) -> None:
        """From now on the way leads to another Redis."""
        self.target = target
        self._end_all()

    def cut_off(self) -> None:
        """Connections end for good, and what has not arrived is lost."""
        self._refusing = True
        self._end_all()

    @contextlib.contextmanager
    def cut(self) -> Iterator[None]:
        """Connections end, and others cannot be made."""
        self._refusing = True
        self._end_all()
        try:
            yield
        finally:
            self._refusing = False

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """Nothing arrives, though nothing says so."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

    @contextlib.contextmanager
    def slow(self, delay_s: float) -> Iterator[None]:
        """Everything arrives later."""
        self.delay_s = delay_s
        try:
            yield
        finally:
            self.delay_s = 0.0

    def lose_reply(self, append: int) -> None:
        """Redis carries the append of this number out, counted from now, and the hub does not hear of it."""
        self._appends_left = append

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, str):
                answers, onward = await asyncio.open_unix_connection(self.target)
            else:
                answers, onward = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        line = _Line((writer, onward))
        self._lines.add(line)
        try:
            await asyncio.gather(
                self._pass_on(reader, onward, line, asks=True),
                self._pass_on(answers, writer, line, asks=False),
            )
        finally:
            self._lines.discard(line)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: _Line, *, asks: bool
    ) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def write() -> None:
            while True:
                due_s, data = await waiting.get()
                await asyncio.sleep(due_s - loop.time())
                await self._flows.wait()
                if asks:
                    self._look_for_appends(line, data)
                elif line.doomed:
                    self.lost += 1
                    line.abort()
                    return
                if not data:
                    writer.close()
                    return
                if writer.transport.is_closing():
                    return
                writer.write(data)

        writing = asyncio.create_task(write())
        try:
            while data := await reader.read(262_144):
                waiting.put_nowait((loop.time() + self.delay_s, data))
        except OSError:
            line.abort()
            writing.cancel()
        else:
            waiting.put_nowait((loop.time() + self.delay_s, b""))
        await asyncio.wait([writing])

    def _look_for_appends(self, line: _Line, data: bytes) -> None:
        for _ in range(data.count(b"XADD\r\n")):
            if self._appends_left:
                self._appends_left -= 1
                line.doomed = line.doomed or self._appends_left == 0
