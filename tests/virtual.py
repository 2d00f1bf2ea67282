"""Virtual time: the event loop moves its own clock on whenever all tasks sleep."""

from __future__ import annotations

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

EPOCH_MS = 1_700_000_000_000


def now_ms() -> int:
    """Return the virtual wall time."""
    return EPOCH_MS + round(asyncio.get_running_loop().time() * 1000)


async def passes(ms: float) -> None:
    """Let this time pass."""
    await asyncio.sleep(ms / 1000)


async def until(true: Callable[[], object], ms: int = 60_000) -> None:
    """Wait, in steps of 10 ms, until the function returns a true value."""
    for _ in range(ms // 10):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("expected it to become true")


class _NoWaiting(selectors.DefaultSelector):
    """A selector that moves `now_s` on instead of waiting. Raises RuntimeError if time stands still.

    `threads` is the number of threads that work for the loop; no time passes until one of them is done.
    """

    now_s = 1_000.0
    threads = 0
    _rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.threads and timeout != 0:
            self._rounds = 0
            return super().select(None)
        ready = super().select(0 if timeout is not None else None)
        self._rounds += 1
        if not ready and timeout is not None and timeout > 0:
            self.now_s += timeout
            self._rounds = 0
        if self._rounds > 100_000:
            raise RuntimeError("time stands still: something wakes up again and again")
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a time that passes only while all tasks wait, and then at once."""

    def __init__(self) -> None:
        self._selector_of_time = _NoWaiting()
        super().__init__(self._selector_of_time)

    def time(self) -> float:
        return self._selector_of_time.now_s

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:
        def done(answer: asyncio.Future[Any]) -> None:
            self._selector_of_time.threads -= 1

        self._selector_of_time.threads += 1
        answer = super().run_in_executor(executor, func, *args)
        answer.add_done_callback(done)
        return answer

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        # since 3.13 its timeout is asyncio's own, of virtual time: 300 s would be over at once
        self._selector_of_time.threads += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self._selector_of_time.threads -= 1


def virtual(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test in virtual time."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run
