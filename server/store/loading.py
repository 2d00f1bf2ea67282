"""The wait for a Redis that still reads its data into memory.

Meanwhile Redis answers INFO and CONFIG, and refuses scripts.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct

log = logging.getLogger("kibitz.store")

POLL_S = 0.1
REPORT_S = 1.0


class Loading(Struct, frozen=True):
    """How far a Redis has come that loads its data."""

    percent: float
    left_s: int

    def __str__(self) -> str:
        left = f", about {self.left_s} s left" if self.left_s > 0 else ""
        return f"{self.percent:.0f} % so far{left}"


def loading(info: Mapping[str, Any]) -> Loading | None:
    """Return how far the loading has come by what INFO says; None where all data are in memory."""
    if not int(info.get("loading", 0)):
        return None
    return Loading(float(info.get("loading_loaded_perc", 0)), int(float(info.get("loading_eta_seconds", 0))))


class LoadingReport:
    """A log line about every second of a Redis that loads its data; `redis` is what the lines call it."""

    def __init__(self, redis: str) -> None:
        self._redis = redis
        self._told_s: float | None = None

    def tell(self, progress: Loading) -> None:
        """Log how far it is, unless the last line is younger than a second."""
        now_s = time.monotonic()
        if self._told_s is None or now_s - self._told_s >= REPORT_S:
            self._told_s = now_s
            log.warning("%s loads its data: %s; waiting until it is done", self._redis, progress)

    def done(self) -> None:
        """Log the end of the loading, if any line told of it."""
        if self._told_s is not None:
            self._told_s = None
            log.warning("%s has loaded its data", self._redis)


async def until_loaded(redis: str, info: Callable[[], Awaitable[Mapping[str, Any]]]) -> None:
    """Return when a Redis, called `redis` in the log, has its data in memory; log how far it is.

    `info` asks it for INFO persistence; what that raises is raised.
    """
    report = LoadingReport(redis)
    while (progress := loading(await info())) is not None:
        report.tell(progress)
        await asyncio.sleep(POLL_S)
    report.done()
