"""The guests in Redis."""

from __future__ import annotations

from server.store.lookups import Lookups
from server.store.redis_connection import RedisConnection, away


class RedisGuests:
    """The stored guests in Redis; lookups of many guests at the same time share commands."""

    def __init__(self, connection: RedisConnection) -> None:
        self._client = connection.client
        self._lookups = Lookups(connection.values)

    async def put(self, token_hash: str, guest: bytes, ttl_s: int) -> None:
        with away():
            await self._client.set(_key(token_hash), guest, ex=ttl_s)

    async def find(self, token_hash: str) -> bytes | None:
        return await self._lookups.value(_key(token_hash))

    async def forget(self, token_hash: str) -> None:
        with away():
            await self._client.delete(_key(token_hash))

    def stop(self) -> None:
        """Cancel all lookups of guests that wait for an answer of Redis."""
        self._lookups.stop()


def _key(token_hash: str) -> str:
    return f"kibitz:guest:{token_hash}"
