"""The server with a crash built in: `python -m tests.chaos.server PORT`.

It serves when a line comes on its standard input, and ends in order when that does, or at SIGTERM. The
line `appended 7` or `committed 7` lets it kill itself when the hub comes to this point for the seventh time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable

import uvloop

from server.app import running
from server.deployment.signals import stopped_by_signals
from server.settings import from_environment


def no_crash(reached: str) -> None:
    return None


def crash_at(point: str, count: int) -> Callable[[str], None]:
    """A probe that lets nothing more happen in this process once it is at the place."""
    left = count

    def probe(reached: str) -> None:
        nonlocal left
        left -= reached == point
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return probe


async def main(port: int, crash: list[str]) -> None:
    settings = from_environment(os.environ, port=port)
    probe = crash_at(crash[0], int(crash[1])) if crash else no_crash
    async with running(settings, probe=probe) as (_, hub, address):
        print(address, hub.id, flush=True)
        stopped, lines = stopped_by_signals(), asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
        )
        await asyncio.wait(
            [asyncio.create_task(stopped.wait()), asyncio.create_task(lines.read())],
            return_when=asyncio.FIRST_COMPLETED,
        )


if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s", level=logging.WARNING)
    if line := sys.stdin.readline():
        uvloop.run(main(int(sys.argv[1]), line.split()))
