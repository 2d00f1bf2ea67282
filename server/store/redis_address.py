"""The address of Redis in the settings: a server, a node of a cluster, or the Sentinels of a primary."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct
from redis.asyncio.connection import Connection, SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError

EXPECTED = (
    "expected an address such as redis://127.0.0.1:6379, redis://:PASSWORD@HOST:6379/0, rediss://HOST,"
    " unix:///run/redis.sock or redis+sentinel://:PASSWORD@HOST:26379,HOST2:26379/SERVICE, where the password"
    " has %23 for #, %2F for / and %40 for @"
)
SENTINEL_PORT = 26379
SENTINEL_S = 1.0
"""The longest wait (s) for one Sentinel, before the next one is asked."""
_ANSWERS = {"sentinel_username": "username", "sentinel_password": "password"}


class RedisAddress(Struct, frozen=True):
    """The address of Redis, as `redis_address` reads it.

    `place` names the server, without the password. `settings` are the keyword arguments of a connection pool
    of the Redis library. `sentinel` asks the Sentinels; None if the address is that of the server itself.
    """

    place: str
    settings: dict[str, Any]
    sentinel: Sentinel | None = None

    async def close(self) -> None:
        """Close the connections to the Sentinels."""
        for client in self.sentinel.sentinels if self.sentinel is not None else ():
            await client.aclose()


class _ToPrimary:
    """A connection that asks the Sentinels for the primary whenever it connects.

    The guidelines for clients of Sentinel demand that a server confirm its role after the connection is
    made: a Sentinel that has been cut off may name a server that has become a replica meanwhile.
    """

    host: str
    port: int
    is_connected: bool

    def __init__(self, *, sentinel: Sentinel, service: str, **settings: Any) -> None:
        super().__init__(**settings)
        self._sentinel = sentinel
        self._service = service

    async def connect_check_health(
        self, check_health: bool = True, retry_socket_connect: bool = True
    ) -> None:
        if not self.is_connected:
            self.host, self.port = await self._sentinel.discover_master(self._service)
        await super().connect_check_health(check_health, retry_socket_connect=False)  # type: ignore[misc]


async def _confirm_primary(connection: Any) -> None:
    await connection.on_connect()
    await connection.send_command("ROLE")
    role = (await connection.read_response())[0]
    if role not in (b"master", "master"):
        raise RedisConnectionError(
            f"expected the primary at {connection.host}:{connection.port}, as Sentinel says, got a server"
            f" with the role {role!r}"
        )


class PrimaryConnection(_ToPrimary, Connection):
    """A connection to the primary that the Sentinels name."""


class TlsPrimaryConnection(_ToPrimary, SSLConnection):
    """A connection with TLS to the primary that the Sentinels name."""


_TO_PRIMARY = {"redis+sentinel": PrimaryConnection, "rediss+sentinel": TlsPrimaryConnection}


def redis_address(url: str) -> RedisAddress:
    """Read the address of a Redis.

    Raises ValueError if it is none. The text of the error does not repeat the address, because any part of
    it may belong to the password.
    """
    try:
        parts = urlsplit(url)
        # A # that is written as itself cuts the URL off: the rest of the password, the host and the path.
        if parts.fragment:
            raise ValueError
        if parts.scheme in _TO_PRIMARY:
            return _watched(url)
        settings = dict(parse_url(url))
        if parts.scheme == "unix" and not settings.get("path"):
            raise ValueError
    except ValueError:
        raise ValueError(EXPECTED) from None
    place = settings.get("path") or f"{settings.get('host', 'localhost')}:{settings.get('port', 6379)}"
    return RedisAddress(str(place), settings)


def _watched(url: str) -> RedisAddress:
    """Read `redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/SERVICE/DB?sentinel_password=PASSWORD`."""
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    service, _, database = parts.path.removeprefix("/").partition("/")
    options = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
    if not hosts or not service or not options.keys() <= _ANSWERS.keys():
        raise ValueError
    user, _, password = login.partition(":")
    own = {"username": unquote(user), "password": unquote(password)}
    asking: dict[str, Any] = {_ANSWERS[name]: values[0] for name, values in options.items()}
    asking |= {"socket_timeout": SENTINEL_S, "socket_connect_timeout": SENTINEL_S}
    asking |= {"retry": Retry(NoBackoff(), 0), "ssl": parts.scheme.startswith("rediss")}
    places = [_host_and_port(each) for each in hosts.split(",")]
    sentinel: Sentinel = Sentinel(places, sentinel_kwargs=asking)  # type: ignore[no-untyped-call]  # as in redis
    settings = {
        "connection_class": _TO_PRIMARY[parts.scheme],
        "sentinel": sentinel,
        "service": unquote(service),
        "redis_connect_func": _confirm_primary,
        "db": int(database or 0),
        **{name: value for name, value in own.items() if value},
    }
    return RedisAddress(f"{service} of the Sentinels {hosts}", settings, sentinel)


def _host_and_port(text: str) -> tuple[str, int]:
    """Read `HOST`, `HOST:PORT` or `[IPV6]:PORT`; raises ValueError for anything else."""
    found = urlsplit(f"//{text}")
    if not found.hostname:
        raise ValueError
    return found.hostname, found.port or SENTINEL_PORT
