"""Logs altered behind the stores, by the disk or by an older server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.store.memory import MemoryTables
from server.store.table_logs import Stored
from tests.store.keys import found_log_key
from tests.store.redis_server import RedisServer

Sealed = list[tuple[bytes, bytes | None]]
"""Entries, oldest first, each with the checksum beside it."""
Change = Callable[[Sealed], Sealed]


class Logs(Protocol):
    """Direct access to the logs of a store."""

    def read(self, table: str, deal: int) -> Sealed: ...

    def write(self, table: str, deal: int, log: Sealed) -> None: ...


class MemoryLogs:
    """The logs of tables in memory."""

    def __init__(self, tables: MemoryTables) -> None:
        self._memory = tables

    def read(self, table: str, deal: int) -> Sealed:
        stored = self._memory._tables[table]
        entries = stored.entries if stored.deal == deal else self._memory._earlier[table, deal]
        known = self._memory._checksums
        return [(entry, known.get((table, deal, index))) for index, entry in enumerate(entries, 1)]

    def write(self, table: str, deal: int, log: Sealed) -> None:
        stored, entries = self._memory._tables[table], tuple(entry for entry, _ in log)
        if stored.deal == deal:
            meta, owner, notes = stored.meta, stored.owner, stored.notes
            self._memory._tables[table] = Stored(meta, owner, deal, entries, notes)
        else:
            self._memory._earlier[table, deal] = entries
        for index, (_, checksum) in enumerate(log, 1):
            if checksum is None:
                self._memory._checksums.pop((table, deal, index), None)
            else:
                self._memory._checksums[table, deal, index] = checksum


class RedisLogs:
    """The streams of a redis-server."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def read(self, table: str, deal: int) -> Sealed:
        written = self._server.ask("XRANGE", found_log_key(self._server, table, deal), "-", "+")
        return [(fields[b"e"], fields.get(b"c")) for _, fields in written]

    def write(self, table: str, deal: int, log: Sealed) -> None:
        key = found_log_key(self._server, table, deal)
        for at, _ in self._server.ask("XRANGE", key, "-", "+"):
            self._server.ask("XDEL", key, at)
        self._server.ask("DEL", key)
        for index, (entry, checksum) in enumerate(log, 1):
            beside = () if checksum is None else ("c", checksum)
            self._server.ask("XADD", key, f"{index}-0", "e", entry, *beside)


def zeros(index: int, count: int = 40) -> Change:
    """Return the change that writes zero bytes into the middle of one entry."""

    def change(log: Sealed) -> Sealed:
        entry, checksum = log[index - 1]
        start = (len(entry) - count) // 2
        assert start >= 0 and any(entry[start : start + count]), "expected an entry that can be altered"
        altered = entry[:start] + bytes(count) + entry[start + count :]
        return [*log[: index - 1], (altered, checksum), *log[index:]]

    return change


def without_checksums(log: Sealed) -> Sealed:
    """Return the log as an older server wrote it, without checksums."""
    return [(entry, None) for entry, _ in log]
