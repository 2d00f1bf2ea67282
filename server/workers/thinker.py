"""The worker processes for long computations: searches of tables, and questions of house robots."""

from __future__ import annotations

import asyncio
import logging
import os
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
"""The seconds after which a worker process is killed because a search in it has ignored its time limit."""
QUESTION_S = 5.0
"""The seconds after which a worker process is killed because it has not answered a robot's question.

A robot's question has a limit on the steps of its computation, but not on their time.
"""
WAITING = 32
"""The largest number of searches and questions that wait for one worker process.

A question of a robot at its quickest level takes up to 0.1 s, and a robot waits for its answer for about a
second, so a longer queue is useless.
"""
WAITING_AT_TABLE = 4
"""The largest number of waiting questions of one table: enough for three robots that judge one claim."""


class _Request(Struct):
    """A search of a table, or a question of a robot, that has no result yet."""

    question: Callable[[], object]
    found: Callable[[object], None]
    limit_s: float
    cancelled: bool = False

    def tell(self, answer: object) -> None:
        if not self.cancelled:
            self.found(answer)


def usual_processes() -> int:
    """Return the number of worker processes for this machine: one less than its cores, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    # One core remains for the event loop, which answers all players.
    return max(1, cores - 1)


class Thinker:
    """A service that makes long computations in up to `processes` worker processes, which start when needed.

    Each worker process runs one search or question at a time. The tables with waiting questions are served in
    turn. Tables call `think` to start a search, and house robots call `answer_question`. At most `WAITING`
    searches and questions wait for each worker process, and at most `WAITING_AT_TABLE` of one table. A search
    or question that finds the queue full gets the result None at once.
    """

    def __init__(self, processes: int = 1) -> None:
        self._waiting: dict[object, deque[_Request]] = {}
        self._workers = [Worker("server.workers.thinker") for _ in range(processes)]
        # The worker that was used last comes first, because its process is already running.
        self._idle = list(reversed(self._workers))
        self._working: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """Return the number of searches and questions that wait; those in progress do not count."""
        return sum(len(queue) for queue in self._waiting.values())

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the worker processes that are running."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def load(self) -> float:
        """Return the load: the number of unfinished searches and questions for each worker process.

        At a load of 1 or more, the next search or question has to wait.
        """
        return (self.waiting + len(self._working)) / len(self._workers)

    def think(self, search: Search, found: Callable[[object], None]) -> Cancel:
        """Run `search` and call `found` with its result, or with None if it has no result in time.

        A table has only one search at a time, so each search has a queue of its own.
        """
        request = _Request(partial(search_in_time, search), found, HANG_S)
        return self._add(request, table=object())

    async def answer_question(self, table: str, limit_s: float, question: Callable[[], T], /) -> T | None:
        """Return the result of `question()` in a worker process, or None if it takes longer than `limit_s`.

        If too many questions wait, in total or for this `table`, the result is None at once.
        """
        answered: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def found(answer: object) -> None:
            if not answered.done():  # a future is done if the wait for it has timed out or was cancelled
                answered.set_result(answer)

        cancel = self._add(_Request(question, found, QUESTION_S), table)
        try:
            async with asyncio.timeout(limit_s):
                return cast("T | None", await answered)
        except TimeoutError:
            return None
        finally:
            cancel()

    def warm_up(self) -> None:
        """Start a worker process if none is running, so that a robot's first question is answered sooner."""
        if not self.pids and not self._working:
            self.think(_nothing, lambda answer: None)

    async def stop(self) -> None:
        """Stop the worker processes and drop all searches and questions."""
        self._waiting.clear()
        for working in self._working:
            working.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    def _add(self, request: _Request, table: object) -> Cancel:
        """Add a search or a question to the queue of its table.

        If the queue of waiting searches and questions is full, a further one gets the result None.
        """
        queue = self._waiting.get(table, ())
        if self.waiting >= WAITING * len(self._workers) or len(queue) >= WAITING_AT_TABLE:
            # Give the result in a later turn of the event loop: the caller does not expect it before `_add`
            # returns.
            asyncio.get_running_loop().call_soon(request.tell, None)
            return partial(self._cancel, request, table)
        self._waiting.setdefault(table, deque()).append(request)
        if self._idle:
            working = asyncio.create_task(self._work(self._idle.pop()))
            self._working.add(working)
            working.add_done_callback(self._working.discard)
        return partial(self._cancel, request, table)

    def _cancel(self, request: _Request, table: object) -> None:
        """Ignore the result of a search or question; if it still waits in its queue, remove it from there."""
        request.cancelled = True
        queue = self._waiting.get(table)
        if queue is not None and any(each is request for each in queue):
            rest = deque(each for each in queue if each is not request)
            if rest:
                self._waiting[table] = rest
            else:
                del self._waiting[table]

    def _next(self) -> _Request:
        """Remove and return the oldest search or question of the table that is served next.

        The table of the returned search or question is served again after all other tables.
        """
        table = next(iter(self._waiting))
        queue = self._waiting.pop(table)
        request = queue.popleft()
        if queue:
            self._waiting[table] = queue
        return request

    async def _work(self, worker: Worker) -> None:
        try:
            while self._waiting:
                request = self._next()
                answer = await self._answer(worker, request)
                asyncio.get_running_loop().call_soon(request.tell, answer)
        finally:
            self._idle.append(worker)

    async def _answer(self, worker: Worker, request: _Request) -> object:
        try:
            return await worker.ask(request.question, request.limit_s)
        except Failed as error:
            log.error("a search failed with %s", error)
        except (Lost, TimeoutError) as error:
            log.error("a search crashed or blocked its process: %s", type(error).__name__)
        return None


def search_in_time(search: Search) -> object:
    """Run `search` in a worker process and return its result.

    The search gets a function that returns True when the time of the search is up.
    """
    end_s = time.monotonic() + THINK_MS / 1000
    return search(lambda: time.monotonic() >= end_s)


def _nothing(expired: Callable[[], bool]) -> None:
    return None
