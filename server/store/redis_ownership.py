"""The owners of tables, the heartbeats of hubs and the times of checks in Redis."""

from __future__ import annotations

from server.store import scripts
from server.store.packing import nonce_of, table_key
from server.store.redis_connection import RedisConnection, away
from server.store.redis_keys import DUE, HUBS, SECRET, hub_of, logs_prefix, tables_key


class RedisOwnership:
    """The owners of tables, the heartbeats of hubs, the times of checks and the secret, in Redis."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._client = connection.client

    async def claim(self, table: str, expected: str, token: str) -> bool:
        # Add the table to the new hub's list first and remove it from the earlier hub's list last, so that
        # after a crash in between at least one list names it.
        with away():
            await self._client.sadd(tables_key(hub_of(token)), table)
        arguments = (expected, token, nonce_of(token), logs_prefix(table))
        if not await self._connection.run(scripts.CLAIM, [table_key(table)], *arguments):
            return False
        if hub_of(expected) != hub_of(token):
            with away():
                await self._client.srem(tables_key(hub_of(expected)), table)
        return True

    async def beat(self, hub: str) -> None:
        with away():
            await self._connection.heart.eval(scripts.BEAT, 1, HUBS, hub)

    async def beat_age_ms(self, hub: str) -> int | None:
        age_ms: int | None = await self._connection.run(scripts.BEAT_AGE, [HUBS], hub)
        return age_ms

    async def set_due(self, table: str, due_ms: int | None) -> None:
        with away():
            if due_ms is None:
                await self._client.zrem(DUE, table)
            else:
                await self._client.zadd(DUE, {table: due_ms})

    async def set_due_where_none(self, due_ms: int) -> None:
        with away():
            for hub in await self._client.zrange(HUBS, 0, -1):
                for member in await self._client.smembers(tables_key(hub.decode())):
                    status = await self._client.hget(table_key(member.decode()), "status")
                    if status not in (None, b"closed"):
                        await self._client.zadd(DUE, {member: due_ms}, nx=True)

    async def due(self, now_ms: int, most: int) -> tuple[str, ...]:
        with away():
            come = await self._client.zrangebyscore(DUE, "-inf", now_ms, start=0, num=most)
            return tuple(table.decode() for table in come)

    async def secret(self, fresh: bytes) -> bytes:
        with away():
            # Servers that start on an empty store at the same time must agree on one secret: the first one is
            # kept.
            await self._client.set(SECRET, fresh, nx=True)
            kept: bytes = await self._client.get(SECRET)
            return kept

    async def forget_if_empty(self, hub: str) -> None:
        """Remove the data about a hub that owns no table and has sent no heartbeat for an hour."""
        age_ms = await self.beat_age_ms(hub)
        if age_ms is not None and age_ms > 3_600_000 and not await self._client.scard(tables_key(hub)):
            await self._client.zrem(HUBS, hub)
