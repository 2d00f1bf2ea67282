"""The redis-server that wrote a data directory: newer ones take the games over, others are refused.

The tests run real programs: Redis 6.2 from a package for tests, the Redis on PATH, and the shipped Valkey.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from server.store.binaries import NoRedis, can_read, record_version, recorded_version, writer
from tests.store.append_only import append_only_files
from tests.store.conftest import BINARIES, REDIS
from tests.store.embedding import killed_server, serve, started, stores_of
from tests.store.programs import hide_shipped, put_on_path, version_of, write_version
from tests.store.redis_server import RedisServer, embedded_data, redis_pid
from tests.store.tables import BASE, Owner, opened
from tests.store.written import WRITTEN, copy_written


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


class Versions:
    """Two redis-servers of this machine, of which a server finds one at a time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, directory: Path, older: str, newer: str) -> None:
        self._monkeypatch, self._directory = monkeypatch, directory
        self._programs = {"older": BINARIES[older], "newer": BINARIES[newer]}
        self.of_older, self.of_newer = (version_of(program) for program in self._programs.values())

    def newer(self) -> None:
        """Let a server find the newer one alone."""
        put_on_path(self._monkeypatch, self._directory, self._programs["newer"])

    def older(self) -> None:
        """Let a server find the older one alone."""
        put_on_path(self._monkeypatch, self._directory, self._programs["older"])

    def older_first(self) -> None:
        """Put both on PATH, the older first, as a folder of programs beside those of the system does."""
        hide_shipped(self._monkeypatch, self._directory)
        folders = [str(Path(program).parent) for program in self._programs.values()]
        self._monkeypatch.setenv("PATH", os.pathsep.join(folders))


@pytest.fixture(
    params=[
        ("on PATH", "shipped"),
        pytest.param(("6.2", "shipped"), marks=pytest.mark.thorough),
        pytest.param(("6.2", "on PATH"), marks=pytest.mark.thorough),
    ],
    ids=" then ".join,
)
def redis(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, data: Path) -> Versions:
    older, newer = request.param
    for source in (older, newer):
        if source not in BINARIES:
            pytest.skip(f"there is no redis-server {source}")
    return Versions(monkeypatch, data.parent, older, newer)


async def plays(data: Path, table: str, *entries: bytes) -> None:
    """Let a server keep another table, and stop it."""
    async with started(data) as server, stores_of(server) as stores:
        owner = await opened(stores, table)
        for entry in entries:
            await owner.appends(entry)


async def assert_keeps(data: Path, **logs: tuple[bytes, ...]) -> None:
    """Assert that a server started on the data has these tables."""
    async with started(data) as server, stores_of(server) as stores:
        for table, entries in logs.items():
            assert await Owner(stores, table).log() == (BASE, *entries)


def content(data: Path) -> dict[Path, bytes]:
    """Return the content of the append-only files."""
    return {file: file.read_bytes() for file in append_only_files(data)}


async def test_the_data_record_the_version_that_writes_them(data: Path, redis: Versions) -> None:
    for switch, version in ((redis.older, redis.of_older), (redis.newer, redis.of_newer)):
        switch()
        await plays(data, str(version))
        assert recorded_version(data) == version == writer(data)


async def test_games_are_taken_over_by_a_newer_redis_server_which_says_that_they_cannot_go_back(
    data: Path, redis: Versions, caplog: pytest.LogCaptureFixture
) -> None:
    redis.older()
    await plays(data, "t1", b"one")
    await assert_keeps(data, t1=(b"one",))
    assert "taken over" not in caplog.text
    redis.newer()
    await assert_keeps(data, t1=(b"one",))
    assert f"are taken over by {redis.of_newer}" in caplog.text and "restore a backup" in caplog.text
    caplog.clear()
    await plays(data, "t2", b"two")
    await assert_keeps(data, t1=(b"one",), t2=(b"two",))
    assert "taken over" not in caplog.text


async def test_an_older_redis_server_is_refused_and_the_games_stay(data: Path, redis: Versions) -> None:
    redis.newer()
    await plays(data, "t1", b"one")
    redis.older()
    before = content(data)
    with pytest.raises(NoRedis) as refused:
        async with started(data):
            pass
    versions = [str(version) for version in (redis.of_newer, redis.of_older)]
    for word in (*versions, str(data), "KIBITZ_DATA", "KIBITZ_REDIS_URL"):
        assert word in str(refused.value)
    assert content(data) == before and redis_pid(data) is None
    redis.newer()
    await assert_keeps(data, t1=(b"one",))


async def test_an_older_redis_server_before_the_newer_one_on_path_does_not_hide_it(
    data: Path, redis: Versions
) -> None:
    redis.newer()
    await plays(data, "t1", b"one")
    redis.older_first()
    await assert_keeps(data, t1=(b"one",))
    assert recorded_version(data) == redis.of_newer


