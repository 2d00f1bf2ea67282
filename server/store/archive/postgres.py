"""The archive's database in PostgreSQL, for hubs on several hosts; needs the package psycopg."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

import psycopg

from server.store.archive.connection import ArchiveAway, Rows, Value, migrations, pending

LOCK = 0x6B69_6269
"""The number of the advisory lock that the one transaction that writes holds."""
LOCK_MS = 5000
CONNECT_S = 5
SETTINGS = (
    f"SET lock_timeout = {LOCK_MS}",
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
)


class PostgresConnection:
    """A connection to PostgreSQL, which is made again after the database was away.

    Only one transaction of all hubs writes at a time: two of them could otherwise wait for each other's
    players, and one could bring back a player that the other forgets.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._database: psycopg.Connection[tuple[object, ...]] | None = None
        self._connected()

    def execute(self, sql: str, values: Sequence[Value] = ()) -> Rows:
        with self._errors():
            cursor = self._connected().execute(sql.replace("?", "%s").encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def begin_write(self) -> None:
        self.execute("BEGIN")
        self.execute(f"SELECT pg_advisory_xact_lock({LOCK})")

    def begin_read(self) -> None:
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        if self._database is not None:
            with contextlib.suppress(psycopg.Error):
                self._database.rollback()

    def bytes(self) -> int:
        [(size,)] = self.execute(
            "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
        )
        assert isinstance(size, int)
        return size

    def place(self) -> str:
        [(place,)] = self.execute(
            "SELECT system_identifier || ' ' || current_database() || ' ' || current_schema()"
            " FROM pg_control_system()"
        )
        return f"postgresql {place}"

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _connected(self) -> psycopg.Connection[tuple[object, ...]]:
        if self._database is None:
            with self._errors():
                database = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_S)
                for setting in SETTINGS:
                    database.execute(setting.encode())
                self._database = database
        return self._database

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except psycopg.OperationalError as error:
            if self._database is not None and self._database.closed:
                self._database = None
            raise ArchiveAway(f"archive: PostgreSQL: {type(error).__name__}") from error


def connect_to_postgres(url: str) -> PostgresConnection:
    """Return a connection to the archive in the database of a URL `postgresql://...`."""
    return PostgresConnection(url)


def migrate_postgres(url: str) -> None:
    """Bring the archive in a database to the present version, each migration in a transaction of its own.

    Raises StoreError for a database of a later version, and ArchiveAway if the database does not answer.
    """
    connection = PostgresConnection(url)
    try:
        connection.begin_write()
        connection.execute("CREATE TABLE IF NOT EXISTS archive_version (version BIGINT NOT NULL)")
        connection.commit()
        version = _version(connection)
        for number, statements in pending(migrations("postgres_migrations"), version, "PostgreSQL"):
            connection.begin_write()
            # Another hub may have migrated the database since.
            if _version(connection) < number:
                for statement in statements:
                    connection.execute(statement)
                connection.execute("INSERT INTO archive_version VALUES (?)", (number,))
            connection.commit()
    finally:
        connection.rollback()
        connection.close()


def _version(connection: PostgresConnection) -> int:
    [(version,)] = connection.execute("SELECT coalesce(max(version), 0)::bigint FROM archive_version")
    assert isinstance(version, int)
    return version
