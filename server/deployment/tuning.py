"""Settings of the Python interpreter for a server under load."""

from __future__ import annotations

import gc
import sys

GC_THRESHOLDS = (50_000, 20, 50)
"""Thresholds of the garbage collector; the defaults cost a tenth of the time, and views are acyclic."""
SWITCH_S = 0.0005
"""The time after which threads that process files yield to the event loop; Python's default is 5 ms."""


def tune_process() -> None:
    """Tune the garbage collector and the switching of threads, after all parts have been built."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
