"""The operators' measures and the audit log in Redis."""

from __future__ import annotations

from collections.abc import Mapping

from server.store.measures_and_audit import AUDITED
from server.store.redis_connection import RedisConnection, away

MEASURES = "kibitz:measures"
VERSION = "kibitz:measures:version"
AUDIT = "kibitz:audit"
READS = "kibitz:audit:reads"


class RedisMeasuresAndAudit:
    """The operators' measures in a hash, and the audit log in two streams of bounded length."""

    def __init__(self, connection: RedisConnection) -> None:
        self._client = connection.client

    async def put_measure(self, key: str, measure: bytes) -> None:
        with away():
            await self._client.hset(MEASURES, key, measure)
            # After the change: a hub that reads the number and then the measures misses no change for good.
            await self._client.incr(VERSION)

    async def remove_measure(self, key: str) -> bool:
        with away():
            removed = await self._client.hdel(MEASURES, key)
            await self._client.incr(VERSION)
            return bool(removed)

    async def measures(self) -> Mapping[str, bytes]:
        with away():
            found: dict[bytes, bytes] = await self._client.hgetall(MEASURES)
        return {key.decode(): measure for key, measure in found.items()}

    async def measures_version(self) -> int:
        with away():
            return int(await self._client.get(VERSION) or 0)

    async def audit(self, record: bytes, *, read: bool = False) -> None:
        with away():
            await self._client.xadd(_key(read), {"record": record}, maxlen=AUDITED, approximate=True)

    async def audited(self, most: int, *, read: bool = False) -> tuple[bytes, ...]:
        with away():
            found = await self._client.xrevrange(_key(read), count=most)
        return tuple(fields[b"record"] for _, fields in found)


def _key(read: bool) -> str:
    return READS if read else AUDIT
