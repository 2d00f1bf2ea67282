"""Clients of the table-manager protocol as plain sockets."""

from __future__ import annotations

import asyncio

from tests.web.served import PATIENCE_S


class Program:
    """One client: it sends lines as they are, and reads lines as they come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int) -> Program:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def say(self, line: str) -> None:
        self._writer.write(line.encode() + b"\r\n")

    async def hear(self) -> str:
        """Return the next line; "" at the end of the connection."""
        async with asyncio.timeout(PATIENCE_S):
            line = await self._reader.readline()
        assert not line or line.endswith(b"\r\n"), line
        return line.decode("ascii").removesuffix("\r\n")

    def go(self) -> None:
        """End the connection."""
        self._writer.close()
