"""An archive in this process's memory, for tests and for servers that lose their tables when they stop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from server.store.archive.connection import Connection
from server.store.archive.sql_archive import SqlArchive, in_read_transaction
from server.store.archive.sqlite import SqliteConnection, migrate

T = TypeVar("T")


class _MemoryConnection(SqliteConnection):
    def __init__(self) -> None:
        super().__init__(Path(":memory:"))

    def bytes(self) -> int:
        [(size,)] = self.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        assert isinstance(size, int)
        return size

    def place(self) -> str:
        return f"memory {id(self)} of {os.getpid()}"


class _Memory:
    """A database of SQLite in memory: without threads, so that a test in virtual time may use it."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    async def write(self, work: Callable[[Connection], T], records: int = 1) -> T:
        await asyncio.sleep(0)
        try:
            self._connection.begin_write()
            result = work(self._connection)
            self._connection.commit()
        except BaseException:
            self._connection.rollback()
            raise
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        await asyncio.sleep(0)
        return in_read_transaction(self._connection, work)

    async def close(self) -> None:
        self._connection.close()


def archive_in_memory() -> SqlArchive:
    """Return an empty archive, which is lost when the process ends."""
    connection = _MemoryConnection()
    migrate(connection, "the memory")
    return SqlArchive(_Memory(connection))
