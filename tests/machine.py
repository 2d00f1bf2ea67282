"""A machine of the tests with a wall time that may jump, and with suspension, in virtual time.

The event loop's time stands still while the machine sleeps, as CLOCK_MONOTONIC does on Linux.
"""

from __future__ import annotations

import asyncio

from server.deployment.clocks import ServerClock
from tests.virtual import EPOCH_MS


class Machine:
    """The clocks of one machine."""

    def __init__(self) -> None:
        self._stepped_ns = 0
        self._asleep_ns = 0

    def clock(self) -> ServerClock:
        """Return the clock of a server that starts now."""
        return ServerClock(self._wall_ns, self.since_ns)

    def step_wall_time(self, seconds: int) -> None:
        """Let the wall time jump, as NTP or a person does."""
        self._stepped_ns += seconds * 1_000_000_000

    def sleep(self, seconds: int) -> None:
        """Suspend the machine for this time, and wake it up."""
        self._asleep_ns += seconds * 1_000_000_000

    def since_ns(self) -> int:
        """Return the time since the start of the machine, with that in suspension."""
        return round(asyncio.get_running_loop().time() * 1_000_000_000) + self._asleep_ns

    def _wall_ns(self) -> int:
        return EPOCH_MS * 1_000_000 + self.since_ns() + self._stepped_ns
