"""The queue of the server's updates that a client fills and a program reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from bots.errors import ClientError
from protocol.v1.updates import ToClient

WAITING = 1000
"""The largest number of the server's updates that wait to be read by a program.

If more updates arrive than the queue can hold, the oldest updates are dropped.
"""


class Updates(AsyncIterator[ToClient]):
    """An iterator over the updates that a client receives from the server, in order.

    When the iterator returns an update, the client has already applied this update to the client's tables. A
    program that reads too slowly loses the oldest updates, and `lost` is the number of lost updates. The
    client's tables are correct even if a program that reads updates slowly has lost some of them. The
    iteration over updates ends when the client is closed, and raises GaveUp if the client no longer tries to
    connect.
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
