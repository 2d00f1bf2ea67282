"""Shutdown of a server on SIGTERM and SIGINT."""

from __future__ import annotations

import asyncio
import signal

from server.web.serving import Server


def cancel_on_signals() -> None:
    """Make SIGTERM and SIGINT cancel the calling task."""
    loop, starting = asyncio.get_running_loop(), asyncio.current_task()
    assert starting is not None, "expected a call inside a task, got a call outside"
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, starting.cancel)


def stop_on_signals(server: Server) -> None:
    """Make SIGTERM and SIGINT shut the server down in an orderly way."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: setattr(server, "should_exit", True))


async def until_stopped(server: Server) -> None:
    """Return when the shutdown of the server has been requested."""
    while not server.should_exit:
        await asyncio.sleep(0.05)
