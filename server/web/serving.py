"""uvicorn, as this server runs it: our websocket, our signals, and no patience with half-open requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_S = 10.0


class ImpatientHttp(HttpToolsProtocol):
    """HTTP by httptools; a connection that has not sent a whole request head in time is ended."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        self.loop.call_later(REQUEST_S, self._give_up, transport)

    def _give_up(self, transport: asyncio.Transport) -> None:
        idle = getattr(self, "cycle", None) is None and transport.get_protocol() is self
        if idle and not transport.is_closing():
            transport.close()


class Server(uvicorn.Server):
    """uvicorn's server without its signal handlers; `should_exit` stops it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def configure(app: Any, websocket: Any, host: str, port: int) -> uvicorn.Config:
    """The pinned configuration; `websocket` makes a protocol for each request to upgrade."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=ImpatientHttp,
        ws=websocket,
        loop="uvloop",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=4096,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
    )
