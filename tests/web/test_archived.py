"""Finished boards that have left Redis for the archive are downloaded as before, also after a restart."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from server.app import running
from server.settings import Settings
from server.store.archive.opening import FILE
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import GENEROUS, Served, needs_redis, served
from tests.web.sittings import played

pytestmark = needs_redis
FORMATS = ("pbn", "lin", "endplay")


async def downloads(server: Served, table: str) -> list[bytes]:
    """Return the files of all boards of a table, without the time at which a file was made."""
    async with server.http() as http:
        games = (table, f"{table}.1", f"{table}.3")
        answers = [
            await http.get(f"/v1/games/{game}", params={"format": name}) for game in games for name in FORMATS
        ]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content for answer in answers]


async def logs_in_redis(server: Served, table: str) -> set[bytes]:
    found: set[bytes] = set(await server.redis.client.keys(f"kibitz:{{{table}}}:log:*"))
    return found


def test_boards_leave_redis_for_the_archive_and_are_downloaded_as_before(tmp_path: Path) -> None:
    with served(tmp_path, house=False) as server:
        table = asyncio.run(played(server))
        before = asyncio.run(downloads(server, table))

        async def archived() -> None:
            async with asyncio.timeout(20):
                while len(await server.hub.services.archive.deals_of(table)) < 3:
                    await asyncio.sleep(0.05)

        asyncio.run_coroutine_threadsafe(archived(), server._loop).result(30)
        logs = asyncio.run_coroutine_threadsafe(logs_in_redis(server, table), server._loop).result(30)
        assert len(logs) == 1, logs
        assert asyncio.run(downloads(server, table)) == before
    assert (tmp_path / FILE).exists()
    with served(tmp_path, house=False) as server:
        assert asyncio.run(downloads(server, table)) == before


def test_a_server_beside_another_one_with_another_archive_does_not_start(tmp_path: Path) -> None:
    with short_directory() as directory:
        redis = RedisServer(next(iter(binaries().values())), directory)
        with redis.running(), Served(of(redis, tmp_path / "one")):
            refused = "^KIBITZ_ARCHIVE_URL: expected the archive of the other hubs that run, got another one"
            with pytest.raises(ValueError, match=refused):
                asyncio.run(starts(of(redis, tmp_path / "two")))
            with Served(of(redis, tmp_path / "one")) as other:
                assert other.address


def test_a_server_whose_archive_a_later_release_has_written_does_not_start(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE)
    database.execute("PRAGMA user_version = 99")
    database.close()
    expected = "^KIBITZ_DATA: archive.sqlite: expected an archive of version . or older, got version 99"
    with pytest.raises(ValueError, match=expected):
        asyncio.run(starts(Settings(data=str(tmp_path), port=0, **GENEROUS)))


async def starts(settings: Settings) -> None:
    """Start a server in this process, and stop it."""
    async with running(settings):
        pass


def of(redis: RedisServer, data: Path) -> Settings:
    """Return the settings of a server on a Redis, with its own directory of data."""
    return Settings(data=str(data), port=0, redis_url=redis.url, **GENEROUS)
