"""The connection to Redis that the five stores share.

The Redis is one server of version 6.2 or newer, a primary that Sentinel watches, or a cluster.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection, BlockingConnectionPool, Connection
from redis.exceptions import (
    AskError,
    AuthenticationError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

from server.store.appender import Address, Appender
from server.store.durability import (
    PATTERN,
    Demand,
    Safety,
    UnsafeRedis,
    faults,
    least,
    read_safety,
)
from server.store.loading import until_loaded
from server.store.redis_address import RedisAddress, redis_address
from server.store.redis_bus import RedisBus

log = logging.getLogger("kibitz.store")

AT_ONCE = 100
"""The largest number of commands that are sent before their answers are read."""
CONNECTIONS, WAIT_S = 32, 5.0
"""The largest number of connections for commands other than appends, and the longest wait (s) for a free
connection.
"""
CLOSE_S = 3.0
"""The longest wait (s) for commands that fail because the connections close; connecting takes 2 s at most."""


class StoreAway(OSError):
    """The error when Redis does not answer a command, or answers it with an error."""


@cache
def _sha(script: str) -> str:
    return hashlib.sha1(script.encode()).hexdigest()


@contextlib.contextmanager
def away() -> Iterator[None]:
    """In a `with` block, replace each error of the Redis library by StoreAway."""
    try:
        yield
    except (RedisError, TimeoutError) as error:
        raise StoreAway(str(error)) from error


class _Pool(BlockingConnectionPool):
    """A pool in which a command waits while all connections are busy, instead of failing at once.

    Once the pool is closed, no command opens a connection: the pool of the Redis library opens new ones for
    commands that come later, and one that is being made while the pool is closed stays open.
    """

    _closed = False

    async def ensure_connection(self, connection: AbstractConnection) -> None:
        self._check_open()
        try:
            await super().ensure_connection(connection)
        except Exception:
            # If it is closed while it is made, the library fails with any error, such as an AttributeError.
            self._check_open()
            raise
        if self._closed:
            await connection.disconnect(nowait=True)
        self._check_open()

    def _check_open(self) -> None:
        if self._closed:
            raise RedisError("expected an open connection to Redis, this server has closed it")

    async def aclose(self) -> None:
        """Close all connections, and return when the commands that used them have failed."""
        self._closed = True
        await super().aclose()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S), self._condition:
                await self._condition.wait_for(lambda: not self._in_use_connections)


class Cluster(RedisCluster):
    """A client of a Redis cluster, also of keys that the cluster is moving from one server to another."""

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        if "target_nodes" not in kwargs and len(args) > 1:
            with contextlib.suppress(RedisError, OSError):
                return await self._follow(args, kwargs)
        return await super().execute_command(*args, **kwargs)

    async def _follow(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Send a command with one key to the server that has the key, even while the key is moved there.

        Raises RedisError or OSError if the library itself must deal with the command.
        """
        await self.initialize()
        node = self.get_node_from_key(args[3] if args[0] == "EVAL" else args[1])
        if node is None:
            raise RedisError(f"expected a key that a server of the cluster has, got the command {args[0]}")
        try:
            return await node.execute_command(*args, **kwargs)
        except AskError as moving:
            host, port = str(moving.host), int(moving.port)
        there = self.get_node(host, port)
        # The client knows no server that has had no slot yet, such as one that an operator has just added.
        settings: dict[str, Any] = self.get_connection_kwargs()
        new = ClusterNode(host, port, **settings) if there is None else None
        # Redis demands ASKING before the command on the same connection. In its place redis-py 8 takes two
        # connections of its pool, so that the command fails while more than one is free.
        pipeline = self.pipeline()
        pipeline.execute_command("ASKING", target_nodes=there or new)
        pipeline.execute_command(*args, target_nodes=there or new, **kwargs)
        try:
            return (await pipeline.execute(allow_redirections=False))[1]
        finally:
            if new is not None:
                await new.disconnect()


