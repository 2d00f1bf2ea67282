"""Lookups of single keys in Redis, of which many are sent as one command."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from server.tasks import Tasks

MOST = 500
"""The largest number of keys that one command looks up, so that Redis serves other commands soon."""

Read = Callable[[list[str]], Awaitable[Sequence[bytes | None]]]
"""A function that returns the values of many keys, with None for a missing key; the function raises OSError
if the store does not answer.
"""


class Lookups:
    """Lookups of keys that share commands: while one command is answered, new lookups wait for the next.

    When thousands of clients connect again at once, each client needs one value. One command with 500 keys
    costs a hundredth of 500 commands, and needs one connection to Redis in place of 500.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: deque[tuple[str, asyncio.Future[bytes | None]]] = deque()
        self._reading: asyncio.Task[None] | None = None
        self._tasks = Tasks()

    async def value(self, key: str) -> bytes | None:
        """Return the value of a key in Redis, None for a missing key.

        Raises OSError if the store does not answer.
        """
        found: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, found))
        if self._reading is None:
            self._reading = self._tasks.run(self._read_all())
        return await found

    async def _read_all(self) -> None:
        """Read from Redis the keys of all waiting lookups, including lookups that begin in the meantime."""
        try:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
                await self._answer(batch)
        finally:
            self._reading = None

    async def _answer(self, batch: list[tuple[str, asyncio.Future[bytes | None]]]) -> None:
        try:
            values = await self._read([key for key, _ in batch])
        except BaseException as error:
            # The lookups that wait fail, too: otherwise the last of them would wait for many timeouts.
            batch += self._waiting
            self._waiting.clear()
            for _, found in batch:
                if not found.done():
                    found.set_exception(error) if isinstance(error, Exception) else found.cancel()
            if not isinstance(error, Exception):
                raise
        else:
            for (_, found), value in zip(batch, values, strict=True):
                if not found.done():
                    found.set_result(value)

    async def stop(self) -> None:
        """Cancel all lookups, and return when none waits for Redis any more."""
        await self._tasks.stop()
