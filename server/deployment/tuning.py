"""Settings of the Python interpreter for a server under load."""

from __future__ import annotations

import gc
import sys

GC_THRESHOLDS = (50_000, 20, 50)
"""The thresholds of the garbage collector. The collector runs rarely, because views have no reference cycles.

With Python's default thresholds, the collections take a tenth of the processor time.
"""
SWITCH_S = 0.0005
"""The seconds after which a thread that processes a file lets the event loop run.

Python's default is 0.005.
"""


def tune_process() -> None:
    """Tune the garbage collector and the switching between threads.

    Call this function after all long-lived objects have been created.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
