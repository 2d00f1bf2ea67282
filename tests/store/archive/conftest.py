from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import psycopg
import pytest

from server.store.archive.archive import Archive
from server.store.archive.memory import archive_in_memory
from server.store.archive.opening import FILE, open_archive
from tests.store.archive.postgres_server import Cluster, running


class Place:
    """The place of an archive: a folder with SQLite's file, or a database of PostgreSQL."""

    def __init__(self, data: Path, url: str = "") -> None:
        self.data = data
        self.url = url
        self._archives: list[Archive] = []

    async def open(self) -> Archive:
        archive = await open_archive(self.url, self.data)
        self._archives.append(archive)
        return archive

    async def close(self) -> None:
        for archive in self._archives:
            await archive.close()

    def run(self, script: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run statements beside the archive, as an operator or a fault of the disk might."""
        if self.url:
            with psycopg.connect(self.url) as connection:
                cursor = connection.execute(script.replace("?", "%s").encode(), values or None)
                return cursor.fetchall() if cursor.description else []
        database = sqlite3.connect(self.data / FILE)
        try:
            with database:
                if values or script.lstrip().startswith("SELECT"):
                    return database.execute(script, values).fetchall()
                database.executescript(script)
                return []
        finally:
            database.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster | None]:
    with running() as cluster:
        yield cluster


def url_of(kind: str, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return ""
    cluster: Cluster | None = request.getfixturevalue("postgres")
    if cluster is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    return cluster.fresh_url()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.thorough)])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    made = Place(tmp_path, await asyncio.to_thread(url_of, request.param, request))
    yield made
    await made.close()


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.thorough)])
async def archive(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Archive]:
    if request.param == "memory":
        archive = archive_in_memory()
        yield archive
        await archive.close()
    else:
        place = Place(tmp_path, await asyncio.to_thread(url_of, request.param, request))
        yield await place.open()
        await place.close()
