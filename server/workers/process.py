"""A worker process that runs slow function calls (questions), so that they do not block the event loop.

A worker process starts when it gets its first question, a function call. The worker process runs `python -m
server.workers.process`: it reads questions and writes answers, each as a pickle preceded by its length.
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
    """The error of a question (a function call in a worker process) that has raised an exception.

    A Failed error contains only the type of the exception, because the text of the exception may contain
    hidden cards.
    """


class Lost(Exception):
    """The error of a question without an answer, because the worker process ended or could not be started."""


class Worker:
    """A worker process, which imports at its start the `module` with the functions that it runs.

    A worker process answers one question, a call of a function of its `module`, at a time.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._ending: set[asyncio.Task[object]] = set()

    @property
    def pid(self) -> int | None:
        """Return the process id of the worker process, or None if it is not running."""
        return None if self._process is None else self._process.pid

    async def ask(self, question: Question, limit_s: float) -> object:
        """Call `question` in the worker process and return its result.

        Raises Failed if the question raises an exception, Lost if the worker process ends, and TimeoutError
        after `limit_s` seconds. After Lost, TimeoutError or a cancellation the worker process has ended, and
        the next question starts another.
        """
        try:
            packed = pickle.dumps(question)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise Failed(type(error).__name__) from None
        try:
            failure, answer = await self._exchange(packed, limit_s)
        except BaseException as error:
            # End the process: otherwise the next question would get the late answer to this question.
            await self.end()
            if isinstance(error, OSError | EOFError) and not isinstance(error, TimeoutError):
                raise Lost(type(error).__name__) from None
            raise
        if failure:
            raise Failed(failure)
        return answer

    async def end(self) -> None:
        """Kill the worker process and wait until it has ended.

        The next question starts another worker process.
        """
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            gone = asyncio.create_task(process.communicate())
            self._ending.add(gone)
            gone.add_done_callback(self._ending.discard)
        # Wait for the end even if the caller is cancelled, so that no zombie process remains.
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
        """Start the worker process, and return it when it has imported its module.

        Raises Lost, OSError or EOFError if the worker process does not start.
        """
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
            start_new_session=True,  # Ctrl-C at the server must not end the worker
        )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_S):
                await process.stdout.readexactly(len(READY))
        except TimeoutError:
            raise Lost(f"the worker process was not ready within {START_S:g} s") from None
        return process


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Make the function calls that come in the stream `questions`, and write their results to `answers`."""
    answers.write(READY)
    answers.flush()
    while head := questions.read(_QUESTION.size):
        length, limit_s = _QUESTION.unpack(head)
        question = questions.read(length)
        # Let the kernel kill this process if a question blocks it, even if the server has ended.
        signal.setitimer(signal.ITIMER_REAL, 2 * limit_s)
        answer = pickle.dumps(_answer(question))
        answers.write(_ANSWER.pack(len(answer)) + answer)
        answers.flush()
        signal.setitimer(signal.ITIMER_REAL, 0)


def _answer(question: bytes) -> tuple[str, object]:
    """Make the function call in `question`.

    Return the name of the type of the exception that the call raised, or "", and the result of the call.
    """
    try:
        return "", pickle.loads(question)()
    except Exception as error:
        return type(error).__name__, None


def main() -> None:
    """Run the worker process, with a low priority so that the server's own process has precedence."""
    os.nice(NICENESS)
    with open(0, "rb") as questions, open(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # send printed text to stderr, so that it does not get into the pipe of answers
        importlib.import_module(sys.argv[1])
        serve(questions, answers)


if __name__ == "__main__":
    main()
