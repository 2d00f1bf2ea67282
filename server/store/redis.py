"""The store in Redis: one server of version 6.2 or newer, or a cluster of such servers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.connection import AbstractConnection, BlockingConnectionPool, ConnectionPool
from redis.exceptions import RedisError

from server.errors import Altered, StoreError
from server.store import checksums, scripts
from server.store.appender import Address, Appender
from server.store.interface import Append, File, Meta, Noted, OnOutcome, Stored
from server.store.loading import until_loaded
from server.store.lookups import Lookups
from server.store.packing import (
    AppendCommand,
    LogWriter,
    NoteCommand,
    nonce_of,
    owned_log_key,
    packed_command,
    table_key,
)

HUBS = "kibitz:hubs"
SECRET = "kibitz:secret"
DUE = "kibitz:due"
"""The key of the sorted set of all tables with a next check, sorted by the time of this check."""
CONNECTIONS, WAIT_S = 32, 5.0
"""The largest number of connections for commands other than appends, and the longest wait for one of them."""


class StoreAway(OSError):
    """The error that Redis does not answer, or answers with an error."""


@contextlib.contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except (RedisError, TimeoutError) as error:
        raise StoreAway(str(error)) from error


def notes_key(table: str, deal: int) -> str:
    """Return the key of the hash with the notes on one deal, by card and player."""
    return f"{_notes(table)}{deal}"


def _logs(table: str) -> str:
    """Return the beginning of the keys of a table's logs."""
    return f"{table_key(table)}:log:"


def _notes(table: str) -> str:
    """Return the beginning of the keys of a table's notes."""
    return f"{table_key(table)}:notes:"


def _hub_key(hub: str) -> str:
    return f"kibitz:hub:{hub}:tables"


def _guest_key(token_hash: str) -> str:
    return f"kibitz:guest:{token_hash}"


def _hub_of(token: str) -> str:
    return token.partition(":")[0]


