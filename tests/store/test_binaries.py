"""The choice of the redis-server for a data directory, by the versions on this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.store import binaries
from server.store.binaries import NoRedis
from tests.store.conftest import BINARIES
from tests.store.programs import put_version_on_path, write_version

pytestmark = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")


@pytest.mark.parametrize("version", ["6.2.14", "6.2.99", "7.0.15", "8.0.1", "10.1.0"])
def test_the_redis_server_on_path_is_taken_if_it_is_the_newest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str
) -> None:
    assert binaries.binary() != str(put_version_on_path(monkeypatch, tmp_path, version)) == binaries.binary()


@pytest.mark.skipif("shipped" not in BINARIES, reason="there is no redis-server shipped")
@pytest.mark.parametrize("version", ["2.8.24", "5.0.14", "6.0.16", "6.2.0", "unheard-of"])
def test_an_older_redis_on_path_gives_way_to_the_shipped_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str
) -> None:
    put_version_on_path(monkeypatch, tmp_path, version)
    assert binaries.binary() == BINARIES["shipped"]


@pytest.mark.parametrize(
    ("versions", "newest"),
    [
        (("6.2.14", "7.0.15"), 1),
        (("7.0.15", "6.2.14"), 0),
        (("6.2.14", "8.0.1", "7.4.9"), 1),
        (("unheard-of", "7.0.15"), 1),
        (("7.2.0", "7.2.0"), 0),
    ],
)
def test_the_newest_in_all_folders_of_path_is_taken_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, versions: Sequence[str], newest: int
) -> None:
    programs = [write_version(tmp_path / f"{place}", version) for place, version in enumerate(versions)]
    folders = [tmp_path / "missing", *(program.parent for program in programs)]
    monkeypatch.setenv("PATH", os.pathsep.join(("", *map(str, folders))))
    assert binaries.binary() == str(programs[newest])


def test_without_any_redis_the_error_names_a_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoRedis, match="install redis-server, or set KIBITZ_REDIS_URL"):
        binaries.binary()
