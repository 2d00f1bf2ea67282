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

    async def renew(self, player: str, token_hash: str, guest: bytes, ttl_s: int) -> None:
        with away():
            # XX: a token that another hub has removed just now must not come back.
            await self._client.set(_key(token_hash), guest, ex=ttl_s, xx=True)
            await self._client.expire(_list_key(player), ttl_s)

    async def find(self, token_hash: str) -> bytes | None:
        return await self._lookups.value(_key(token_hash))

    async def forget(self, player: str, token_hash: str) -> None:
        with away():
            await self._client.delete(_key(token_hash))
            await self._client.srem(_list_key(player), token_hash)

    async def list_token(self, player: str, token_hash: str, ttl_s: int) -> None:
        with away():
            await self._client.sadd(_list_key(player), token_hash)
            await self._client.expire(_list_key(player), ttl_s)

    async def tokens(self, player: str) -> frozenset[str]:
        with away():
            found = await self._client.smembers(_list_key(player))
            return frozenset(each.decode() for each in found)

    async def stop(self) -> None:
        """Cancel all lookups of guests that wait for an answer of Redis, and return when they have ended."""
        await self._lookups.stop()


def _key(token_hash: str) -> str:
    return f"kibitz:guest:{token_hash}"


def _list_key(player: str) -> str:
    return f"kibitz:tokens:{player}"
