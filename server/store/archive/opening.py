"""The opening of the archive that the settings name."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from server.store.archive.connection import ArchiveAway
from server.store.archive.sql_archive import SqlArchive, Threads
from server.store.archive.sqlite import connect_to_sqlite, migrate_sqlite

FILE = "archive.sqlite"
"""The name of SQLite's file in the directory of the server's data."""
SCHEMES = ("postgresql://", "postgres://")


async def open_archive(url: str, data: Path) -> SqlArchive:
    """Open the archive at `url`, or in the directory `data` if `url` is "", and bring it to this version.

    The URL has the form `postgresql://...`; any other is a ValueError. Raises StoreError for an archive
    that a newer Kibitz has written, Altered for a damaged file, and ArchiveAway, an OSError, if the archive
    cannot be opened or psycopg is not installed.
    """
    if not url:
        path = data / FILE
        await asyncio.to_thread(migrate_sqlite, path)
        return SqlArchive(Threads(partial(connect_to_sqlite, path)))
    if not url.startswith(SCHEMES):
        raise ValueError("expected a URL postgresql://... of the archive")
    try:
        from server.store.archive.postgres import connect_to_postgres, migrate_postgres
    except ImportError as error:
        raise ArchiveAway("expected the package psycopg for PostgreSQL: install kibitz[postgres]") from error
    await asyncio.to_thread(migrate_postgres, url)
    return SqlArchive(Threads(partial(connect_to_postgres, url)))
