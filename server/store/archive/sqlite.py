"""The archive's database in a file of SQLite, for the hubs of one host."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from server.errors import Altered
from server.store.archive.connection import ArchiveAway, Rows, Value, migrations, pending

BUSY_S = 5.0
"""The time for which a writer waits for the writer of another process."""
KERNEL = Path("/proc/sys/kernel/random/boot_id")
"""The file of Linux with a random word that is the same for all containers of a host, until it starts again.
"""
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class SqliteConnection:
    """A connection to the file of the archive.

    Write-ahead logging lets readers read while a writer writes; each commit waits for the disk. What a
    statement deletes is overwritten with zeros, so that the file keeps no id of a forgotten player.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._errors():
            self._database = sqlite3.connect(
                path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )
            self._use_write_ahead_log()
            for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
                self._database.execute(f"PRAGMA {pragma}")

    def execute(self, sql: str, values: Sequence[Value] = ()) -> Rows:
        with self._errors():
            return self._database.execute(sql, values).fetchall()

    def begin_write(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def begin_read(self) -> None:
        self.execute("BEGIN")

    def commit(self) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        if self._database.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")

    def bytes(self) -> int:
        wal = self._path.with_name(f"{self._path.name}-wal")
        return sum(path.stat().st_size for path in (self._path, wal) if path.exists())

    def place(self) -> str:
        # Two containers of one host may share a file, although their host names differ.
        host = KERNEL.read_text().strip() if KERNEL.exists() else socket.gethostname()
        file = self._path.stat()
        return f"sqlite {host} {file.st_dev}:{file.st_ino}"

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._database.close()

    def _use_write_ahead_log(self) -> None:
        # SQLite does not wait for this lock by itself when two processes open a new file at once.
        end = time.monotonic() + BUSY_S
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.02)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED:
                raise Altered(f"archive: the file {self._path.name} is damaged") from error
            if isinstance(error, sqlite3.OperationalError):
                raise ArchiveAway(f"archive: {self._path.name}: {error}") from error
            raise


def connect_to_sqlite(path: Path) -> SqliteConnection:
    """Return a connection to the archive in a file, which is made if it is not there."""
    return SqliteConnection(path)


def migrate_sqlite(path: Path) -> None:
    """Bring the archive in a file to the present version, each migration in a transaction of its own.

    Raises StoreError for a file of a later version, and ArchiveAway if the file cannot be opened.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The records have every hand: only the user of the server may read them.
    path.touch(mode=0o600)
    connection = SqliteConnection(path)
    try:
        migrate(connection, path.name)
    finally:
        connection.rollback()
        connection.close()


def migrate(connection: SqliteConnection, place: str) -> None:
    """Bring an archive to the present version; `place` names it in the text of an error."""
    for number, statements in pending(migrations("sqlite_migrations"), _version(connection), place):
        connection.begin_write()
        # Another process may have migrated the file since.
        if _version(connection) < number:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.commit()


def _version(connection: SqliteConnection) -> int:
    [(version,)] = connection.execute("PRAGMA user_version")
    assert isinstance(version, int)
    return version
