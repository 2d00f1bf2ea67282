"""The socket on which a server listens, and the address for its clients."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The loopback address, at which a server that listens on all addresses is reached from its own machine."""
UNSENT_BYTES = 32 * 1024


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to `host` and `port`, and does not listen yet.

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
        raise _failed(host, port, error) from None
    return listening


def listen(bound: socket.socket) -> None:
    """Listen on a bound socket.

    Raises OSError with advice if another program has begun to listen on the port since it was bound. uvloop
    0.23 reports no error then, and the other program would get all connections.
    """
    host, port = bound.getsockname()[:2]
    try:
        bound.listen()
    except OSError as error:
        raise _failed(host, port, error) from None


def _failed(host: str, port: int, error: OSError) -> OSError:
    other = "port with KIBITZ_PORT or --port"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        other = "address with KIBITZ_HOST or --host, such as 127.0.0.1, or 0.0.0.0 for all addresses"
    return OSError(f"cannot listen on {host}:{port}: {error.strerror}; choose another {other}")


def address_of(host: str, port: int) -> str:
    """Return a URL at which a server that listens on `host` and `port` can be reached.

    >>> address_of("0.0.0.0", 8000), address_of("::", 9000), address_of("192.0.2.7", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:9000', 'http://192.0.2.7:8000')
    """
    name = LOOPBACK.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def reached_at(host: str, port: int) -> tuple[str, ...]:
    """Return the URLs at which other machines reach a server that listens on `host` and `port`.

    The result is empty for a server that listens on a loopback address.

    >>> reached_at("127.0.0.1", 8000), reached_at("192.0.2.7", 8000)
    ((), ('http://192.0.2.7:8000',))
    """
    if host not in LOOPBACK:
        return () if ip_address(host).is_loopback else (address_of(host, port),)
    found = [_outer(socket.AF_INET, "192.0.2.1")]
    if host == "::":
        found.append(_outer(socket.AF_INET6, "2001:db8::1"))
    return tuple(address_of(each, port) for each in found if each and not ip_address(each).is_loopback)


def _outer(family: socket.AddressFamily, far: str) -> str:
    """Return the address of this machine from which it would send to another one, "" without a network."""
    with socket.socket(family, socket.SOCK_DGRAM) as unsent:
        try:
            unsent.connect((far, 9))  # Of a datagram socket this chooses a route, and sends nothing.
        except OSError:
            return ""
        return str(unsent.getsockname()[0])