class RedisStore:
    """The store in Redis; call `connect` to make one.

    `durability` says when Redis writes entries to disk: `always`, `second`, `none` or `unknown`.
    """

    def __init__(self, url: str, client: Any, durability: str) -> None:
        self.durability = durability
        self._client = client
        # Heartbeats have a connection of their own: a hub must not hold because many reads wait.
        cluster = isinstance(client, RedisCluster)
        self._heart: Any = client if cluster else Redis.from_pool(_waiting_pool(url, 1))
        nodes = partial(_nodes, client) if isinstance(client, RedisCluster) else None
        self._appender = Appender(partial(_connection, url), nodes)
        self._guests = Lookups(self._read_guests)

    @classmethod
    async def connect(cls, url: str) -> RedisStore:
        """Connect to a `redis://`, `rediss://` or `unix://` URL and return when Redis has loaded its data.

        Raises OSError if no Redis answers.
        """
        with _away():
            single = Redis.from_pool(_waiting_pool(url, CONNECTIONS))
            await until_loaded("Redis", lambda: single.info("persistence"))
            about = await single.info("cluster")
            durability = await _durability(single)
            client: Any = single
            if about.get("cluster_enabled"):
                await single.aclose()
                client = await _loaded_cluster(url)
            store = cls(url, client, durability)
            store._appender.connect()
            return store

    def append(self, append: Append, done: OnOutcome) -> None:
        writer = append.log.kept
        if not isinstance(writer, LogWriter):
            writer = append.log.kept = LogWriter(append.log)
        self._appender.put(AppendCommand(append, writer, done))

    def note(self, table: str, token: str, noted: Noted, done: OnOutcome) -> None:
        field, keys = f"{noted.card} {noted.player}", (table_key(table), notes_key(table, noted.deal))
        parts = (b"EVAL", scripts.NOTE, b"2", *keys, token, field, noted.text)
        self._appender.put(NoteCommand(table, packed_command(parts), done))

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        with _away():
            return _noted(deal, await self._client.hgetall(notes_key(table, deal)))

    async def _run(self, script: str, keys: list[str], *arguments: Any) -> Any:
        with _away():
            return await self._client.eval(script, len(keys), *keys, *arguments)

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        with _away():
            await self._client.sadd(_hub_key(_hub_of(token)), table)
        fields = _fields(meta)
        fields[b"checksum"] = checksums.of_fields(table, fields)
        pairs = (part for pair in fields.items() for part in pair)
        keys = [table_key(table), owned_log_key(table, 0, token)]
        checksum = checksums.of_entry(table, 0, 1, base)
        return bool(await self._run(scripts.CREATE, keys, token, base, checksum, *pairs))

    async def load(self, table: str) -> Stored | None:
        found = await self._run(scripts.LOAD, [table_key(table)], _logs(table), _notes(table))
        if not found:
            return None
        pairs, written, notes, later, end = found
        fields = _paired(pairs)
        checksums.check_fields(table, fields)
        try:
            present = fields[b"log"] if b"log" in fields else fields[b"deal"]
            deal, owner = int(present.partition(b":")[0]), fields[b"owner"].decode()
            noted = _noted(deal, _paired(notes))
        except (KeyError, ValueError) as error:
            raise StoreError(
                f"table {table}: expected a hash with a deal, an owner and valid notes: {error!r}"
            ) from error
        if later:
            raise Altered(
                f"table {table}: its hash names deal {deal} as the last deal, but deal {deal + 1} has a log"
            )
        if not written and b"log" in fields:
            raise Altered(f"table {table}: its hash names the log {end!r:.80}, which does not exist")
        entries = _entries(table, deal, map(_paired, written))
        return Stored(meta=_meta(table, fields), owner=owner, deal=deal, entries=entries, notes=noted)

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        written = await self._run(scripts.LOAD_DEAL, [table_key(table)], _logs(table), deal)
        return _entries(table, deal, map(_paired, written))

    async def claim(self, table: str, expected: str, token: str) -> bool:
        with _away():
            await self._client.sadd(_hub_key(_hub_of(token)), table)
        arguments = (expected, token, nonce_of(token), _logs(table))
        if not await self._run(scripts.CLAIM, [table_key(table)], *arguments):
            return False
        if _hub_of(expected) != _hub_of(token):
            with _away():
                await self._client.srem(_hub_key(_hub_of(expected)), table)
        return True

    async def tables(self) -> tuple[str, ...]:
        found: set[str] = set()
        with _away():
            for hub in await self._client.zrange(HUBS, 0, -1):
                for member in await self._client.smembers(_hub_key(hub.decode())):
                    table = member.decode()
                    status = await self._client.hget(table_key(table), "status")
                    if status == b"open":
                        found.add(table)
                    elif status == b"closed":
                        await self._client.srem(_hub_key(hub.decode()), table)
                await self._forget_if_empty(hub.decode())
        return tuple(sorted(found))

    async def set_due(self, table: str, due_ms: int | None) -> None:
        with _away():
            if due_ms is None:
                await self._client.zrem(DUE, table)
            else:
                await self._client.zadd(DUE, {table: due_ms})

    async def set_due_where_none(self, due_ms: int) -> None:
        with _away():
            for hub in await self._client.zrange(HUBS, 0, -1):
                for member in await self._client.smembers(_hub_key(hub.decode())):
                    status = await self._client.hget(table_key(member.decode()), "status")
                    if status not in (None, b"closed"):
                        await self._client.zadd(DUE, {member: due_ms}, nx=True)

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        with _away():
            come = await self._client.zrangebyscore(DUE, "-inf", now_ms, start=0, num=most)
            return tuple(table.decode() for table in come)

    async def remove(self, table: str, token: str) -> bool:
        with _away():
            await self._client.zrem(DUE, table)
        if not await self._run(scripts.REMOVE, [table_key(table)], token, _logs(table), _notes(table)):
            return False
        with _away():
            await self._client.srem(_hub_key(_hub_of(token)), table)
        return True

    async def about(self, table: str) -> tuple[str, str] | None:
        with _away():
            game, name = await self._client.hmget(table_key(table), "game", "name")
        return None if game is None else (game.decode(errors="replace"), name.decode(errors="replace"))

    async def _forget_if_empty(self, hub: str) -> None:
        age_ms = await self.beat_age_ms(hub)
        if age_ms is not None and age_ms > 3_600_000 and not await self._client.scard(_hub_key(hub)):
            await self._client.zrem(HUBS, hub)

    async def beat(self, hub: str) -> None:
        with _away():
            await self._heart.eval(scripts.BEAT, 1, HUBS, hub)

    async def beat_age_ms(self, hub: str) -> int | None:
        age_ms: int | None = await self._run(scripts.BEAT_AGE, [HUBS], hub)
        return age_ms

    async def secret(self, fresh: bytes) -> bytes:
        with _away():
            await self._client.set(SECRET, fresh, nx=True)
            kept: bytes = await self._client.get(SECRET)
            return kept

    async def put_guest(self, token_hash: str, guest: bytes, ttl_s: int) -> None:
        with _away():
            await self._client.set(_guest_key(token_hash), guest, ex=ttl_s)

    async def guest(self, token_hash: str) -> bytes | None:
        return await self._guests.value(_guest_key(token_hash))

    async def _read_guests(self, keys: list[str]) -> list[bytes | None]:
        with _away():
            if isinstance(self._client, RedisCluster):
                # The keys are in different slots of the cluster, so one command cannot read all of them.
                return list(await self._client.mget_nonatomic(keys))
            return list(await self._client.mget(keys))

    async def forget_guest(self, token_hash: str) -> None:
        with _away():
            await self._client.delete(_guest_key(token_hash))

    async def put_ticket(self, key: str, ticket: bytes, ttl_s: int, *, new: bool = False) -> bool:
        with _away():
            return bool(await self._client.set(f"kibitz:ticket:{key}", ticket, ex=ttl_s, nx=new))

    async def ticket(self, key: str) -> bytes | None:
        with _away():
            found: bytes | None = await self._client.get(f"kibitz:ticket:{key}")
            return found

    async def take_ticket(self, key: str) -> bytes | None:
        with _away():
            taken: bytes | None = await self._client.getdel(f"kibitz:ticket:{key}")
            return taken

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        with _away():
            await self._client.set(f"kibitz:file:{sha}", msgspec.msgpack.encode(file), ex=ttl_s)

    async def file(self, sha: str) -> File | None:
        with _away():
            packed = await self._client.get(f"kibitz:file:{sha}")
        return None if packed is None else msgspec.msgpack.decode(packed, type=File)

    async def close(self) -> None:
        self._guests.stop()
        await self._appender.close()
        await self._heart.aclose()
        await self._client.aclose()


