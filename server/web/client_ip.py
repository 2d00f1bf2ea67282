"""Where connections come from, and how many an address may have."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, IPv6Network

from server.session.limits import Buckets
from server.settings import Settings
from server.web.proxy import Values, forwarded


class ClientAddresses:
    """Counts connections and guests by address, as a trusted proxy's header names it where one is set."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()
        self._open_http: Counter[str] = Counter()
        self._total = 0
        self._connects = Buckets(settings.connects_per_address_s, settings.connects_per_address_burst)
        self._http = Buckets(settings.http_per_address_s, settings.http_per_address_burst)
        self._guests = Buckets(settings.guests_per_address_s, settings.guests_per_address_burst)

    def of(self, peer: object, values: Values) -> str:
        """Return the client's address: what a trusted proxy tells, else the other end of the socket."""
        proxy = forwarded(self._settings.proxy_header, values)
        return _household(proxy.address) if proxy is not None and proxy.address else self.peer(peer)

    def peer(self, peer: object) -> str:
        """The address at the other end of a socket, as asyncio names it."""
        return _household(str(peer[0])) if isinstance(peer, tuple | list) and peer else "local"

    def enter_http(self, address: str) -> bool:
        """Count an HTTP connection, unless `address` has too many. A proxy may have any number."""
        if self._settings.proxy_header:
            return True
        if self._open_http[address] >= self._settings.connections_per_address:
            return False
        self._open_http[address] += 1
        return True

    def leave_http(self, address: str) -> None:
        """Count an HTTP connection that has ended, or become a websocket."""
        self._open_http[address] -= 1
        if self._open_http[address] <= 0:
            del self._open_http[address]

    def enter(self, address: str, now_ms: int) -> tuple[int, str] | None:
        """Count a connection, or say with which HTTP status and words it is refused."""
        if self._total >= self._settings.connections:
            return 503, "the server is full"
        if self._open[address] >= self._settings.connections_per_address:
            return 429, "too many connections from this address"
        if self._connects.take(address, now_ms):
            return 429, "connections from this address come too fast"
        self._open[address] += 1
        self._total += 1
        return None

    def leave(self, address: str) -> None:
        """Count a connection that has ended."""
        self._open[address] -= 1
        self._total -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def request(self, address: str, now_ms: int) -> int:
        """0, or how long (ms) until this address may ask again by HTTP."""
        return self._http.take(address, now_ms)

    def guest(self, address: str, now_ms: int) -> int:
        """0, or how long (ms) until this address may have another guest."""
        return self._guests.take(address, now_ms)


def _household(address: str) -> str:
    """An IPv6 address stands for its /64: whoever has one has all of them."""
    if ":" not in address:
        return address
    try:
        full = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(full.ipv4_mapped or IPv6Network((full, 64), strict=False))
