"""SIGTERM and SIGINT end a process in an orderly way."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

WAITING_TASK = """
import asyncio
from server.deployment.signals import cancel_on_signals

async def main():
    cancel_on_signals()
    print("ready", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        print("stopped", flush=True)

try:
    asyncio.run(main())
except asyncio.CancelledError:
    print("cancelled", flush=True)
"""
SERVER = """
import asyncio
from server.deployment.signals import stopped_by_signals

async def main():
    stopped = stopped_by_signals()
    print("ready", flush=True)
    await stopped.wait()
    print("stopped", flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("program", "lines"), [(WAITING_TASK, "stopped\ncancelled\n"), (SERVER, "stopped\n")]
)
def test_a_signal_stops_what_was_started_and_kills_nothing(
    program: str, lines: str, number: signal.Signals
) -> None:
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.stdout.read() == lines
    assert process.returncode == 0


RELOADED = """
import asyncio
from server.deployment.signals import reload_on_hangup, stopped_by_signals

async def main():
    stopped = stopped_by_signals()
    reload_on_hangup(lambda: print("reloaded", flush=True))
    print("ready", flush=True)
    await stopped.wait()

asyncio.run(main())
"""


def test_sighup_lets_a_server_read_files_again_and_does_not_stop_it() -> None:
    with subprocess.Popen([sys.executable, "-c", RELOADED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for _ in range(2):
            process.send_signal(signal.SIGHUP)
            assert process.stdout.readline() == "reloaded\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
