"""The searches of all tables, one after the other in a process of their own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from server.games.base import Search
from server.hub.services import Cancel
from server.hub.thinking import THINK_MS
from server.worker import Failed, Lost, Worker

log = logging.getLogger("kibitz.thinker")

HANG_S = 1.0
"""After this time a search that does not heed its own is killed, with its process."""


class _Thought(Struct):
    search: Search
    found: Callable[[object], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True

    def tell(self, answer: object) -> None:
        if not self.cancelled:
            self.found(answer)


class Thinker:
    """Works off one search after the other in a process of its own; `think` is what services offer."""

    def __init__(self) -> None:
        self._waiting: deque[_Thought] = deque()
        self._working: asyncio.Task[None] | None = None
        self._worker = Worker("server.thinker")

    def think(self, search: Search, found: Callable[[object], None]) -> Cancel:
        """Run `search` and call `found` with its answer: None for nothing found, in time or at all."""
        thought = _Thought(search, found)
        self._waiting.append(thought)
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return thought.cancel

    async def stop(self) -> None:
        """Think no more."""
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])
        await self._worker.end()

    async def _work(self) -> None:
        try:
            while self._waiting:
                thought = self._waiting.popleft()
                if not thought.cancelled:
                    answer = await self._answer(thought.search)
                    asyncio.get_running_loop().call_soon(thought.tell, answer)
        finally:
            self._working = None

    async def _answer(self, search: Search) -> object:
        try:
            return await self._worker.ask(partial(search_in_time, search), HANG_S)
        except Failed as error:
            log.error("a search met %s", error)
        except (Lost, TimeoutError) as error:
            log.error("a search ended its process: %s", type(error).__name__)
        return None


def search_in_time(search: Search) -> object:
    """What `search` finds when it is told that its time is up; this runs in the worker."""
    end_s = time.monotonic() + THINK_MS / 1000
    return search(lambda: time.monotonic() >= end_s)
