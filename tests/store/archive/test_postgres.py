"""What only PostgreSQL does: it goes away and comes back, and may be set up to write late."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from server.store.archive.opening import open_archive
from server.store.archive.postgres import PostgresConnection
from tests.store.archive.postgres_server import Cluster, running
from tests.store.archive.records import deal


@pytest.mark.thorough
async def test_a_postgresql_that_was_stopped_is_used_again_with_all_that_it_confirmed(tmp_path: Path) -> None:
    with running() as cluster:
        if cluster is None:
            pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
        archive = await open_archive(cluster.url(), tmp_path)
        await archive.put([deal()])
        await asyncio.to_thread(cluster.stop)
        with pytest.raises(OSError, match="PostgreSQL"):
            await archive.put([deal(number=1)])
        with pytest.raises(OSError, match="PostgreSQL"):
            await archive.deal("t", 0)
        await asyncio.to_thread(cluster.start)
        await archive.put([deal(number=1)])
        assert await archive.deals_of("t") == (0, 1)
        await archive.close()


@pytest.mark.thorough
def test_commits_wait_for_the_disk_even_where_the_database_is_set_up_otherwise(
    postgres: Cluster | None,
) -> None:
    if postgres is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    url = postgres.fresh_url()
    name = url.partition("///")[2].partition("?")[0]
    with psycopg.connect(url) as database:
        database.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    connection = PostgresConnection(url)
    assert connection.execute("SHOW synchronous_commit") == [("on",)]
    connection.close()
