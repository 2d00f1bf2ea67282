"""A limited capacity, such as worker processes, which clients use in turn so that none delays the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Full(Exception):
    """The error of a request that is refused because too many requests wait already."""


class _Waiter:
    """A request for a part of a shared capacity."""

    __slots__ = ("amount", "granted")

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairShare:
    """A capacity of which each source, such as a client's address, may use at most `per_source` at a time.

    Requests wait in one queue for each source: at most `waiting` requests in total, and at most
    `waiting_per_source` requests of one source. The queues of the sources are served in turn, one request
    each.
    """

    def __init__(self, capacity: int, per_source: int, *, waiting: int, waiting_per_source: int) -> None:
        self.free = capacity
        self.waiting = 0
        self._per_source = per_source
        self._max_waiting = waiting
        self._max_waiting_per_source = waiting_per_source
        self._held: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[_Waiter]] = OrderedDict()

    @asynccontextmanager
    async def take(self, source: str, amount: int = 1) -> AsyncIterator[None]:
        """Reserve `amount` of the shared capacity for an `async with` block, once it is the turn of `source`.

        The `amount` of a request must be at most `per_source`, the maximum for one source. Raises Full if too
        many requests for the capacity wait already.
        """
        await self._wait(source, amount)
        try:
            yield
        finally:
            self._give_back(source, amount)

    async def _wait(self, source: str, amount: int) -> None:
        waiter = _Waiter(amount)
        queue = self._queues.setdefault(source, deque())
        queue.append(waiter)
        self.waiting += 1
        self._serve()
        if waiter.granted.done():
            return
        if self.waiting > self._max_waiting or len(queue) > self._max_waiting_per_source:
            self._leave(source, waiter)
            raise Full
        try:
            await waiter.granted
        except asyncio.CancelledError:
            if waiter.granted.cancelled():
                self._leave(source, waiter)
                self._serve()
            else:
                self._give_back(source, amount)
            raise

    def _serve(self) -> None:
        """Give the free capacity to waiting requests, one of each source in turn."""
        while (waiter := self._next()) is not None:
            waiter.granted.set_result(None)

    def _next(self) -> _Waiter | None:
        """Remove and return the next request that can get its capacity now, or return None without one."""
        for source, queue in self._queues.items():
            amount = queue[0].amount
            if self._held[source] + amount > self._per_source:
                continue
            if amount > self.free:
                return None
            self.free -= amount
            self._held[source] += amount
            self.waiting -= 1
            waiter = queue.popleft()
            self._queues.move_to_end(source)
            if not queue:
                del self._queues[source]
            return waiter
        return None

    def _leave(self, source: str, waiter: _Waiter) -> None:
        queue = self._queues[source]
        queue.remove(waiter)
        self.waiting -= 1
        if not queue:
            del self._queues[source]

    def _give_back(self, source: str, amount: int) -> None:
        self.free += amount
        self._held[source] -= amount
        if not self._held[source]:
            del self._held[source]
        self._serve()
