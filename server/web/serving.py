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


class Server(uvicorn.Server):
    """uvicorn's server without its signal handlers.

    Set `should_exit` to stop the server; it then calls `goodbye` before it closes the connections.
    """

    def __init__(self, config: uvicorn.Config, goodbye: Callable[[], None]) -> None:
        super().__init__(config)
        self._goodbye = goodbye

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._goodbye()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


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
