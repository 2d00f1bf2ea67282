"""The asyncio tasks of one part of the server, which end when that part stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger("kibitz")

T = TypeVar("T")
AGAIN_S, LIMIT_S = 2.5, 10.0
"""The seconds after which a task that runs on is cancelled again, and those for which its end is awaited."""


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

    async def stop(self) -> None:
        """Cancel all tasks, and return when all of them have ended.

        A cancellation can be lost: code that waits for another cancelled task may take it for the other's
        end. So tasks that run on are cancelled again after `AGAIN_S` seconds. After `LIMIT_S` seconds the
        method returns all the same, because a server that does not stop does more harm than a task.
        """
        self._stopped = True
        for _ in range(round(LIMIT_S / AGAIN_S)):
            if not self._running:
                return
            for task in self._running:
                task.cancel()
            await asyncio.wait(self._running, timeout=AGAIN_S)
        for task in self._running:
            log.error("the server stops, but this task runs on: %r", task)
