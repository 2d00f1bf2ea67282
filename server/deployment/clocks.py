"""The clock of a server, and the timers of the event loop that follow this clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from server.hub.services import Cancel

TICK_MS = 1_000
"""The longest time in ms between two readings of the server's clock while timer callbacks wait."""
CALLED_AT_ONCE, CALL_S = 50, 0.003
"""The number of timer callbacks that run in one turn of the event loop, and the time (s) for which they do.

A callback takes about 0.1 ms.
"""
DROPPED_AT_ONCE = 1_000
"""The number of cancelled timer callbacks after which these are removed, if they are the majority."""

# macOS has no CLOCK_BOOTTIME: there, CLOCK_MONOTONIC counts the time in which the machine sleeps.
_STEADY: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def steady_ns() -> int:
    """Return the nanoseconds since the machine started, including the time for which it was suspended."""
    return time.clock_gettime_ns(_STEADY)


class ServerClock:
    """The time of one server, which never jumps.

    The server's clock reads the wall time once, when it is created. After its start, the clock counts time
    that goes on while the machine is suspended, so a change of the wall time, for example by NTP, does not
    change the clock. The function `wall_ns` returns the wall time in ns since 1970, and the function
    `since_ns` returns the ns of a clock that never jumps, such as `steady_ns`.
    """

    def __init__(
        self, wall_ns: Callable[[], int] = time.time_ns, since_ns: Callable[[], int] = steady_ns
    ) -> None:
        self._since_ns = since_ns
        self._start_ns = wall_ns() - since_ns()

    def now_ms(self) -> int:
        """Return the time of the server's clock in milliseconds since 1970."""
        return (self._start_ns + self._since_ns()) // 1_000_000


async def clock_of_store(
    time_ms: Callable[[], Awaitable[int]], since_ns: Callable[[], int] = steady_ns
) -> ServerClock:
    """Return a clock that starts with the time of the store, for a server that shares the store with others.

    The times in a table's log then mean the same to all servers, and a server with a wrong wall time takes no
    time from the players of a table that moves to it. `time_ms` asks the store for its time in ms since 1970.
    Raises what `time_ms` raises.
    """
    asked_ns = since_ns()
    told_ns = await time_ms() * 1_000_000
    # The store has read its time about halfway between the question and the answer.
    halfway_ns = (asked_ns + since_ns()) // 2
    return ServerClock(lambda: told_ns - halfway_ns + since_ns(), since_ns)


class _Waiting:
    """A timer callback that waits for its time; `callback` is None once it has been called or cancelled."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback


class _Timed(NamedTuple):
    """A timer callback and its time; callbacks are sorted by time, and at equal times by `number`."""

    when_ms: int
    number: int
    waiting: _Waiting


class LoopTimers:
    """The timers of the running event loop that follow the server's clock.

    The timers of the event loop stand still while the machine is suspended, but the server's clock does not.
    All callbacks therefore share one timer of the event loop, which reads the server's clock at least once in
    `TICK_MS` while callbacks wait.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._loop = asyncio.get_running_loop()
        self._heap: list[_Timed] = []
        self._numbers = count()
        self._cancelled = 0
        self._timer: asyncio.Handle | None = None
        self._rings_ms = 0

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        """Call `callback` at the server's time `when_ms`, and return a function that cancels the call."""
        waiting = _Waiting(callback)
        heappush(self._heap, _Timed(when_ms, next(self._numbers), waiting))
        if self._timer is None or when_ms < self._rings_ms:
            self._set_timer()
        return partial(self._cancel, waiting)

    def later(self, callback: Callable[[], None]) -> None:
        """Call `callback` in the next iteration of the event loop."""
        self._loop.call_soon(callback)

    def _cancel(self, waiting: _Waiting) -> None:
        if waiting.callback is None:
            return
        waiting.callback = None
        self._cancelled += 1
        if self._cancelled > DROPPED_AT_ONCE and 2 * self._cancelled > len(self._heap):
            self._heap = [timed for timed in self._heap if timed.waiting.callback is not None]
            heapify(self._heap)
            self._cancelled = 0

    def _set_timer(self) -> None:
        """Set the event loop's timer to the time of the first callback, at most `TICK_MS` from now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._heap[0].waiting.callback is None:
            heappop(self._heap)
            self._cancelled -= 1
        if self._heap:
            now_ms = self._now_ms()
            wait_ms = min(max(0, self._heap[0].when_ms - now_ms), TICK_MS)
            self._rings_ms = now_ms + wait_ms
            self._timer = self._loop.call_later(wait_ms / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now_ms, until_s = self._now_ms(), time.perf_counter() + CALL_S
        # After a suspension the callbacks of all tables may be due: let the event loop work between them.
        for _ in range(CALLED_AT_ONCE):
            if not self._heap or self._heap[0].when_ms > now_ms or time.perf_counter() > until_s:
                break
            self._call(heappop(self._heap).waiting)
        self._set_timer()

    def _call(self, waiting: _Waiting) -> None:
        callback, waiting.callback = waiting.callback, None
        if callback is None:
            self._cancelled -= 1
            return
        try:
            callback()
        except Exception as error:
            message = "expected a timer's callback to raise no exception"
            self._loop.call_exception_handler({"message": message, "exception": error})
