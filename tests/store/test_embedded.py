"""The private redis-server: one on its data, whichever process is killed, and the games stay."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from redis import Redis

from server.store.binaries import NoRedis
from server.store.embedded import Embedded
from server.store.packing import table_key
from tests.store.conftest import BINARIES
from tests.store.embedding import killed_server, serve, started, stores_of
from tests.store.programs import put_version_on_path
from tests.store.redis_server import embedded_data, redis_pid
from tests.store.tables import BASE, META, Owner, opened

pytestmark = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with embedded_data(monkeypatch) as data:
        yield data


async def test_the_games_outlive_a_stop_and_a_start(data: Path) -> None:
    async with started(data) as server, stores_of(server) as stores:
        owner = await opened(stores)
        await owner.appends(b"one")
    assert redis_pid(data) is None
    async with started(data) as server, stores_of(server) as stores:
        assert await Owner(stores).log() == (BASE, b"one")


async def test_a_stop_frees_the_data_for_another_at_once(data: Path) -> None:
    for _ in range(5):
        async with started(data):
            pass


async def test_a_stop_leaves_no_socket_and_no_folder_of_a_socket(data: Path) -> None:
    embedded = Embedded(data, "always")
    await embedded.start()
    assert embedded.socket.exists()
    await embedded.stop()
    assert not embedded.socket.parent.exists()


async def test_its_data_and_its_socket_are_its_users_alone(data: Path) -> None:
    async with started(data) as server:
        for path in (data, server.socket.parent, server.socket):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.mark.parametrize(("fsync", "told"), [("always", "always"), ("everysec", "second")])
async def test_redis_writes_to_disk_as_often_as_configured(data: Path, fsync: str, told: str) -> None:
    async with started(data, fsync) as server, stores_of(server) as stores:
        assert stores.logs.durability == told


async def test_a_running_redis_is_adopted_with_its_games(data: Path) -> None:
    with killed_server(data) as pid:
        async with started(data) as server, stores_of(server) as stores:
            assert redis_pid(data) == pid
            owner = Owner(stores)
            assert await owner.log() == (BASE, b"one")
            owner.index = 2
            await owner.appends(b"two")
        assert redis_pid(data) is None
    async with started(data) as server, stores_of(server) as stores:
        assert await Owner(stores).log() == (BASE, b"one", b"two")


async def test_an_adopted_redis_writes_to_disk_as_often_as_its_new_server_requires(data: Path) -> None:
    with killed_server(data):
        async with started(data, "everysec") as server, stores_of(server) as stores:
            assert stores.logs.durability == "second"


@pytest.mark.parametrize("adopted", [False, True], ids=["its own", "adopted"])
async def test_the_hash_of_a_table_is_packed_so_that_it_takes_less_memory(data: Path, adopted: bool) -> None:
    with killed_server(data) if adopted else contextlib.nullcontext():
        if adopted:
            with Redis(unix_socket_path=str(Embedded(data, "always").socket)) as client:
                client.config_set("hash-max-ziplist-value", 64)
        async with started(data) as server, stores_of(server) as stores:
            assert await Owner(stores, "t2").opens(replace(META, options=b"o" * 500))
            with Redis(unix_socket_path=str(server.socket)) as client:
                assert client.object("encoding", table_key("t2")) in (b"listpack", b"ziplist")
    async with started(data) as server:
        with Redis(unix_socket_path=str(server.socket)) as client:
            assert client.object("encoding", table_key("t2")) in (b"listpack", b"ziplist")


async def test_a_hanging_redis_is_awaited_and_no_second_one_is_started(data: Path) -> None:
    with killed_server(data) as pid:
        os.kill(pid, signal.SIGSTOP)
        try:
            starting = asyncio.create_task(Embedded(data, "always").start())
            await asyncio.sleep(0.5)
            assert not starting.done()
        finally:
            os.kill(pid, signal.SIGCONT)
        await starting
        assert redis_pid(data) == pid


async def test_a_killed_redis_is_started_again_at_the_next_start(data: Path) -> None:
    with killed_server(data) as pid:
        os.kill(pid, signal.SIGKILL)
        async with started(data) as server, stores_of(server) as stores:
            assert redis_pid(data) not in (None, pid)
            assert await Owner(stores).log() == (BASE, b"one")


@pytest.mark.parametrize("adopted", [False, True], ids=["its own", "adopted"])
async def test_a_redis_that_ends_under_its_server_is_started_again(data: Path, adopted: bool) -> None:
    with killed_server(data) if adopted else contextlib.nullcontext():
        async with started(data) as server, stores_of(server) as stores:
            keeping = asyncio.create_task(server.keep())
            owner = await opened(stores, "t2")
            before = redis_pid(data)
            assert before is not None
            os.kill(before, signal.SIGKILL)
            await owner.appends(b"one")
            assert await owner.log() == (BASE, b"one")
            assert redis_pid(data) not in (None, before)
            keeping.cancel()


async def test_a_data_directory_that_cannot_be_made_is_refused_with_the_name_of_the_setting(
    data: Path,
) -> None:
    data.write_text("")
    for directory in (data, data / "games"):
        with pytest.raises(NoRedis, match=f"got {directory}: .*; set KIBITZ_DATA to another directory"):
            async with started(directory):
                pass


async def test_a_second_server_on_the_same_data_is_refused(data: Path) -> None:
    async with started(data) as server, stores_of(server) as stores:
        with pytest.raises(NoRedis, match=f"process {os.getpid()}"):
            await Embedded(data, "always").start()
        assert await opened(stores)


def test_a_second_server_on_the_same_data_exits_and_names_the_holder(data: Path) -> None:
    with serve(data) as first:
        assert first.stdout is not None and b"listens" in first.stdout.readline()
        with serve(data) as second:
            _, told = second.communicate(timeout=30)
        assert second.returncode == 1
        assert f"process {first.pid}".encode() in told and b"KIBITZ_DATA" in told
        assert b"Traceback" not in told
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=30)
        assert first.returncode == 0
    assert redis_pid(data) is None


async def test_a_runtime_directory_of_another_user_is_refused(data: Path) -> None:
    directory = Embedded(data, "always").socket.parent
    directory.mkdir(mode=0o777)
    directory.chmod(0o777)
    with pytest.raises(NoRedis, match="only this user to have access"):
        await Embedded(data, "always").start()


async def test_a_redis_server_that_does_not_start_is_named_with_its_log(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_version_on_path(monkeypatch, tmp_path, "Valkey 99.1.0")
    with pytest.raises(NoRedis, match=r"redis\.log"):
        await Embedded(data, "always").start()
