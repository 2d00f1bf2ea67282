"""The carriers of frames between the scripted server and its clients: a websocket, or two queues."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from bots.errors import Closed
from protocol.v1.codec import Codec
from server.games.base import Public, Seated


class Line:
    """One client's connection: a websocket, or a pair of queues."""

    def __init__(self, codec: Codec, write: Callable[[bytes], Any], cut: Callable[[int], Any]) -> None:
        self.codec = codec
        self.write = write
        self.cut = cut
        self.player = ""
        self.audience: Public | Seated | None = None


async def write(socket: ServerConnection, outgoing: asyncio.Queue[bytes], binary: bool) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.send(await outgoing.get(), text=not binary)


class MemoryEnd:
    """One end of a connection in memory. It is also the client's Transport."""

    def __init__(self) -> None:
        self.other: MemoryEnd = self
        self.keep: object = None
        self._frames: asyncio.Queue[bytes | int] = asyncio.Queue()

    def push(self, frame: bytes) -> None:
        self.other._frames.put_nowait(frame)

    def cut(self, code: int) -> None:
        self._frames.put_nowait(code)

    async def send(self, frame: bytes) -> None:
        self.push(frame)

    async def receive(self) -> bytes:
        frame = await self._frames.get()
        if isinstance(frame, int):
            raise Closed(frame)
        return frame

    async def close(self) -> None:
        self.other.cut(1000)

    def __aiter__(self) -> MemoryEnd:
        return self

    async def __anext__(self) -> bytes:
        try:
            return await self.receive()
        except Closed:
            raise StopAsyncIteration from None
