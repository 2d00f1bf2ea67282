"""The server is killed while deals end and are archived: each finished deal is found, and only once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.hub.archived import entries_of
from server.store.packing import table_key
from tests.chaos.blows import Strike, owner_is_killed, redis_with
from tests.chaos.checker import faults
from tests.chaos.fleet import Fleet
from tests.chaos.test_kill import on_embedded_redis, strike_often
from tests.chaos.troupe import PATIENCE_S, Troupe, archive_in
from tests.store.archive.postgres_server import running
from tests.store.conftest import BINARIES
from tests.store.redis_server import embedded_data, short_directory

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


async def deals_in_redis(troupe: Troupe, table: str) -> dict[int, list[bytes]]:
    """Return the logs of a table that are in Redis, by deal."""
    async with troupe.redis() as client:
        prefix = f"{table_key(table)}:log:"
        keys = [key.decode() async for key in client.scan_iter(match=f"{prefix}*".replace("[", "\\["))]
        return {
            int(key.removeprefix(prefix).partition(":")[0]): [
                fields[b"e"] for _, fields in await client.xrange(key)
            ]
            for key in keys
        }


async def check_each_deal_once(troupe: Troupe, logs: dict[str, list[list[tuple[str, bytes]]]]) -> int:
    """Check where each finished deal is, and return the number of deals in the archive.

    Before the present deal, at most one deal is still in Redis: its log leaves after the next one has begun.
    """
    async with archive_in(troupe.environment) as archive:
        rows = [(row.table, row.deal) for row in await archive.by_time(limit=100_000)]
        assert len(rows) == len(set(rows))
        for table, deals in logs.items():
            kept = await deals_in_redis(troupe, table)
            earlier = set(range(len(deals) - 1))
            archived = set(await archive.deals_of(table))
            assert earlier <= archived | kept.keys(), f"table {table}: a deal is lost"
            for deal in archived & earlier:
                record = await archive.deal(table, deal)
                assert record is not None
                assert [*entries_of(record)] == [entry for _, entry in deals[deal]]
                assert kept.get(deal, [*entries_of(record)]) == [*entries_of(record)]
        return len(rows)


async def archived_to_the_end(troupe: Troupe, tables: list[str]) -> None:
    """Wait until only the present deal of each table, and at most the one before, is in Redis."""
    async with asyncio.timeout(PATIENCE_S):
        for table in tables:
            while len(kept := await deals_in_redis(troupe, table)) > 2 or max(kept) - min(kept) > 1:
                await asyncio.sleep(0.2)


@pytest.mark.chaos
@pytest.mark.parametrize("game", ["bridge", "spades"])
async def test_each_finished_deal_is_found_once_when_the_server_is_killed_twenty_times(
    data: Path, game: str
) -> None:
    stage = on_embedded_redis(data, in_a_hurry=True, game=game)
    async with stage.set(tables=3):
        await strike_often(stage, kills=20, seed=7)
        await archived_to_the_end(stage, stage.tables)
        history = await stage.history()
        count = await check_each_deal_once(stage, history.logs)
    assert faults(history) == []
    print(f"\n{len(stage.deaths_ns)} kills, {count} deals in the archive")
    assert len(stage.deaths_ns) == 20 and count > 3


@pytest.mark.chaos
async def test_each_finished_deal_is_found_once_in_postgresql_when_hubs_are_killed(tmp_path: Path) -> None:
    """Two hubs share one Redis and one PostgreSQL; each death leaves deals to the other hub."""
    with running() as cluster, short_directory() as directory, redis_with(directory) as server:
        if cluster is None:
            pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
        url = await asyncio.to_thread(cluster.fresh_url)
        hubs = {place: {"KIBITZ_DATA": str(tmp_path / str(place))} for place in range(2)}
        environment = {"KIBITZ_ARCHIVE_URL": url}
        fleet = Fleet(directory, server.url, size=2, pace_ms=0, environment=environment, environments=hubs)
        strike = Strike(fleet, server)
        async with fleet.set(3):
            for _ in range(8):
                await owner_is_killed(strike)
            await archived_to_the_end(fleet, fleet.tables)
            history = await fleet.history()
            count = await check_each_deal_once(fleet, history.logs)
        assert faults(history) == []
        print(f"\n8 kills, {count} deals in the archive")
        assert count > 3
