"""The archive in a database: one thread that writes, and a few that read."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock, local
from typing import Protocol, TypeVar

from server.store.archive import statements
from server.store.archive.archive import GONE, ArchivedDeal, ArchivedTable, Row, Size
from server.store.archive.connection import Connect, Connection
from server.store.archive.writer import Writer

READERS = 3
PAGE = 50

T = TypeVar("T")


class Database(Protocol):
    """A database of the archive, which does pieces of work with a connection, each in a transaction."""

    async def write(self, work: Callable[[Connection], T], records: int = 1) -> T:
        """Do work that writes a number of records; it is safe on the disk when the method returns."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def close(self) -> None:
        """Finish the writes that have begun, and close all connections."""
        ...


class Threads:
    """The database to which `connect` makes connections: one thread writes, and a few threads read.

    Each thread keeps one connection, which it makes when it first needs one.
    """

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._writer = Writer(connect)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="archive-reader")
        self._own = local()
        self._made: list[Connection] = []
        self._making = Lock()

    async def write(self, work: Callable[[Connection], T], records: int = 1) -> T:
        return await asyncio.wrap_future(self._writer.do(work, records))

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._in_transaction, work)

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        return in_read_transaction(self._connection(), work)

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._connect()
            self._own.connection = connection
            with self._making:
                self._made.append(connection)
        return connection

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        for connection in self._made:
            connection.close()
        self._made.clear()


def in_read_transaction(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Return the result of work that only reads; it sees the state of one moment."""
    try:
        connection.begin_read()
        result = work(connection)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


class SqlArchive:
    """The archive (`Archive`) in a database of SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def place(self) -> str:
        return await self._database.read(lambda connection: connection.place())

    async def put(
        self, deals: Sequence[ArchivedDeal], tables: Sequence[ArchivedTable] = ()
    ) -> frozenset[tuple[str, int]]:
        def write(connection: Connection) -> frozenset[tuple[str, int]]:
            for table in tables:
                statements.put_table(connection, table)
            written = [deal for deal in deals if statements.put_deal(connection, deal)]
            return frozenset((deal.table, deal.deal) for deal in written)

        if not (deals or tables):
            return frozenset()
        return await self._database.write(write, len(deals) + len(tables))

    async def table(self, table: str) -> ArchivedTable | None:
        return await self._database.read(lambda connection: statements.table_of(connection, table))

    async def deal(self, table: str, deal: int) -> ArchivedDeal | None:
        return await self._database.read(lambda connection: statements.deal_of(connection, table, deal))

    async def deals_of(self, table: str) -> tuple[int, ...]:
        return await self._database.read(lambda connection: statements.deals_of(connection, table))

    async def by_player(
        self,
        player: str,
        *,
        before: str | None = None,
        limit: int = PAGE,
        game: str | None = None,
        since_ms: int | None = None,
        until_ms: int | None = None,
        open_only: bool = False,
    ) -> tuple[Row, ...]:
        return await self._database.read(
            lambda connection: statements.rows_of(
                connection, player, before, limit, game, since_ms, until_ms, open_only
            )
        )

    async def by_time(
        self,
        *,
        before: str | None = None,
        limit: int = PAGE,
        game: str | None = None,
        since_ms: int | None = None,
        until_ms: int | None = None,
    ) -> tuple[Row, ...]:
        return await self._database.read(
            lambda connection: statements.rows_of(
                connection, None, before, limit, game, since_ms, until_ms, False
            )
        )

    async def games_of(self, player: str) -> AsyncIterator[ArchivedDeal]:
        before = None
        while rows := await self.by_player(player, before=before):
            for row in rows:
                deal = await self.deal(row.table, row.deal)
                if deal is not None:
                    yield deal
            before = rows[-1].cursor

    async def forget_player(self, player: str) -> int:
        fresh = f"{GONE}{secrets.token_hex(8)}"
        return await self._database.write(
            lambda connection: statements.forget_player(connection, player, fresh)
        )

    async def pseudonyms(self, players: Sequence[str]) -> dict[str, str]:
        return await self._database.read(lambda connection: statements.pseudonyms(connection, players))

    async def forget_before(self, ms: int) -> int:
        removed = 0
        while some := await self._database.write(
            lambda connection: statements.forget_before(connection, ms), statements.AT_ONCE
        ):
            removed += some
        return removed

    async def size(self) -> Size:
        return await self._database.read(
            lambda connection: Size(*statements.numbers(connection), connection.bytes())
        )

    async def close(self) -> None:
        await self._database.close()
