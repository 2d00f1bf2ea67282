"""The queue of updates that a client fills and a program reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bots.errors import ClientError
from protocol.v1.updates import ToClient

WAITING = 1000
"""The largest number of queued updates. If more arrive, the oldest updates are dropped."""


class Updates(AsyncIterator[ToClient]):
    """An iterator over updates, in order.

    When the iterator returns an update, the client has already applied this update to the client's tables. A
    slow reader loses the oldest updates, and `lost` counts them. The client's tables are correct even if a
    reader has lost updates. The iteration ends when the client is closed, and raises GaveUp if the client has
    given up.
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
