"""The socket that a server listens on, and the address at which clients reach it."""

from __future__ import annotations

import socket

LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a server that listens on all addresses of its machine is reached from there."""
UNSENT_BYTES = 32 * 1024


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to this address. Raises OSError, with advice for a port that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # inherited by connections: else the kernel takes megabytes for a slow reader, unseen and out of date
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port"
        ) from None
    return listening


def address_of(host: str, port: int) -> str:
    """Return the address of a server that listens there, one that can be connected to.

    >>> address_of("0.0.0.0", 8000), address_of("::", 9000), address_of("192.0.2.7", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:9000', 'http://192.0.2.7:8000')
    """
    name = LOOPBACK.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
