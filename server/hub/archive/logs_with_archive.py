"""The logs of tables of which the archive keeps the earlier deals, so that readers find every deal."""

from __future__ import annotations

from collections.abc import Sequence

from server.errors import StoreError
from server.hub.archived import entries_of, notes_of
from server.store.archive.archive import Archive as DealArchive
from server.store.table_logs import ArchivedLog, Meta, Noted, Stored, TableLogs


class LogsWithArchive:
    """The logs of tables in a store, and those that have left the store for the archive.

    A deal that the store does not have is read from the archive; everything else is the store's. Besides the
    errors of `TableLogs`, the methods `load_deal` and `notes` raise an error of msgspec for a record that is
    not valid.
    """

    def __init__(self, logs: TableLogs, archive: DealArchive) -> None:
        self.durability = logs.durability
        self._logs = logs
        self._archive = archive
        # Each card calls `append`: a method that only calls another one would cost time.
        self.append = logs.append
        self.note = logs.note

    async def load_deal(self, table: str, deal: int) -> tuple[bytes, ...]:
        entries = await self._logs.load_deal(table, deal)
        if entries:
            return entries
        record = await self._archive.deal(table, deal)
        return () if record is None else entries_of(record)

    async def notes(self, table: str, deal: int) -> tuple[Noted, ...]:
        noted = await self._logs.notes(table, deal)
        # The store has the last word on a deal that it has: a note in the archive may have been removed.
        if noted or await self._logs.load_deal(table, deal):
            return noted
        record = await self._archive.deal(table, deal)
        return () if record is None else notes_of(record)

    async def create(self, table: str, meta: Meta, token: str, base: bytes) -> bool:
        return await self._logs.create(table, meta, token, base)

    async def load(self, table: str) -> Stored | None:
        return await self._logs.load(table)

    async def load_many(self, tables: Sequence[str]) -> list[Stored | StoreError | None]:
        return await self._logs.load_many(tables)

    async def deals(self, table: str) -> tuple[int, ...]:
        return await self._logs.deals(table)

    async def drop_deals(self, table: str, archived: Sequence[ArchivedLog]) -> int:
        return await self._logs.drop_deals(table, archived)

    async def drop_table(self, table: str, owner: str, archived: ArchivedLog) -> bool:
        return await self._logs.drop_table(table, owner, archived)

    async def tables(self) -> tuple[str, ...]:
        return await self._logs.tables()

    async def about(self, table: str) -> tuple[str, str] | None:
        return await self._logs.about(table)

    async def remove(self, table: str, token: str) -> bool:
        return await self._logs.remove(table, token)
