"""The wait for a Redis that still loads its data into memory.

While it loads, Redis answers INFO and CONFIG but refuses scripts.
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
    """The progress of a Redis that loads its data, with the estimated seconds left."""

    percent: float
    left_s: int

    def __str__(self) -> str:
        left = f", about {self.left_s} s left" if self.left_s > 0 else ""
        return f"{self.percent:.0f} % so far{left}"


def loading(info: Mapping[str, Any]) -> Loading | None:
    """Return the progress of loading by the fields of INFO, None once all data are in memory."""
    if not int(info.get("loading", 0)):
        return None
    return Loading(float(info.get("loading_loaded_perc", 0)), int(float(info.get("loading_eta_seconds", 0))))


class LoadingReport:
    """A report of a loading Redis: one log line a second, in which the Redis has the name `redis`."""

    def __init__(self, redis: str) -> None:
        self._redis = redis
        self._logged_s: float | None = None

    def log_progress(self, progress: Loading) -> None:
        """Log the progress of loading, unless the last such log line is less than a second old."""
        now_s = time.monotonic()
        if self._logged_s is None or now_s - self._logged_s >= REPORT_S:
            self._logged_s = now_s
            log.warning("%s loads its data: %s; waiting until it is done", self._redis, progress)

    def done(self) -> None:
        """Log the end of loading, if its progress was logged."""
        if self._logged_s is not None:
            self._logged_s = None
            log.warning("%s has loaded its data", self._redis)


async def until_loaded(redis: str, info: Callable[[], Awaitable[Mapping[str, Any]]]) -> None:
    """Log the progress of a loading Redis, named `redis`, and return when its data are in memory.

    `info` returns the fields of Redis' answer to INFO persistence. Raises the errors of `info`.
    """
    report = LoadingReport(redis)
    while (progress := loading(await info())) is not None:
        report.log_progress(progress)
        await asyncio.sleep(POLL_S)
    report.done()
