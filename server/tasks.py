"""The asyncio tasks of one part of the server, which end when that part stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """The tasks that run for one part of the server.

    A part that only cancels its tasks has not stopped yet: a task that is cancelled still cleans up, and what
    it uses, such as a connection, must not be closed before it has ended.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._stopped = False

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine as a task; after `stop`, the task is cancelled before it begins."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        if self._stopped:
            task.cancel()
        return task

    def stop(self) -> asyncio.Future[list[Any]]:
        """Cancel all tasks; the future that is returned is done when all of them have ended."""
        self._stopped = True
        for task in self._running:
            task.cancel()
        return asyncio.gather(*self._running, return_exceptions=True)
