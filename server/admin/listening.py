"""The place at which the operators' interface listens: a port beside the metrics, or a Unix socket.

The interface has a server of its own, so that no request to the public port can reach it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from server.admin.interface import interface
from server.admin.office import Office
from server.admin.operators import Operators
from server.settings import Settings
from server.web.serving import Server

OTHER = "choose another KIBITZ_ADMIN_PORT or KIBITZ_METRICS_HOST"
PORT_INSTEAD = "choose another KIBITZ_DATA, or set KIBITZ_ADMIN_PORT"


@asynccontextmanager
async def serving(settings: Settings, office: Office, secrets: dict[str, str]) -> AsyncIterator[None]:
    """Serve the operators' interface in the `with` block, if there are secrets.

    `secrets` are the names of the operators' secrets, by secret. Raises OSError, which names the setting to
    change, if the interface cannot listen.
    """
    if not secrets:
        yield
        return
    app = interface(office, Operators(secrets))
    with _listening(settings) as listening:
        config = uvicorn.Config(
            app,
            http="httptools",
            ws="none",
            loop="uvloop",
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        server = Server(config, lambda: None)
        serving = asyncio.create_task(server.serve([listening]))
        try:
            while not server.started:
                await asyncio.sleep(0.01)
            yield
        finally:
            server.should_exit = True
            await serving


@contextlib.contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    """Yield a socket that is bound to the place of the interface, and close it afterwards."""
    if settings.admin_port:
        with contextlib.closing(_on_port(settings.metrics_host, settings.admin_port)) as listening:
            yield listening
        return
    path = settings.admin_socket
    with contextlib.closing(_on_path(path)) as listening:
        try:
            yield listening
        finally:
            path.unlink(missing_ok=True)


def _on_port(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # The event loop does not report a program that listens here since the bind.
    except OSError as error:
        listening.close()
        raise _failed(f"{host}:{port}", error, OTHER) from None
    return listening


def _on_path(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_socket() and not _is_served(path):
            path.unlink()  # A server that was killed has left it.
        listening.bind(str(path))
        # Before the socket listens, so that no other user of the machine can connect in between.
        os.chmod(path, 0o600)
    except OSError as error:
        listening.close()
        raise _failed(str(path), error, PORT_INSTEAD) from None
    return listening


def _is_served(path: Path) -> bool:
    """Return True if a server listens on a Unix socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
        return True


def _failed(place: str, error: OSError, advice: str) -> OSError:
    cause = error.strerror or str(error)
    return OSError(f"cannot serve the operators' interface on {place}: {cause}; {advice}")
