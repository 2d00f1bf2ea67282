"""Worker processes with a queue for the computations of tables (searches) and house robots (questions)."""

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
"""The seconds after which the process is killed because a search has ignored its own time limit."""
QUESTION_S = 5.0
"""The seconds after which a process is killed because it has not answered a robot's question.

A question limits the number of its steps, but not its time.
"""
WAITING = 32
"""The largest number of waiting requests of one process.

A question of the quickest level takes up to 0.1 s and a robot waits for its answer for about a second, so a
longer queue is useless.
"""
WAITING_AT_TABLE = 4
"""The largest number of waiting requests of one table: enough for three robots that judge one claim."""


class _Request(Struct):
    """A search or a question that has no result yet."""

    question: Callable[[], object]
    found: Callable[[object], None]
    limit_s: float
    cancelled: bool = False

    def tell(self, answer: object) -> None:
        if not self.cancelled:
            self.found(answer)


def usual_processes() -> int:
    """Return the number of processes for this machine: one less than its cores, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class Thinker:
    """A service with up to `processes` worker processes, which start when they are needed.

    Each process runs one search or question at a time. The tables are served in turn. The services of tables
    call `think` for searches, and house robots call `answer_question`. At most `WAITING` requests for each
    process wait in total, and at most `WAITING_AT_TABLE` of one table. A request beyond these limits gets the
    result None at once.
    """

    def __init__(self, processes: int = 1) -> None:
        self._waiting: dict[object, deque[_Request]] = {}
        self._workers = [Worker("server.workers.thinker") for _ in range(processes)]
        # The worker that was used last comes first, because its process is already running.
        self._idle = list(reversed(self._workers))
        self._working: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """Return the number of searches and questions that wait, without those that are in progress."""
        return sum(len(queue) for queue in self._waiting.values())

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the worker processes that are running."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def load(self) -> float:
        """Return the number of unfinished requests of all tables for each process.

        From 1 on, the next request waits.
        """
        return (self.waiting + len(self._working)) / len(self._workers)

    def think(self, search: Search, found: Callable[[object], None]) -> Cancel:
        """Run `search` and call `found` with its result, or with None if it has no result in time.

        A table has only one search at a time, so each search is queued as if it came from a table of its own.
        """
        request = _Request(partial(search_in_time, search), found, HANG_S)
        return self._add(request, table=object())

    async def answer_question(self, table: str, limit_s: float, question: Callable[[], T], /) -> T | None:
        """Return the result of `question()` in the worker process, or None after `limit_s`.

        If too many requests wait, in total or for this `table`, the result is None at once.
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
        """Start a process if none is running, so that the first question does not wait for the start."""
        if not self.pids and not self._working:
            self.think(_nothing, lambda answer: None)

    async def stop(self) -> None:
        """Stop the worker processes and drop all requests."""
        self._waiting.clear()
        for working in self._working:
            working.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    def _add(self, request: _Request, table: object) -> Cancel:
        """Add a request to the queue of its table.

        If the queue is full, the result of the request is None.
        """
        queue = self._waiting.get(table, ())
        if self.waiting >= WAITING * len(self._workers) or len(queue) >= WAITING_AT_TABLE:
            asyncio.get_running_loop().call_soon(request.tell, None)
            return partial(self._cancel, request, table)
        self._waiting.setdefault(table, deque()).append(request)
        if self._idle:
            working = asyncio.create_task(self._work(self._idle.pop()))
            self._working.add(working)
            working.add_done_callback(self._working.discard)
        return partial(self._cancel, request, table)

    def _cancel(self, request: _Request, table: object) -> None:
        """Drop the result of a request, and remove the request from its queue if it still waits."""
        request.cancelled = True
        queue = self._waiting.get(table)
        if queue is not None and any(each is request for each in queue):
            rest = deque(each for each in queue if each is not request)
            if rest:
                self._waiting[table] = rest
            else:
                del self._waiting[table]

    def _next(self) -> _Request:
        """Remove and return the oldest request of the table that is served next.

        The table is then served after all other tables.
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
    """Run `search` and return its result. The search gets a function that returns True when its time is up.

    This function runs in the worker.
    """
    end_s = time.monotonic() + THINK_MS / 1000
    return search(lambda: time.monotonic() >= end_s)


def _nothing(expired: Callable[[], bool]) -> None:
    return None
