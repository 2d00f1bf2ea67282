"""The searches of all tables and the questions of all house robots, worked off in a process of their own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from msgspec import Struct

from server.games.base import Search
from server.hub.search import THINK_MS
from server.hub.services import Cancel
from server.workers.process import Failed, Lost, Worker

log = logging.getLogger("kibitz.thinker")

T = TypeVar("T")

HANG_S = 1.0
"""After this time a search that does not heed its own is killed, with its process."""
QUESTION_S = 5.0
"""The same for a robot's question, which counts its steps and knows no time."""
WAITING = 32
"""How many wait at once; a robot's question takes up to 0.1 s, and the robot waits for about a second."""
WAITING_AT_TABLE = 4
"""How many of these one table may have: three robots may judge a claim, and one spare."""


class _Thought(Struct):
    """One search or question that waits or is worked on."""

    question: Callable[[], object]
    found: Callable[[object], None]
    limit_s: float
    cancelled: bool = False

    def tell(self, answer: object) -> None:
        if not self.cancelled:
            self.found(answer)


class Thinker:
    """Works off one thing after the other in a process of its own, the tables taking turns.

    `think` is what services offer, `answer` what house robots are given. At most `WAITING` wait, and at most
    `WAITING_AT_TABLE` of one table: what comes beyond that is answered at once with None.
    """

    def __init__(self) -> None:
        self._waiting: dict[object, deque[_Thought]] = {}
        self._working: asyncio.Task[None] | None = None
        self._worker = Worker("server.workers.thinker")

    @property
    def waiting(self) -> int:
        """How many searches and questions wait, the one that is worked on not among them."""
        return sum(len(lane) for lane in self._waiting.values())

    @property
    def pid(self) -> int | None:
        """The process that works, None while there is none."""
        return self._worker.pid

    def think(self, search: Search, found: Callable[[object], None]) -> Cancel:
        """Run `search` and call `found` with its answer: None for nothing found, in time or at all.

        A table has one search at a time, so that each takes its turn as a table of its own.
        """
        thought = _Thought(partial(search_in_time, search), found, HANG_S)
        return self._add(thought, table=object())

    async def answer(self, table: str, limit_s: float, question: Callable[[], T], /) -> T | None:
        """Return what `question()` returns in the other process, None where that is not known in `limit_s`.

        None is the answer at once where too much waits, or too much of this `table`.
        """
        answered: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def found(answer: object) -> None:
            if not answered.done():  # the robot may have been dismissed a moment ago
                answered.set_result(answer)

        cancel = self._add(_Thought(question, found, QUESTION_S), table)
        try:
            async with asyncio.timeout(limit_s):
                return cast("T | None", await answered)
        except TimeoutError:
            return None
        finally:
            cancel()

    def warm_up(self) -> None:
        """Start the process if there is none, so that the first question need not wait for that."""
        if self._worker.pid is None and self._working is None:
            self.think(_nothing, lambda answer: None)

    async def stop(self) -> None:
        """Think no more."""
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])
        await self._worker.end()

    def _add(self, thought: _Thought, table: object) -> Cancel:
        """Let a thought wait for its table's turn, where there is room."""
        lane = self._waiting.get(table, ())
        if self.waiting >= WAITING or len(lane) >= WAITING_AT_TABLE:
            asyncio.get_running_loop().call_soon(thought.tell, None)
            return partial(self._cancel, thought, table)
        self._waiting.setdefault(table, deque()).append(thought)
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return partial(self._cancel, thought, table)

    def _cancel(self, thought: _Thought, table: object) -> None:
        """Tell nobody what comes of a thought; one that waits makes room."""
        thought.cancelled = True
        lane = self._waiting.get(table)
        if lane is not None and any(each is thought for each in lane):
            rest = deque(each for each in lane if each is not thought)
            if rest:
                self._waiting[table] = rest
            else:
                del self._waiting[table]

    def _next(self) -> _Thought:
        """Take the oldest thought of the table whose turn it is; that table's turn comes again last."""
        table = next(iter(self._waiting))
        lane = self._waiting.pop(table)
        thought = lane.popleft()
        if lane:
            self._waiting[table] = lane
        return thought

    async def _work(self) -> None:
        try:
            while self._waiting:
                thought = self._next()
                answer = await self._answer(thought)
                asyncio.get_running_loop().call_soon(thought.tell, answer)
        finally:
            self._working = None

    async def _answer(self, thought: _Thought) -> object:
        try:
            return await self._worker.ask(thought.question, thought.limit_s)
        except Failed as error:
            log.error("a search met %s", error)
        except (Lost, TimeoutError) as error:
            log.error("a search ended its process: %s", type(error).__name__)
        return None


def search_in_time(search: Search) -> object:
    """Return what `search` finds when it is told that its time is up; this runs in the worker."""
    end_s = time.monotonic() + THINK_MS / 1000
    return search(lambda: time.monotonic() >= end_s)


def _nothing(expired: Callable[[], bool]) -> None:
    return None
