"""The clocks and timers of the operating system and of the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from server.hub.services import Cancel


def now_ms() -> int:
    """Return the wall time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def boot_ms() -> int:
    """Return the milliseconds since the machine started, including time in suspension."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class LoopTimers:
    """Timers of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        """Call `callback` at the wall time `when_ms`, and return a function that cancels the call."""
        return self._loop.call_later(max(0, when_ms - now_ms()) / 1000, callback).cancel

    def later(self, callback: Callable[[], None]) -> None:
        """Call `callback` in the next iteration of the event loop."""
        self._loop.call_soon(callback)
