"""The shutdown of a server on SIGTERM and SIGINT."""

from __future__ import annotations

import asyncio
import signal


def cancel_on_signals() -> None:
    """Let the signals SIGTERM and SIGINT cancel the asyncio task that calls this function."""
    loop, starting = asyncio.get_running_loop(), asyncio.current_task()
    assert starting is not None, "expected a call inside a task, got a call outside"
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, starting.cancel)


def stopped_by_signals() -> asyncio.Event:
    """Return an asyncio event that is set when SIGTERM or SIGINT asks the server to shut down."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    return stopped
