"""The check of a robot: a proxy waits for the robot, and examines it while it plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from bots.checking.examination import Examination
from bots.checking.judge import Judge, TimeLimits
from bots.checking.proxy import Proxy
from bots.checking.report import Report
from bots.checking.trials import ALL, Trial

WAIT_S = 120.0


class Address(Struct, frozen=True):
    """The address at which the proxy waits for the robot: that of the server, and that of its websocket."""

    server: str
    websocket: str


async def check(
    url: str,
    table: str,
    ready: Callable[[Address], None],
    *,
    limits: TimeLimits | None = None,
    wait_s: float = WAIT_S,
    trials: Sequence[type[Trial]] = ALL,
) -> Report:
    """Examine a robot at a table of the server at `url`, and return the report.

    The function `ready` is called with the address that the robot is to use. Raises ValueError if no robot
    has come to the table as a player after `wait_s` seconds.
    """
    examination = Examination(Judge(table, limits), trials)
    async with Proxy(url, examination, time.monotonic) as proxy:
        ready(Address(proxy.address, proxy.websocket_address))
        running = asyncio.create_task(proxy.run())
        try:
            await asyncio.wait((running,), timeout=wait_s)
            if not examination.has_begun:
                raise ValueError(
                    f"expected a robot that watches table {table} as `seat` at {proxy.address} within"
                    f" {wait_s:g} s, got none"
                )
            await running
        finally:
            running.cancel()
    return examination.report()
