"""The hosts under which the server may be addressed, and the web pages that may use the server.

A browser sends requests for any page that its user opens, even to servers on loopback and in the local
network. A page cannot change two headers of its requests: `Host` is the host that the page addressed, and
`Origin` is the page's own origin. Programs other than browsers send no `Origin`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from server.web.proxy import Forwarded, Values, forwarded

PORTS = {"http": 80, "https": 443}
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
"""The scheme of a web page's address for each scheme that a proxy's header may name (for a websocket, `ws` or
`wss`).
"""
SHOWN = 80
"""The maximum number of characters of a request header that an error text repeats."""

_HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?", re.IGNORECASE)
_ORIGIN = re.compile(rf"(https?)://{_HOST.pattern}", re.IGNORECASE)


class Denied(NamedTuple):
    """The refusal of a request: its HTTP status and its text."""

    status: int
    message: str


class Host(NamedTuple):
    """A host of a URL or of a header `Host`, in lower case, and its port if one was given."""

    name: str
    port: int | None

    @property
    def loopback(self) -> bool:
        """Return True if the host is a name or address of this machine that no DNS server can redirect."""
        name = self.name.removesuffix(".")
        return name == "localhost" or name.endswith(".localhost") or is_loopback(name.strip("[]"))


@lru_cache(maxsize=256)
def is_loopback(address: str) -> bool:
    """Return True if an IP address is a loopback address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


class Origins:
    """The object that checks the headers `Host` and `Origin` of each request.

    `allowed` lists the origins of pages that may use this server, in addition to pages of the server's own
    host. If `loopback` is True, the server listens on loopback and accepts only loopback hosts: otherwise a
    web page of another site could reach the server by pointing that site's DNS name to it (DNS rebinding).
    The host of a request through a trusted proxy (which sets the header `proxy_header`) is checked by the
    proxy, not here.
    """

    def __init__(
        self, allowed: tuple[str, ...] = (), *, loopback: bool = False, proxy_header: str = ""
    ) -> None:
        self._allowed = frozenset(allowed)
        self._named = {name for origin in allowed if (name := _host_of(origin)) is not None}
        self._loopback = loopback
        self._proxy_header = proxy_header

    def refusal(self, values: Values, http_version: str = "1.1") -> Denied | None:
        """Return the reason why a request with these headers is refused, or None if it is allowed."""
        hosts = values("host")
        if len(hosts) > 1 or (not hosts and http_version != "1.0"):
            return Denied(400, f"expected one header `Host`, got {len(hosts)}")
        host = _read_host(hosts[0]) if hosts else None
        if hosts and host is None:
            return Denied(400, f"expected a `Host` of the form name or name:port, got {hosts[0][:SHOWN]!r}")
        proxy = forwarded(self._proxy_header, values)
        if host is not None and proxy is None and not self._answers_to(host):
            return Denied(
                403,
                f"this server listens on loopback only: expected a `Host` such as localhost or 127.0.0.1, "
                f"got {hosts[0][:SHOWN]!r} (add the host to KIBITZ_ORIGINS to allow it)",
            )
        return self._of_page(values("origin"), host, proxy)

    def _answers_to(self, host: Host) -> bool:
        return not self._loopback or host.loopback or host.name in self._named

    def _of_page(self, origins: list[str], host: Host | None, proxy: Forwarded | None) -> Denied | None:
        if not origins:
            return None
        if len(origins) > 1:
            return Denied(403, f"expected one header `Origin`, got {len(origins)}")
        scheme = None
        if proxy is not None:
            host = _read_host(proxy.host) if proxy.host else host
            scheme = SCHEMES.get(proxy.scheme)
        if origins[0] in self._allowed or (host is not None and _is_own(origins[0], host, scheme)):
            return None
        own = "the request's host" if host is None else f"{host.name}"
        return Denied(
            403,
            f"pages of {origins[0][:SHOWN]!r} may not use this server: expected a page of {own}, "
            "or of an origin in KIBITZ_ORIGINS",
        )


def _read_host(text: str) -> Host | None:
    found = _HOST.fullmatch(text)
    return None if found is None else _host(found[1], found[2])


def _host(name: str, port: str | None) -> Host:
    return Host(name.lower(), None if port is None else int(port))


def _host_of(origin: str) -> str | None:
    found = _ORIGIN.fullmatch(origin)
    return None if found is None else found[2].lower()


def _is_own(origin: str, host: Host, scheme: str | None) -> bool:
    """Return True if an origin belongs to the host to which the request was addressed.

    The server learns the scheme of a request, http or https, only from a trusted proxy. Without a trusted
    proxy, an origin may have either scheme, because an unknown proxy may terminate TLS before this server and
    pass `Host` on.
    """
    found = _ORIGIN.fullmatch(origin)
    if found is None:
        return False
    its_scheme, its_host = found[1].lower(), _host(found[2], found[3])
    usual = PORTS[its_scheme]
    same = its_host.name == host.name and (its_host.port or usual) == (host.port or usual)
    return same and scheme in (None, its_scheme)
