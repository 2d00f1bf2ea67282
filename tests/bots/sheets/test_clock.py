"""The time of day in a line is local time."""

from __future__ import annotations

import re
from datetime import datetime

from bots.sheets.clock import clock_time


def test_a_time_is_written_with_hours_minutes_and_seconds() -> None:
    at = datetime(2026, 3, 4, 14, 3, 27)
    assert clock_time(int(at.timestamp() * 1000)) == "14:03:27"


def test_milliseconds_are_cut_off() -> None:
    assert clock_time(999) == clock_time(0)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", clock_time(0))