async def test_data_without_a_recorded_version_are_recognised_by_their_files(
    data: Path, redis: Versions
) -> None:
    redis.newer()
    await plays(data, "t1", b"one")
    (data / "redis-version").unlink()
    redis.older()
    with pytest.raises(NoRedis, match=f"written by {redis.of_newer}"):
        async with started(data):
            pass
    redis.newer()
    await assert_keeps(data, t1=(b"one",))
    assert recorded_version(data) == redis.of_newer


async def test_data_of_the_older_without_a_record_are_opened_by_both(data: Path, redis: Versions) -> None:
    redis.older()
    await plays(data, "t1", b"one")
    (data / "redis-version").unlink()
    await assert_keeps(data, t1=(b"one",))
    (data / "redis-version").unlink()
    redis.newer()
    await assert_keeps(data, t1=(b"one",))


def test_the_server_prints_a_remedy_and_exits(data: Path, redis: Versions) -> None:
    redis.newer()
    with serve(data) as first:
        assert first.stdout is not None and b"listens" in first.stdout.readline()
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=30)
    redis.older()
    with serve(data) as second:
        _, told = second.communicate(timeout=30)
    assert second.returncode == 1
    assert f"were written by {redis.of_newer}".encode() in told and b"KIBITZ_REDIS_URL" in told
    assert b"Traceback" not in told


async def test_the_version_of_a_newer_adopted_redis_is_recorded(data: Path, redis: Versions) -> None:
    redis.newer()
    with serve(data) as killed:
        assert killed.stdout is not None and b"listens" in killed.stdout.readline()
        killed.kill()
    pid = redis_pid(data)
    assert pid is not None
    record_version(data, redis.of_older)
    redis.older()
    async with started(data):
        assert redis_pid(data) == pid
    assert recorded_version(data) == redis.of_newer


async def test_an_older_adopted_redis_beside_newer_games_is_replaced_by_a_newer_one(
    data: Path, redis: Versions, caplog: pytest.LogCaptureFixture
) -> None:
    """Servers without a recorded version may have left such data; both sets of games stay on disk."""
    redis.older()
    with killed_server(data) as pid:
        redis.newer()
        await plays(data.parent / "other", "t2", b"two")
        shutil.rmtree(data / "appendonlydir", ignore_errors=True)
        shutil.copytree(data.parent / "other" / "appendonlydir", data / "appendonlydir")
        (data / "redis-version").unlink()
        with caplog.at_level(logging.WARNING):
            async with started(data) as server, stores_of(server) as stores:
                assert redis_pid(data) not in (None, pid)
                assert await Owner(stores, "t2").log() == (BASE, b"two")
    assert f"which runs on {data} and cannot read the games of {redis.of_newer}" in caplog.text
    if redis.of_older.release == (6, 2):
        assert f"{data / 'appendonly.aof'} is ignored: an older redis-server began it" in caplog.text
        assert b"one" in (data / "appendonly.aof").read_bytes()


async def test_a_newer_redis_that_does_not_start_leaves_the_games_to_the_older(
    data: Path, redis: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis.older()
    await plays(data, "t1", b"one")
    write_version(data.parent / "broken", "Valkey 99.0.0")
    monkeypatch.setenv("PATH", str(data.parent / "broken"))
    with pytest.raises(NoRedis, match=r"redis\.log"):
        async with started(data):
            pass
    redis.older()
    await assert_keeps(data, t1=(b"one",))
    assert recorded_version(data) == redis.of_older


def keys_read(program: str, data: Path) -> int:
    """Return how many keys a redis-server has that is started on the data, 0 if it does not start."""
    server = RedisServer(program, data)
    server.start(wait=False)
    try:
        while server.alive:
            with suppress(RedisError, OSError):
                return int(server.ask("DBSIZE"))
        return 0
    finally:
        server.end(signal.SIGKILL)


@pytest.mark.parametrize("source", REDIS)
@pytest.mark.parametrize("name", WRITTEN)
async def test_a_program_reads_what_another_wrote_or_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> None:
    """`can_read` is right for each real program and the files of each other one."""
    copy_written(name, data.parent)
    put_on_path(monkeypatch, data.parent, BINARIES[source])
    wrote, reader = WRITTEN[name], version_of(BINARIES[source])
    if can_read(wrote, reader):
        await assert_keeps(data, t1=(b"one", b"two"))
        return
    before = content(data)
    with pytest.raises(NoRedis, match=f"written by {wrote}, and no redis-server found here can read them"):
        async with started(data):
            pass
    assert content(data) == before
    assert keys_read(BINARIES[source], data) == 0, f"expected {reader} not to read files of {wrote}"


@pytest.mark.parametrize("text", ["", "garbage", "\0\0\0\0", "v"])
async def test_with_an_unreadable_record_the_files_decide(data: Path, redis: Versions, text: str) -> None:
    redis.newer()
    await plays(data, "t1")
    (data / "redis-version").write_text(text)
    assert writer(data) == redis.of_newer
    await assert_keeps(data, t1=())
