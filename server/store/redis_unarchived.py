"""The list of tables of which the archive may lack something, in Redis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.store import scripts
from server.store.packing import table_key
from server.store.redis_connection import RedisConnection, away
from server.store.redis_keys import UNARCHIVED, logs_prefix
from server.store.unarchived import Listed, position_of

AT_ONCE = 500
"""The number of keys that Redis looks at in one step of a search, so that it serves other commands soon."""
_BEGIN, _END = (part.encode() for part in table_key("\0").split("\0"))


class RedisUnarchived:
    """The list of tables of which the archive may lack something: a sorted set, by position."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._client = connection.client

    async def find_all(self) -> int:
        added, found = 0, dict[bytes, int]()
        with away():
            async for key in self._connection.hashes(table_key("*"), AT_ONCE):
                found[key.removeprefix(_BEGIN).removesuffix(_END)] = 0
                if len(found) >= AT_ONCE:
                    added += await self._client.zadd(UNARCHIVED, found, nx=True)
                    found = {}
            if found:
                added += await self._client.zadd(UNARCHIVED, found, nx=True)
        return added

    async def page(self, cursor: int = 0) -> tuple[int, tuple[str, ...]]:
        with away():
            following, pairs = await self._client.zscan(UNARCHIVED, cursor, count=AT_ONCE)
        return int(following), tuple(table.decode() for table, _ in pairs)

    async def look(self, tables: Sequence[str]) -> list[Listed]:
        asked: list[tuple[Any, ...]] = [("ZSCORE", UNARCHIVED, table) for table in tables]
        asked += [("EVAL", scripts.POSITION, 1, table_key(table), logs_prefix(table)) for table in tables]
        answers = await self._connection.run_many(asked)
        looks = zip(tables, answers[: len(tables)], answers[len(tables) :], strict=True)
        return [_listed(table, score, found) for table, score, found in looks]

    async def note_read(self, table: str, expected: int | None, read: int | None) -> bool:
        arguments = ("" if position is None else str(position) for position in (expected, read))
        return bool(await self._connection.run(scripts.NOTE_ARCHIVED, [UNARCHIVED], table, *arguments))


def _listed(table: str, score: bytes | float | None, found: Any) -> Listed:
    read = None if score is None else int(float(score))
    if not found:
        return Listed(table, read, None)
    deal, length, status = found
    return Listed(table, read, position_of(int(deal), int(length)), status == b"closed")
