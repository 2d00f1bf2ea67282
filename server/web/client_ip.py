"""Client addresses, and limits for the number of connections and requests of each address."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, IPv6Network

from server.hub.far.ledgers import Ledgers, SharedCount
from server.moderation.measures import Banned
from server.moderation.moderation import Moderation
from server.session.limits import Buckets, SharedBuckets
from server.settings import Settings
from server.web.proxy import Values, forwarded


class ClientAddresses:
    """Counts of the connections, HTTP requests and new guests of each client address.

    If a trusted proxy is configured, a header of the proxy names the client's address. The websockets and
    streams of an address, and the rates of its new ones, of its new guests and of its codes, count at all
    hubs together. Its HTTP connections and requests count at each hub alone, because they cost only the hub
    that has them. `moderation` knows which addresses are banned.
    """

    def __init__(
        self, settings: Settings, ledgers: Ledgers | None = None, moderation: Moderation | None = None
    ) -> None:
        self._moderation = moderation or Moderation()
        shared = ledgers or Ledgers()
        self._settings = settings
        self._open = SharedCount(shared, "connections of addresses")
        self._open_http: Counter[str] = Counter()
        self._total = 0
        self._connects = SharedBuckets(
            settings.connects_per_address_s, settings.connects_per_address_burst, shared.purse("connects")
        )
        self._http = Buckets(settings.http_per_address_s, settings.http_per_address_burst)
        self._guests = SharedBuckets(
            settings.guests_per_address_s, settings.guests_per_address_burst, shared.purse("guests")
        )
        self._codes = SharedBuckets(
            settings.codes_per_address_s, settings.codes_per_address_burst, shared.purse("codes")
        )
        self._games = Buckets(settings.games_per_address_s, settings.games_per_address_burst)
        self._exports = Buckets(settings.exports_per_address_s, settings.exports_per_address_burst)
        self._all_codes = SharedBuckets(settings.codes_s, settings.codes_burst, shared.purse("all codes"))

    def address_of(self, peer: object, values: Values) -> str:
        """Return the client's address, from the trusted proxy's header, or else from the socket.

        `peer` is the address at the other end of the socket, and `values` are the values of the header.
        """
        proxy = forwarded(self._settings.proxy_header, values)
        return _limited_as(proxy.address) if proxy is not None and proxy.address else self.peer(peer)

    def peer(self, peer: object) -> str:
        """Return the address of the client at the other end of a socket, from asyncio's `peername`."""
        return _limited_as(str(peer[0])) if isinstance(peer, tuple | list) and peer else "local"

    def enter_http(self, address: str) -> bool:
        """Count a new HTTP connection and return True, or return False if its address has too many of them.

        If a trusted proxy is configured, the number of HTTP connections is not limited.
        """
        if self._settings.proxy_header:
            return True
        if self._open_http[address] >= self._settings.connections_per_address:
            return False
        self._open_http[address] += 1
        return True

    def leave_http(self, address: str) -> None:
        """Stop counting an HTTP connection that has ended or become a websocket."""
        self._open_http[address] -= 1
        if self._open_http[address] <= 0:
            del self._open_http[address]

    def enter(self, address: str, now_ms: int) -> tuple[int, str] | None:
        """Count a new websocket or stream of an address, and return None.

        If the address is banned or has too many of them, count nothing and return the HTTP status and the
        text of the refusal.
        """
        try:
            self._moderation.check_address(address)
        except Banned as banned:
            return 403, str(banned)
        if self._total >= self._settings.connections:
            return 503, "the server is full"
        if self._open.total(address) >= self._settings.connections_per_address:
            return 429, "too many connections from this address"
        if self._connects.take(address, now_ms):
            return 429, "too many new connections from this address"
        self._open.add(address)
        self._total += 1
        return None

    def leave(self, address: str) -> None:
        """Stop counting a websocket or stream that has ended."""
        self._open.add(address, -1)
        self._total -= 1

    def request(self, address: str, now_ms: int) -> int:
        """Count an HTTP request of an address, and return 0.

        If the address has sent too many requests, return the milliseconds until it may send the next one.
        Raises Banned if the address is banned.
        """
        self._moderation.check_address(address)
        return self._http.take(address, now_ms)

    def guest(self, address: str, now_ms: int) -> int:
        """Count a new guest that an address creates, and return 0.

        If the address has created too many guests, return the milliseconds until it may create the next one.
        """
        return self._guests.take(address, now_ms)

    def games(self, address: str, now_ms: int) -> int:
        """Count a list of a player's games that an address asks for, and return 0.

        If the address has asked for too many of them, return the milliseconds until it may ask again.
        """
        return self._games.take(address, now_ms)

    def export(self, address: str, now_ms: int) -> int:
        """Count an export of a player's data that an address asks for, and return 0.

        If the address has asked for too many of them, return the milliseconds until it may ask again.
        """
        return self._exports.take(address, now_ms)

    def code(self, address: str, now_ms: int) -> int:
        """Count a code for another device that an address sends, right or wrong, and return 0.

        If the address, or all addresses together, have sent too many codes, return the milliseconds until the
        address may send the next one.
        """
        return self._codes.take(address, now_ms) or self._all_codes.take("", now_ms)


def _limited_as(address: str) -> str:
    """Return the key under which the rate limits count the requests and connections of a client address.

    An IPv6 address is counted as its /64 network, because one client usually has all addresses of that
    network.
    """
    if ":" not in address:
        return address
    try:
        full = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(full.ipv4_mapped or IPv6Network((full, 64), strict=False))
