"""The socket on which a server listens, and the address for its clients."""

from __future__ import annotations

import errno
import socket

LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The loopback address, at which a server that listens on all addresses is reached from its own machine."""
UNSENT_BYTES = 32 * 1024


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to `host` and `port`.

    Raises OSError with advice if the port is in use, and if this machine does not have the address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Limit, also for accepted connections, how many outdated frames the kernel buffers for a slow reader.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        other = "port with KIBITZ_PORT or --port"
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            other = "address with KIBITZ_HOST or --host, such as 127.0.0.1, or 0.0.0.0 for all addresses"
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror}; choose another {other}") from None
    return listening


def address_of(host: str, port: int) -> str:
    """Return a URL at which a server that listens on `host` and `port` can be reached.

    >>> address_of("0.0.0.0", 8000), address_of("::", 9000), address_of("192.0.2.7", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:9000', 'http://192.0.2.7:8000')
    """
    name = LOOPBACK.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
