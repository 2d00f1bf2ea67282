"""A relay between a store and its Redis that holds back all commands after the first ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

OPENING = (b"HELLO", b"CLIENT")
"""The commands with which a connection begins; they are not counted."""
HELD_S = 20.0


class Relay:
    """A unix socket whose commands go on to a redis-server, except those that are held back.

    `passed` are the names of the commands that have passed since the last call of `hold_after`.
    """

    def __init__(self, redis: Path, name: str = "relay") -> None:
        self.passed: list[bytes] = []
        self._socket = redis.with_name(f"{name}.sock")
        self._redis = redis
        self._most: int | None = None
        self._held = asyncio.Event()
        self._goes_on = asyncio.Event()

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def hold_after(self, most: int | None) -> None:
        """Let the next `most` commands pass and hold back the others, or let all pass if None."""
        self.passed, self._most = [], most
        self._held.clear()
        self._goes_on.clear()

    def go_on(self) -> None:
        """Let the commands that are held back pass, and all others."""
        self._most = None
        self._goes_on.set()

    async def until_held_or(self, done: asyncio.Task[object]) -> None:
        """Wait until a command is held back or the task is done."""
        held = asyncio.create_task(self._held.wait())
        ended, _ = await asyncio.wait((held, done), timeout=HELD_S, return_when=asyncio.FIRST_COMPLETED)
        held.cancel()
        assert ended, "expected a command to be held back"

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Relay]:
        server = await asyncio.start_unix_server(self._serve, str(self._socket))
        try:
            yield self
        finally:
            self.go_on()
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, onward = await asyncio.open_unix_connection(str(self._redis))
        answering = asyncio.create_task(_pass_on(answers, writer))
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                command, name = await _command(reader)
                if name not in OPENING:
                    if self._most is not None and len(self.passed) >= self._most:
                        self._held.set()
                        await self._goes_on.wait()
                        if reader.at_eof():
                            break
                    self.passed.append(name)
                onward.write(command)
        onward.close()
        await answering
        writer.close()


async def _command(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Read one command, and return its bytes and its name."""
    line = await reader.readuntil(b"\r\n")
    read, parts = [line], []
    for _ in range(int(line[1:])):
        length = await reader.readuntil(b"\r\n")
        part = await reader.readexactly(int(length[1:]) + 2)
        read += [length, part]
        parts.append(part[:-2])
    return b"".join(read), parts[0].upper()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
