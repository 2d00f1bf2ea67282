"""Settings of the Python interpreter for a server under load."""

from __future__ import annotations

import gc
import sys

GC_THRESHOLDS = (50_000, 20, 50)
"""The thresholds of the garbage collector. The collector runs rarely, because views have no reference cycles.

With Python's default thresholds, the collections take a tenth of the processor time.
"""
SWITCH_S = 0.0005
"""The time after which a thread that processes a file yields to the event loop. Python's default is 5 ms."""


def tune_process() -> None:
    """Tune the garbage collector and the switching of threads.

    Call this function when all long-lived objects exist.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
