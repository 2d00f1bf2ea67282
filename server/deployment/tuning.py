"""Settings of the Python interpreter for a server under load."""

from __future__ import annotations

import gc
import sys

GC_THRESHOLDS = (50_000, 20, 50)
"""Views and frames are acyclic and soon gone; to look for cycles as often as by default costs a tenth."""
SWITCH_S = 0.0005
"""Threads that read or write files give way to the loop so soon, not by turns of 5 ms."""


def tune_process() -> None:
    """Tune the collector of cycles and the switching of threads, once everything has been built."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
