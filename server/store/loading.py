"""The wait for a Redis that still loads its data into memory.

While Redis loads its data, it answers the commands INFO and CONFIG but refuses scripts.
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
    """The progress of a Redis that loads its data (per cent), and the estimated seconds until it is done."""

    percent: float
    left_s: int

    def __str__(self) -> str:
        left = f", about {self.left_s} s left" if self.left_s > 0 else ""
        return f"{self.percent:.0f} % so far{left}"


def loading(info: Mapping[str, Any]) -> Loading | None:
    """Return how far Redis has loaded its data, from the fields of INFO, or None once all are in memory."""
    if not int(info.get("loading", 0)):
        return None
    return Loading(float(info.get("loading_loaded_perc", 0)), int(float(info.get("loading_eta_seconds", 0))))


class LoadingReport:
    """A report in the server's log, at most one line a second, while a Redis loads its data.

    The parameter `redis` is the name of the Redis in the lines of the server's log.
    """

    def __init__(self, redis: str) -> None:
        self._redis = redis
        self._logged_s: float | None = None

    def log_progress(self, progress: Loading) -> None:
        """Log how far Redis has loaded its data, unless this was last logged less than a second ago."""
        now_s = time.monotonic()
        if self._logged_s is None or now_s - self._logged_s >= REPORT_S:
            self._logged_s = now_s
            log.warning("%s loads its data: %s; waiting until it is done", self._redis, progress)

    def done(self) -> None:
        """Log that Redis has loaded its data; log nothing if no progress was logged before."""
        if self._logged_s is not None:
            self._logged_s = None
            log.warning("%s has loaded its data", self._redis)


async def until_loaded(redis: str, info: Callable[[], Awaitable[Mapping[str, Any]]]) -> None:
    """Wait until a Redis has loaded its data, and log the progress.

    The parameter `redis` is the name of the Redis in the log. The function `info` sends INFO persistence to
    Redis and returns the fields of the answer; its errors are raised.
    """
    report = LoadingReport(redis)
    while (progress := loading(await info())) is not None:
        report.log_progress(progress)
        await asyncio.sleep(POLL_S)
    report.done()
