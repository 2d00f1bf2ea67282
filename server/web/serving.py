"""The configuration of uvicorn, with this server's own classes for websockets, HTTP and shutdown."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import uvicorn

from server.web.client_ip import ClientAddresses
from server.web.http import ImpatientHttp

ACCEPTS = 8
"""The largest number of connections that are accepted in one turn of the event loop."""


class Server(uvicorn.Server):
    """uvicorn's server without its signal handlers.

    Set `should_exit` to stop the server; it then calls `goodbye` before it closes the connections.
    """

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], None]) -> None:
        super().__init__(config)
        self._goodbye = goodbye
        self._listening: list[socket.socket] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # libuv accepts one connection a turn on each descriptor that listens, so that thousands of clients
        # that come back at once would need thousands of turns. With more descriptors of the same socket, a
        # turn accepts up to that number. A greater number would let players wait for longer turns.
        self._listening = [twin for each in sockets or () for twin in (each, *_duplicates(each, ACCEPTS - 1))]
        await super().startup(self._listening or None)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._goodbye()
        await super().shutdown(self._listening)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _duplicates(listening: socket.socket, number: int) -> list[socket.socket]:
    """Return new descriptors of a listening socket; all descriptors share one queue of new connections."""
    return [listening.dup() for _ in range(number)]


def configure(app: Any, websocket: Any, addresses: ClientAddresses, host: str, port: int) -> uvicorn.Config:
    """Return uvicorn's configuration; `websocket` creates a connection protocol for each upgrade request."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=partial(ImpatientHttp, addresses),  # type: ignore[arg-type]  # uvicorn calls it like a class
        ws=websocket,
        loop="uvloop",
        lifespan="off",
        log_config=None,
        log_level="error",  # Log errors only: at a lower level every bad request would write a line.
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=4096,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
    )
