"""The signals to a server: SIGTERM and SIGINT stop it, and SIGHUP lets it read files again."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable


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


def reload_on_hangup(reload: Callable[[], None]) -> Callable[[], None]:
    """Call `reload` on each SIGHUP, and return a function that ends this.

    A server outside of the main thread, as in tests, gets no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, reload)

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGHUP)

    return stop
