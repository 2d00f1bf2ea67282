"""The recorded redis-server version of a data directory: older ones are refused, newer ones take over."""

from __future__ import annotations

import logging
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.binaries import NoRedis, Version, program_for, record_version, recorded_version, writer
from tests.store.append_only import append_only_files
from tests.store.embedding import killed_server, serve, started, stores_of
from tests.store.programs import NEWER, OLDER, needs_both, put_on_path, take_off_path
from tests.store.redis_server import embedded_data, redis_pid
from tests.store.tables import BASE, Owner, opened

pytestmark = needs_both


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


class Versions:
    """The two redis-servers of this machine; a server finds the newer one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
        self._monkeypatch, self._directory = monkeypatch, directory

    def newer(self) -> None:
        """Put Redis 7 or later on PATH."""
        assert NEWER is not None
        put_on_path(self._monkeypatch, self._directory, NEWER)

    def older(self) -> None:
        """Leave only the redis-server of the wheel."""
        take_off_path(self._monkeypatch, self._directory)

    def older_first(self) -> None:
        """Put both on PATH, the older first, as an activated virtual environment does."""
        assert OLDER is not None
        self.newer()
        self._monkeypatch.setenv("PATH", f"{Path(OLDER).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, data: Path) -> Versions:
    return Versions(monkeypatch, data.parent)


def version_of(program: str | None) -> Version:
    """Return the version that `--version` prints."""
    assert program is not None
    word = os.popen(f"{program} --version").read().partition("v=")[2].split()[0]
    return Version(*map(int, word.split(".")))


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
    for switch, program in ((redis.older, OLDER), (redis.newer, NEWER)):
        switch()
        await plays(data, program or "")
        assert recorded_version(data) == version_of(program) == writer(data)


async def test_games_are_taken_over_by_a_newer_redis_server(data: Path, redis: Versions) -> None:
    redis.older()
    await plays(data, "t1", b"one")
    redis.newer()
    await assert_keeps(data, t1=(b"one",))
    await plays(data, "t2", b"two")
    await assert_keeps(data, t1=(b"one",), t2=(b"two",))


async def test_an_older_redis_server_is_refused_and_the_games_stay(data: Path, redis: Versions) -> None:
    redis.newer()
    await plays(data, "t1", b"one")
    redis.older()
    before = content(data)
    with pytest.raises(NoRedis) as refused:
        async with started(data):
            pass
    versions = [str(version_of(program)) for program in (NEWER, OLDER)]
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
    assert recorded_version(data) == version_of(NEWER)


async def test_data_without_a_recorded_version_are_recognised_by_their_files(
    data: Path, redis: Versions
) -> None:
    redis.newer()
    await plays(data, "t1", b"one")
    (data / "redis-version").unlink()
    redis.older()
    with pytest.raises(NoRedis, match=r"written by redis-server 7\.0\.0"):
        async with started(data):
            pass
    redis.newer()
    await assert_keeps(data, t1=(b"one",))
    assert recorded_version(data) == version_of(NEWER)


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
    assert b"were written by redis-server" in told and b"KIBITZ_REDIS_URL" in told
    assert b"Traceback" not in told


async def test_the_version_of_a_newer_adopted_redis_is_recorded(data: Path, redis: Versions) -> None:
    redis.newer()
    with serve(data) as killed:
        assert killed.stdout is not None and b"listens" in killed.stdout.readline()
        killed.kill()
    pid = redis_pid(data)
    assert pid is not None
    record_version(data, version_of(OLDER))
    redis.older()
    async with started(data):
        assert redis_pid(data) == pid
    assert recorded_version(data) == version_of(NEWER)


async def test_an_older_adopted_redis_beside_newer_games_is_replaced_by_a_newer_one(
    data: Path, redis: Versions, caplog: pytest.LogCaptureFixture
) -> None:
    """Servers without a recorded version may have left such data; both sets of games stay on disk."""
    redis.older()
    with killed_server(data) as pid:
        redis.newer()
        await plays(data.parent / "other", "t2", b"two")
        shutil.copytree(data.parent / "other" / "appendonlydir", data / "appendonlydir")
        (data / "redis-version").unlink()
        with caplog.at_level(logging.WARNING):
            async with started(data) as server, stores_of(server) as stores:
                assert redis_pid(data) not in (None, pid)
                assert await Owner(stores, "t2").log() == (BASE, b"two")
    assert f"{data / 'appendonly.aof'} is ignored: an older redis-server began it" in caplog.text
    assert b"one" in (data / "appendonly.aof").read_bytes()


async def test_a_newer_redis_that_does_not_start_leaves_the_games_to_the_older(
    data: Path, redis: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis.older()
    await plays(data, "t1", b"one")
    broken = data.parent / "broken"
    broken.mkdir()
    (broken / "redis-server").write_text("#!/bin/sh\necho 'Redis server v=6.4.1 sha=00000000:0'\n")
    (broken / "redis-server").chmod(0o755)
    monkeypatch.setenv("PATH", str(broken))
    with pytest.raises(NoRedis, match=r"redis\.log"):
        async with started(data):
            pass
    redis.older()
    await assert_keeps(data, t1=(b"one",))
    assert recorded_version(data) == version_of(OLDER)


@pytest.mark.parametrize(
    ("wrote", "found", "fits"),
    [
        ("7.0.15", "7.0.11", True),
        ("7.0.15", "7.2.0", True),
        ("7.0.15", "8.0.0", True),
        ("7.2.0", "7.0.15", False),
        ("8.0.1", "7.4.9", False),
        ("10.0.0", "9.9.9", False),
    ],
)
def test_patches_of_a_release_read_each_others_data_and_older_releases_do_not(
    data: Path, monkeypatch: pytest.MonkeyPatch, wrote: str, found: str, fits: bool
) -> None:
    (data / "appendonlydir").mkdir(parents=True)
    (data / "appendonlydir" / "appendonly.aof.manifest").touch()
    record_version(data, Version(*map(int, wrote.split("."))))
    program = data.parent / "redis-server"
    program.write_text(f'#!/bin/sh\necho "Redis server v={found} sha=00000000:0"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(data.parent))
    if fits:
        assert program_for(data).path == str(program)
    else:
        with pytest.raises(
            NoRedis, match=f"written by redis-server {wrote}, and the newest one found here is {found}"
        ):
            program_for(data)


@pytest.mark.parametrize("text", ["", "garbage", "\0\0\0\0", "v"])
async def test_with_an_unreadable_record_the_files_decide(data: Path, redis: Versions, text: str) -> None:
    redis.newer()
    await plays(data, "t1")
    (data / "redis-version").write_text(text)
    assert writer(data) == Version(7, 0)
    await assert_keeps(data, t1=())