class RedisConnection:
    """The connection to Redis; call `connect` to make one.

    `durability` says how often Redis writes log entries to the disk: `always` (at once), each `second`,
    `none` (less often) or `unknown`. `client` sends commands; `heart` sends only heartbeats. `clustered` is
    True for a cluster.
    """

    def __init__(self, url: str, address: RedisAddress, client: Any, durability: str) -> None:
        self.durability = durability
        self.client = client
        self._address = address
        self.clustered = isinstance(client, RedisCluster)
        # Heartbeats have a connection of their own: a hub must not hold because many reads wait.
        self.heart: Any = _cluster(url) if self.clustered else Redis.from_pool(_pool(address, 1))

    @classmethod
    async def connect(cls, url: str, demand: Demand | None = None) -> RedisConnection:
        """Connect to the Redis at an address (see `redis_address`); return when Redis has loaded its data.

        Raises OSError if no Redis answers, ValueError for a URL of another kind, and UnsafeRedis if Redis
        does less than `demand` for the safety of the games. If Redis forbids CONFIG GET, a warning is only
        logged.
        """
        address = redis_address(url)
        place = address.place
        with away(), _authenticated():
            single = Redis.from_pool(_pool(address, CONNECTIONS))
            client: Any = single
            try:
                await until_loaded("Redis", lambda: single.info("persistence"))
                about = await single.info()
                if about.get("cluster_enabled"):
                    if address.sentinel is not None:
                        raise ValueError(f"expected no cluster: Sentinel watches single servers ({place})")
                    await single.aclose()
                    client = await _loaded_cluster(url)
                    safeties = {
                        f"{node.host}:{node.port}": await _safety(client, target_nodes=node)
                        for node in client.get_primaries()
                    }
                else:
                    if about.get("role") == "slave":
                        raise ValueError(
                            f"expected the primary, got a replica at {place}, which takes no writes"
                        )
                    safeties = {place: await _safety(single)}
                if demand is not None:
                    _check(safeties, demand)
            except BaseException:
                await client.aclose()
                await address.close()
                raise
            return cls(url, address, client, least([safety.level for safety in safeties.values()]))

    async def run(self, script: str, keys: list[str], *arguments: Any) -> Any:
        """Run a Lua script in Redis and return its result."""
        with away():
            return await self.client.eval(script, len(keys), *keys, *arguments)

    def call(self, script: str, place: int) -> tuple[str, str]:
        """Return the beginning of a call of a script that is the command number `place` for `run_many`.

        All commands from number 0 on must call the same script.
        """
        # A call by the hash of the script is a fifth as long, so that Redis reads more calls before it writes
        # to the disk: 2,000 claims take half of the time. The first of the commands that are sent at once
        # makes the hash known, but in a cluster the commands go to several servers.
        if self.clustered or place % AT_ONCE == 0:
            return "EVAL", script
        return "EVALSHA", _sha(script)

    async def run_many(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """Send many commands to Redis without waiting for each answer; return the results in their order."""
        results = []
        with away():
            for first in range(0, len(commands), AT_ONCE):
                pipeline = self.client.pipeline(transaction=False)
                for command in commands[first : first + AT_ONCE]:
                    pipeline.execute_command(*command)
                results += await pipeline.execute()
        return results

    async def values(self, keys: list[str]) -> list[bytes | None]:
        """Return the values of many keys, with None for a missing key."""
        with away():
            if self.clustered:
                # The keys are in different slots of the cluster, so one command cannot read all of them.
                return list(await self.client.mget_nonatomic(keys))
            return list(await self.client.mget(keys))

    async def hashes(self, pattern: str, at_once: int) -> AsyncIterator[bytes]:
        """Yield the keys of all hashes that match a pattern; Redis looks at `at_once` keys in each step."""
        # In a cluster each primary is searched; otherwise the client takes no such argument.
        nodes: dict[str, Any] = {"target_nodes": RedisCluster.PRIMARIES} if self.clustered else {}
        async for key in self.client.scan_iter(match=pattern, count=at_once, _type="hash", **nodes):
            yield key

    def appender(self) -> Appender:
        """Return a sender of log entries, which makes connections of its own."""
        nodes = partial(_nodes, self.client) if self.clustered else None
        return Appender(partial(_connection, self._address), nodes)

    def bus(self) -> RedisBus:
        """Return the bus between hubs, which makes connections of its own."""
        connect = partial(_connection, self._address)
        if not self.clustered:
            return RedisBus(connect)
        return RedisBus(connect, partial(_nodes, self.client), partial(_home, self.client))

    async def close(self) -> None:
        """Close the connections of `heart` and of `client`, and those to the Sentinels."""
        await self.heart.aclose()
        await self.client.aclose()
        await self._address.close()


def _pool(address: RedisAddress, connections: int) -> _Pool:
    limits = {"socket_timeout": 5, "socket_connect_timeout": 2}
    return _Pool(connections, WAIT_S, **limits | address.settings)


@contextlib.contextmanager
def _authenticated() -> Iterator[None]:
    """Raise StoreAway with a remedy in place of an error of Redis about the user or the password.

    The text of Redis alone would not help: a Redis with a password answers a connection without one with a
    text about the command HELLO, which the client library sends first.
    """
    try:
        yield
    except RedisError as error:
        if not isinstance(error.__cause__ or error, AuthenticationError):
            raise
        raise StoreAway(
            "it refuses the user or the password of the address, or the address has none: an address with"
            f" both has the form redis://USER:PASSWORD@HOST:6379 ({error})"
        ) from error


def _cluster(url: str) -> RedisCluster:
    return Cluster.from_url(url, socket_timeout=5)


async def _loaded_cluster(url: str) -> RedisCluster:
    """Connect to a Redis cluster and return when each of its primary servers has loaded its data."""
    cluster = _cluster(url)
    await cluster.initialize()
    for node in cluster.get_primaries():
        ask = partial(cluster.info, "persistence", target_nodes=node)
        await until_loaded(f"Redis at {node.host}:{node.port}", ask)
    return cluster


async def _safety(client: Any, **node: Any) -> Safety:
    """Return the settings of a Redis server that decide whether it can lose data.

    The keyword argument `node` names a server of a Redis cluster.
    """
    config = None
    with contextlib.suppress(ResponseError):  # CONFIG is forbidden, or has another name.
        config = await client.config_get(PATTERN, **node)
    return read_safety(await client.info(**node), config)


def _check(safeties: Mapping[str, Safety], demand: Demand) -> None:
    """Raise UnsafeRedis, or log a warning, if a Redis server does less than `demand` to keep its data.

    The dict `safeties` has the settings of each Redis server by its address.
    """
    for place, safety in safeties.items():
        found = "; ".join(faults(safety, demand.fsync))
        if safety.appendfsync is None:
            log.warning(
                "the Redis at %s does not tell its appendfsync (CONFIG GET is forbidden or unknown): it could"
                " lose acknowledged actions if it writes to the disk less often than KIBITZ_DURABILITY=%s"
                " says%s",
                *(place, demand.fsync, f"; {found}" if found else ""),
            )
        elif found and demand.allow_loss:
            log.warning("the Redis at %s could lose acknowledged actions: %s", place, found)
        elif found:
            raise UnsafeRedis(
                f"the Redis at {place} could lose acknowledged actions: {found};"
                " or set KIBITZ_ALLOW_LOSS=yes to start anyway"
            )


def _nodes(client: RedisCluster) -> list[Address]:
    """Return the known addresses of a Redis cluster's primary servers."""
    return [(str(node.host), int(node.port)) for node in client.get_primaries()]


def _home(client: RedisCluster, channel: str) -> Address:
    """Return the address of the cluster's primary server that had the slot of a channel when last asked."""
    with contextlib.suppress(RedisClusterException):
        node = client.get_node_from_key(channel)
        if node is not None:
            return str(node.host), int(node.port)
    return None


def _connection(redis: RedisAddress, node: Address) -> AbstractConnection:
    """Return a connection for appends or the bus, to the server of the address or to a cluster's node.

    Its user limits the wait for answers of Redis, and reads only replies of version 2 of the Redis protocol.
    """
    settings = {"socket_connect_timeout": 2, **redis.settings, "socket_timeout": None, "protocol": 2}
    if node is not None:
        settings.update(host=node[0], port=node[1])
    connection: AbstractConnection = settings.pop("connection_class", Connection)(**settings)
    return connection
