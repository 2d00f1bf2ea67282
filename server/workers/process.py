"""A process beside the server that answers questions, so that the loop never waits for what takes long.

It is started for the first question. `python -m server.workers.process` is its other end: it reads
questions and writes answers, each as a pickle behind its length.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import pickle
import signal
import struct
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import BinaryIO

Question = Callable[[], object]

START_S = 10.0
READY = b"\n"
NICENESS = 10
_QUESTION = struct.Struct(">Id")
_ANSWER = struct.Struct(">I")


class Failed(Exception):
    """A question met an error; only the name of its kind is told, for its text may quote cards."""


class Lost(Exception):
    """The process ended over a question, or could not be started for it."""


class Worker:
    """One process that has imported `module`, where its questions live; it is asked one at a time."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._ending: set[asyncio.Task[object]] = set()

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._process is None else self._process.pid

    async def ask(self, question: Question, limit_s: float) -> object:
        """What `question()` is in that process.

        Raises Failed, Lost, or TimeoutError after `limit_s`. After the last two, and when this is cancelled,
        the process is gone and the next question has another one.
        """
        try:
            packed = pickle.dumps(question)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise Failed(type(error).__name__) from None
        try:
            failure, answer = await self._exchange(packed, limit_s)
        except BaseException as error:
            await self.end()  # whatever it is at, nobody waits for it now
            if isinstance(error, OSError | EOFError) and not isinstance(error, TimeoutError):
                raise Lost(type(error).__name__) from None
            raise
        if failure:
            raise Failed(failure)
        return answer

    async def end(self) -> None:
        """Kill the process and wait until it is gone; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            gone = asyncio.create_task(process.communicate())
            self._ending.add(gone)
            gone.add_done_callback(self._ending.discard)
        # still waited for when the caller is cancelled: without that the process would stay as a zombie
        if self._ending:
            await asyncio.wait(self._ending)

    async def _exchange(self, question: bytes, limit_s: float) -> tuple[str, object]:
        process = self._process or await self._start()
        assert process.stdin is not None and process.stdout is not None
        async with asyncio.timeout(limit_s):
            process.stdin.write(_QUESTION.pack(len(question), limit_s) + question)
            await process.stdin.drain()
            (length,) = _ANSWER.unpack(await process.stdout.readexactly(_ANSWER.size))
            answer: tuple[str, object] = pickle.loads(await process.stdout.readexactly(length))
            return answer

    async def _start(self) -> Process:
        """The process, once it has imported what it needs. Raises Lost, OSError or EOFError."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "server.workers.process",
            self._module,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # what interrupts the server at a terminal is not for this process
        )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_S):
                await process.stdout.readexactly(len(READY))
        except TimeoutError:
            raise Lost(f"not ready in {START_S:g} s") from None
        return process


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer whoever writes to `questions`, until he is gone."""
    answers.write(READY)
    answers.flush()
    while head := questions.read(_QUESTION.size):
        length, limit_s = _QUESTION.unpack(head)
        question = questions.read(length)
        # the kernel ends a question that hangs, even when nobody is left to do it
        signal.setitimer(signal.ITIMER_REAL, 2 * limit_s)
        answer = pickle.dumps(_answer(question))
        answers.write(_ANSWER.pack(len(answer)) + answer)
        answers.flush()
        signal.setitimer(signal.ITIMER_REAL, 0)


def _answer(question: bytes) -> tuple[str, object]:
    """The kind of error that a question met ("" for none), and its answer."""
    try:
        return "", pickle.loads(question)()
    except Exception as error:
        return type(error).__name__, None


def main() -> None:
    """Be the process: the server's rooms come first on the machine."""
    os.nice(NICENESS)
    with open(0, "rb") as questions, open(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # the pipe carries answers alone, whatever a question prints
        importlib.import_module(sys.argv[1])
        serve(questions, answers)


if __name__ == "__main__":
    main()