def _waiting_pool(url: str, connections: int) -> BlockingConnectionPool:
    """Return a pool in which a command waits while all connections are busy, instead of failing at once."""
    return BlockingConnectionPool.from_url(
        url, max_connections=connections, timeout=WAIT_S, socket_timeout=5, socket_connect_timeout=2
    )


async def _loaded_cluster(url: str) -> RedisCluster:
    """Connect to a cluster and return when each of its primaries has loaded its data."""
    cluster = await RedisCluster.from_url(url, socket_timeout=5).initialize()
    for node in cluster.get_primaries():
        ask = partial(cluster.info, "persistence", target_nodes=node)
        await until_loaded(f"Redis at {node.host}:{node.port}", ask)
    return cluster


async def _durability(client: Redis) -> str:
    """Return the time at which Redis writes entries to disk, as `welcome` names it, such as `always`."""
    try:
        config = await client.config_get("append*")
    except RedisError:
        return "unknown"
    if config.get("appendonly") != "yes":
        return "none"
    return {"always": "always", "everysec": "second"}.get(str(config.get("appendfsync")), "none")


def _nodes(client: RedisCluster) -> list[Address]:
    """Return the known addresses of a cluster's primary servers."""
    return [(str(node.host), int(node.port)) for node in client.get_primaries()]


def _connection(url: str, address: Address) -> AbstractConnection:
    """Return a connection for appends to the server of the URL, or to the cluster's node at `address`.

    `_Lane` limits the wait for answers, and reads the replies of version 2 of the Redis protocol.
    """
    pool = ConnectionPool.from_url(url, socket_connect_timeout=2, socket_timeout=None)
    pool.connection_kwargs["protocol"] = 2
    if address is not None:
        pool.connection_kwargs.update(host=address[0], port=address[1])
    return pool.connection_class(**pool.connection_kwargs)


def _fields(meta: Meta) -> dict[bytes, bytes]:
    """Return the data about a table as fields of its hash in Redis; `_meta` does the reverse."""
    values = ((name, getattr(meta, name)) for name in meta.__struct_fields__)
    return {
        name.encode(): value if isinstance(value, bytes) else str(value).encode()
        for name, value in values
        if value is not None
    }


def _paired(flat: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _entries(table: str, deal: int, written: Iterable[Mapping[bytes, bytes]]) -> tuple[bytes, ...]:
    """Return the entries of a deal's log, read from the Redis stream `written`.

    Raises Altered if an entry has wrong fields or does not match its checksum.
    """
    pairs = []
    for index, fields in enumerate(written, 1):
        if fields.keys() != {b"e"} and not fields.keys() >= {b"e", b"c"}:
            raise Altered(
                f"table {table}, deal {deal}, entry {index}: expected the fields e (entry) and c (checksum)"
            )
        pairs.append((fields[b"e"], fields.get(b"c")))
    return checksums.check_log(table, deal, pairs)


def _meta(table: str, fields: dict[bytes, bytes]) -> Meta:
    try:
        return Meta(
            game=fields[b"game"].decode(),
            revision=int(fields[b"revision"]),
            name=fields[b"name"].decode(),
            host=fields[b"host"].decode(),
            created_ms=int(fields[b"created_ms"]),
            options=fields[b"options"],
            boards=fields.get(b"boards"),
            status=fields[b"status"].decode(),
            match=fields.get(b"match"),
        )
    except (KeyError, ValueError) as error:
        raise StoreError(f"table {table}: expected a hash with all fields of a table: {error!r}") from error


def _noted(deal: int, fields: dict[bytes, bytes]) -> tuple[Noted, ...]:
    notes = []
    for field, text in fields.items():
        card, _, player = field.decode().partition(" ")
        notes.append(Noted(deal, player, int(card), text.decode()))
    return tuple(sorted(notes, key=lambda noted: (noted.card, noted.player)))
