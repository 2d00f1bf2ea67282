"""The uploaded files and the tickets in Redis."""

from __future__ import annotations

import msgspec

from server.store.files_and_tickets import File, TicketKey
from server.store.redis_connection import RedisConnection, away


class RedisFilesAndTickets:
    """The uploaded files and the tickets in Redis."""

    def __init__(self, connection: RedisConnection) -> None:
        self._client = connection.client

    async def put_ticket(
        self, key: TicketKey, ticket: bytes, ttl_s: int | None = None, *, new: bool = False
    ) -> bool:
        ttl_s = key.kind.lifetime_s if ttl_s is None else ttl_s
        with away():
            return bool(await self._client.set(_ticket_key(key), ticket, ex=ttl_s, nx=new))

    async def ticket(self, key: TicketKey) -> bytes | None:
        with away():
            found: bytes | None = await self._client.get(_ticket_key(key))
            return found

    async def take_ticket(self, key: TicketKey) -> bytes | None:
        with away():
            # GETDEL is one step: of two requests at the same time, only one gets the ticket.
            taken: bytes | None = await self._client.getdel(_ticket_key(key))
            return taken

    async def put_file(self, sha: str, file: File, ttl_s: int) -> None:
        with away():
            await self._client.set(_file_key(sha), msgspec.msgpack.encode(file), ex=ttl_s)

    async def file(self, sha: str) -> File | None:
        with away():
            packed = await self._client.get(_file_key(sha))
        return None if packed is None else msgspec.msgpack.decode(packed, type=File)


def _ticket_key(key: TicketKey) -> str:
    return f"kibitz:ticket:{key}"


def _file_key(sha: str) -> str:
    return f"kibitz:file:{sha}"
