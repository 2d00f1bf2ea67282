"""Updates on their way to whoever reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bots.errors import ClientError
from protocol.v1.updates import ToClient

WAITING = 1000
"""How many updates wait for a reader before the oldest are dropped."""


class Updates(AsyncIterator[ToClient]):
    """Updates in order, each after the client has applied it.

    A slow reader loses the oldest, counted in `lost`; the client's tables are true all the same. Ends with
    the client, and raises GaveUp when the client ended because there is no server any more.
    """

    def __init__(self, table: str | None) -> None:
        self.table = table
        self.lost = 0
        self._queue: asyncio.Queue[ToClient | None] = asyncio.Queue()
        self._failure: ClientError | None = None

    def put(self, update: ToClient) -> None:
        if self._queue.qsize() >= WAITING:
            self._queue.get_nowait()
            self.lost += 1
        self._queue.put_nowait(update)

    def end(self, failure: ClientError | None) -> None:
        self._failure = failure
        self._queue.put_nowait(None)

    async def __anext__(self) -> ToClient:
        update = await self._queue.get()
        if update is not None:
            return update
        self._queue.put_nowait(None)
        raise self._failure or StopAsyncIteration
