"""A process beside the server that searches, so that the loop never waits for a thought.

It is started when there is first something to think about. `python -m server.thinker` is its other end: it
reads searches and writes what they found, each as a pickle behind its length.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Callable
from typing import BinaryIO

from msgspec import Struct

from server.games.base import Search
from server.hub.services import Cancel
from server.hub.thinking import THINK_MS

log = logging.getLogger("kibitz.thinker")

START_S = 10.0
HANG_S = 1.0
"""After this time a search that does not heed its own is killed, with its process."""
READY = b"\n"
NICENESS = 10
_LENGTH = 4


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
        self._process: Process | None = None

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
        await self._end()

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
            question = _packed(search)
            process = self._process or await self._start()
            async with asyncio.timeout(HANG_S):
                fault, answer = await _ask(process, question)
        except (OSError, EOFError, TimeoutError) as error:
            log.error("a search ended its process: %s", type(error).__name__)
            await self._end()
            return None
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            log.error("a search cannot be handed on: %s", type(error).__name__)
            return None
        if fault:
            log.error("a search met %s", fault)
        return answer

    async def _start(self) -> Process:
        """The process, once it has imported what it needs. Raises OSError, EOFError or TimeoutError."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "server.thinker",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # what interrupts the server at a terminal is not for this process
        )
        assert process.stdout is not None
        async with asyncio.timeout(START_S):
            await process.stdout.readexactly(len(READY))
        return process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def _ask(process: Process, question: bytes) -> tuple[str, object]:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(question)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(_LENGTH), "big")
    answer: tuple[str, object] = pickle.loads(await process.stdout.readexactly(length))
    return answer


def _packed(message: object) -> bytes:
    packed = pickle.dumps(message)
    return len(packed).to_bytes(_LENGTH, "big") + packed


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Search for whoever writes to `questions`, until he is gone."""
    answers.write(READY)
    answers.flush()
    while head := questions.read(_LENGTH):
        question = questions.read(int.from_bytes(head, "big"))
        # the kernel ends a search that hangs, even when nobody is left to do it
        signal.setitimer(signal.ITIMER_REAL, 2 * HANG_S)
        answers.write(_packed(_search(question)))
        answers.flush()
        signal.setitimer(signal.ITIMER_REAL, 0)


def _search(question: bytes) -> tuple[str, object]:
    """What a search met ("" for nothing) and what it found; a fault's text stays here, it may quote cards."""
    try:
        search = pickle.loads(question)
        end_s = time.monotonic() + THINK_MS / 1000
        found: object = search(lambda: time.monotonic() >= end_s)
    except Exception as error:
        return type(error).__name__, None
    return "", found


def main() -> None:
    """Be the process: the server's rooms come first on the machine."""
    os.nice(NICENESS)
    with open(0, "rb") as questions, open(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # the pipe carries answers alone, whatever a search prints
        serve(questions, answers)


if __name__ == "__main__":
    main()
