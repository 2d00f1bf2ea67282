"""The time of day in lines at a terminal."""

from __future__ import annotations

from datetime import datetime


def clock_time(at_ms: int) -> str:
    """Return the local time of day, such as `14:03:27`."""
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S")
