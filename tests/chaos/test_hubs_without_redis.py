"""Several hubs whose Redis is cut off, slow, killed or full: nothing acknowledged is lost."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chaos import blows
from tests.chaos.blows import LINES, STORE, Strike, at_rest, bears, redis_with
from tests.chaos.fleet import Fleet
from tests.store.conftest import BINARIES
from tests.store.redis_server import short_directory

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.mark.chaos
async def test_nothing_is_lost_when_the_way_between_a_hub_and_redis_is_cut_or_slow_or_loses_replies(
    directory: Path,
) -> None:
    await bears(directory, *LINES)


@pytest.mark.chaos
@pytest.mark.parametrize("fsync", ["always", pytest.param("everysec", marks=pytest.mark.long)])
async def test_nothing_is_lost_when_redis_is_killed_or_full_under_several_hubs(
    directory: Path, fsync: str
) -> None:
    await bears(directory, *STORE, fsync=fsync, shipped=fsync == "always")


@contextmanager
def small_disk(directory: Path) -> Iterator[Path]:
    """A disk of 4 MB in memory, where this process may mount one."""
    place = directory / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.chaos
@pytest.mark.parametrize("fsync", ["always", pytest.param("everysec", marks=pytest.mark.long)])
async def test_nothing_is_lost_when_the_disk_of_redis_is_full_for_a_while(
    directory: Path, fsync: str
) -> None:
    """With `always` Redis ends at the first write that fails, and is started again."""
    with small_disk(directory) as disk, redis_with(disk, fsync) as server:
        environment = {"KIBITZ_DURABILITY": "always" if fsync == "always" else "second"}
        fleet = Fleet(directory, server.url, target=str(server.socket), environment=environment)
        strike = Strike(fleet, server)
        async with fleet.set(4):
            await blows.disk_is_full(strike)
            await at_rest(strike)
