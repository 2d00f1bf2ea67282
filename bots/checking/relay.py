"""A TCP relay on a free local port: websockets go to the proxy, other HTTP requests to the server itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from bots.transport import PATH

HEAD_BYTES = 65_536
CHUNK = 65_536
CONNECT_S = 10.0


class Relay:
    """A relay for one robot, which delivers single bytes to it while `single_bytes` returns True.

    Websockets go to the port `proxy_port` of this machine, and all other requests to the server with the
    address `http`, one request for each connection. If one side of a connection ends, the other side ends at
    once.
    """

    def __init__(self, http: str, proxy_port: int, single_bytes: Callable[[], bool]) -> None:
        self._http = urlsplit(http)
        self._proxy_port = proxy_port
        self._single_bytes = single_bytes
        self._server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0, limit=HEAD_BYTES)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(CONNECT_S):
                head = await reader.readuntil(b"\r\n\r\n")
                websocket = head.split(b" ", 2)[1].split(b"?")[0] == PATH.encode()
                far_reader, far_writer = await self._connect(websocket)
        except (OSError, TimeoutError, ValueError, IndexError, asyncio.IncompleteReadError):
            writer.transport.abort()
            return
        far_writer.write(head if websocket else self._to_server(head))
        pumps = (
            asyncio.create_task(self._pump(reader, far_writer, lambda: False)),
            asyncio.create_task(self._pump(far_reader, writer, self._single_bytes)),
        )
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            for each in (writer, far_writer):
                each.close()

    async def _connect(self, websocket: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if websocket:
            return await asyncio.open_connection("127.0.0.1", self._proxy_port)
        secure = self._http.scheme == "https"
        port = self._http.port or (443 if secure else 80)
        return await asyncio.open_connection(self._http.hostname, port, ssl=secure or None)

    def _to_server(self, head: bytes) -> bytes:
        """Return the head of a request for the server itself, which ends the connection after its answer."""
        lines = re.sub(rb"(?im)^(host|connection):.*\r\n", b"", head)
        first, _, rest = lines.partition(b"\r\n")
        return first + b"\r\nHost: " + self._http.netloc.encode() + b"\r\nConnection: close\r\n" + rest

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, single_bytes: Callable[[], bool]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                size = 1 if single_bytes() else len(data)
                for start in range(0, len(data), size):
                    writer.write(data[start : start + size])
                    await writer.drain()
                    await asyncio.sleep(0)  # drain alone lets no other task run while the buffer is empty
