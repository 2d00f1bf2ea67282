"""Free TCP ports for programs whose port a test must know before they start."""

from __future__ import annotations

import os
import socket
from random import Random

FIRST, LAST = 10_240, 32_767
"""Linux gives the ports above to connections and to listeners at port 0: they would soon be taken again."""


def _untried() -> list[int]:
    """Return ports in a random order, which differ from those of the other processes of the same run."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    ports = [*range(FIRST + worker, LAST + 1, workers)]
    Random().shuffle(ports)
    return ports


_ports = _untried()


def free_port() -> int:
    """Return a port of the loopback interface that no program uses now. Each port is returned once."""
    while True:
        port = _ports.pop()
        if is_free(port):
            return port


def is_free(port: int) -> bool:
    """Return True if a program can listen on a port of the loopback interface."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
