"""The time of day, as it is told at a table."""

from __future__ import annotations

from datetime import datetime


def clock_time(at_ms: int) -> str:
    """Return the time of day here, as `14:03:27`."""
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S")
