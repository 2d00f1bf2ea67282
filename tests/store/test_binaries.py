"""The choice of the redis-server for a data directory, by the versions on this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.store import binaries
from server.store.binaries import Family, NoRedis, Version, can_read, program_for, record_version, writer
from tests.store.conftest import BINARIES
from tests.store.programs import hide_shipped, put_version_on_path, version_of, write_version
from tests.store.written import WRITTEN, copy_written

needs_shipped = pytest.mark.skipif("shipped" not in BINARIES, reason="there is no redis-server shipped")


def named(text: str) -> Version:
    """Return the version of a text such as `Redis 7.0.15`."""
    family, numbers = text.split()
    major, minor, patch = map(int, numbers.split("."))
    return Version(major, minor, patch, Family(family))


@pytest.mark.parametrize(
    ("wrote", "reader", "reads"),
    [
        # A release reads what the same release and older ones of its family wrote.
        ("Redis 6.2.14", "Redis 7.0.15", True),
        ("Redis 7.0.15", "Redis 7.0.11", True),
        ("Redis 7.2.0", "Redis 8.2.3", True),
        ("Redis 7.2.0", "Redis 7.0.15", False),
        ("Redis 10.0.0", "Redis 9.9.9", False),
        ("Valkey 8.1.8", "Valkey 9.1.2", True),
        ("Valkey 9.1.2", "Valkey 9.1.0", True),
        ("Valkey 9.1.2", "Valkey 8.1.8", False),
        # Valkey began as Redis 7.2.
        ("Redis 6.2.14", "Valkey 7.2.5", True),
        ("Redis 7.2.11", "Valkey 7.2.5", True),
        ("Redis 7.2.11", "Valkey 9.1.2", True),
        ("Redis 7.4.0", "Valkey 9.1.2", False),
        ("Redis 8.2.3", "Valkey 9.1.2", False),
        ("Redis 8.2.3", "Valkey 99.0.0", False),
        ("Valkey 7.2.5", "Redis 7.2.11", False),
        ("Valkey 8.1.8", "Redis 8.2.3", False),
        ("Valkey 9.1.2", "Redis 99.0.0", False),
    ],
)
def test_a_redis_server_reads_the_files_of_some_versions(wrote: str, reader: str, reads: bool) -> None:
    assert can_read(named(wrote), named(reader)) is reads


@needs_shipped
def test_the_shipped_program_is_the_newest_valkey_of_its_package() -> None:
    assert version_of(binaries.shipped_binary()).family is Family.VALKEY
    assert version_of(binaries.shipped_binary()) >= Version(9, 1, 2)


@needs_shipped
@pytest.mark.parametrize("version", ["Valkey 99.0.1", "Valkey 10.1.0"])
@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_a_newer_valkey_on_path_is_taken_also_under_the_name_of_redis(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, name: str
) -> None:
    program = write_version(tmp_path, version, name)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert binaries.binary() == str(program)


@needs_shipped
@pytest.mark.parametrize(
    "version", ["Redis 2.8.24", "Redis 6.2.0", "Redis 8.2.3", "Redis 99.0.0", "Valkey 8.1.8", "unheard-of"]
)
def test_an_older_valkey_or_a_redis_on_path_gives_way_to_the_shipped_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str
) -> None:
    put_version_on_path(monkeypatch, tmp_path, version)
    assert binaries.binary() == BINARIES["shipped"]


@pytest.mark.parametrize(
    ("versions", "best"),
    [
        (("Redis 6.2.14", "Redis 7.0.15"), 1),
        (("Redis 7.0.15", "Redis 6.2.14"), 0),
        (("Redis 6.2.14", "Redis 8.0.1", "Redis 7.4.9"), 1),
        (("unheard-of", "Redis 7.0.15"), 1),
        (("Redis 7.2.0", "Redis 7.2.0"), 0),
        (("Redis 8.2.3", "Valkey 8.1.8", "Valkey 7.2.5"), 1),
        (("KeyDB 6.3.4", "Redis 6.2.14"), 1),
    ],
)
def test_the_best_in_all_folders_of_path_is_taken_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, versions: Sequence[str], best: int
) -> None:
    hide_shipped(monkeypatch, tmp_path)
    programs = [write_version(tmp_path / f"{place}", version) for place, version in enumerate(versions)]
    folders = [tmp_path / "missing", *(program.parent for program in programs)]
    monkeypatch.setenv("PATH", os.pathsep.join(("", *map(str, folders))))
    assert binaries.binary() == str(programs[best])


@needs_shipped
def test_a_link_to_valkey_with_the_name_of_redis_is_known_as_valkey(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "redis-server").symlink_to(BINARIES["shipped"])
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = binaries.programs_on_path()
    assert found.version == version_of(BINARIES["shipped"]) and found.version.family is Family.VALKEY


@pytest.mark.parametrize("version", ["Redis 6.0.16", "unheard-of"])
def test_without_a_fit_redis_the_error_names_a_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str
) -> None:
    hide_shipped(monkeypatch, tmp_path)
    put_version_on_path(monkeypatch, tmp_path, version)
    with pytest.raises(NoRedis, match="install redis-server or valkey-server, or set KIBITZ_REDIS_URL"):
        binaries.binary()
    with pytest.raises(NoRedis, match="install redis-server or valkey-server, or set KIBITZ_REDIS_URL"):
        program_for(tmp_path)


def written(tmp_path: Path, version: str) -> Path:
    """Return a data directory with an empty append-only file and the record of a version."""
    data = tmp_path / "games"
    (data / "appendonlydir").mkdir(parents=True)
    (data / "appendonlydir" / "appendonly.aof.manifest").touch()
    record_version(data, named(version))
    return data


@pytest.mark.parametrize(
    ("wrote", "found", "taken"),
    [
        ("Redis 7.0.15", ("Redis 7.0.15", "Redis 8.2.3", "Valkey 9.1.2"), "Valkey 9.1.2"),
        ("Redis 7.2.0", ("Redis 7.0.15", "Redis 8.2.3"), "Redis 8.2.3"),
        ("Redis 7.4.0", ("Redis 8.0.0", "Redis 8.2.3", "Valkey 9.1.2"), "Redis 8.2.3"),
        ("Redis 8.2.3", ("Redis 8.0.0", "Redis 8.2.0", "Valkey 9.1.2"), "Redis 8.2.0"),
        ("Valkey 8.1.8", ("Redis 99.0.0", "Valkey 7.2.5", "Valkey 8.1.0"), "Valkey 8.1.0"),
    ],
)
def test_of_the_programs_that_can_read_the_games_the_best_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrote: str, found: Sequence[str], taken: str
) -> None:
    hide_shipped(monkeypatch, tmp_path)
    folders = [write_version(tmp_path / version.replace(" ", "-"), version).parent for version in found]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, folders)))
    assert program_for(written(tmp_path, wrote)).version == named(taken)


@pytest.mark.parametrize(
    ("wrote", "found", "remedy"),
    [
        ("Redis 7.2.0", "Redis 7.0.15", "Install Redis 7.2 or newer, or any Valkey"),
        ("Redis 8.2.3", "Valkey 9.1.2", "Install Redis 8.2 or newer, or set KIBITZ_DATA"),
        ("Valkey 9.1.2", "Redis 8.2.3", "Install Valkey 9.1 or newer, or set KIBITZ_DATA"),
        ("Valkey 9.1.2", "Valkey 9.0.9", "Install Valkey 9.1 or newer, or set KIBITZ_DATA"),
    ],
)
def test_a_program_that_cannot_read_the_games_is_refused_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrote: str, found: str, remedy: str
) -> None:
    hide_shipped(monkeypatch, tmp_path)
    program = put_version_on_path(monkeypatch, tmp_path / "bin", found)
    with pytest.raises(NoRedis) as refused:
        program_for(written(tmp_path, wrote))
    for words in (f"written by {wrote}", f"{found} ({program})", "nothing was changed", remedy):
        assert words in str(refused.value)


@pytest.mark.parametrize("version", ["Redis 7.0.15", "Redis 8.2.3", "Valkey 9.1.2"])
def test_the_record_names_the_family(tmp_path: Path, version: str) -> None:
    data = written(tmp_path, version)
    assert (data / "redis-version").read_text() == f"{version}\n"
    assert writer(data) == named(version)


def test_a_record_without_a_family_is_one_of_redis(tmp_path: Path) -> None:
    data = written(tmp_path, "Redis 7.2.11")
    (data / "redis-version").write_text("7.2.11\n")
    assert writer(data) == Version(7, 2, 11)


@pytest.mark.parametrize("name", WRITTEN)
def test_games_without_a_record_name_the_program_that_wrote_them(tmp_path: Path, name: str) -> None:
    data = copy_written(name, tmp_path)
    oldest = Version(6, 2, 0)  # A single file is one of Redis 6.2, whichever patch.
    assert writer(data) == (oldest if name == "redis-6.2.14" else WRITTEN[name])


def test_a_record_without_a_family_beside_games_that_valkey_began_is_one_of_valkey(tmp_path: Path) -> None:
    """An older server took a Valkey with the name redis-server for a Redis."""
    data = copy_written("valkey-8.1.8", tmp_path)
    for record, wrote in (("8.1.8", "Valkey 8.1.8"), ("9.0.1", "Valkey 9.0.1"), ("7.0.15", "Valkey 8.1.8")):
        (data / "redis-version").write_text(f"{record}\n")
        assert writer(data) == named(wrote)


def test_valkey_that_took_games_of_redis_over_is_their_writer(tmp_path: Path) -> None:
    data = copy_written("redis-7.0.15", tmp_path)
    record_version(data, named("Valkey 9.1.2"))
    assert writer(data) == named("Valkey 9.1.2")


@pytest.mark.parametrize("damage", ["no base file", "empty base file", "no manifest line", "bytes"])
def test_games_whose_beginning_cannot_be_read_are_taken_for_those_of_redis_7_0(
    tmp_path: Path, damage: str
) -> None:
    data = copy_written("valkey-9.1.2", tmp_path)
    manifest = data / "appendonlydir" / "appendonly.aof.manifest"
    (base,) = manifest.parent.glob("*.base.rdb")
    match damage:
        case "no base file":
            base.unlink()
        case "empty base file":
            base.write_bytes(b"")
        case "no manifest line":
            manifest.write_text("")
        case _:
            manifest.write_bytes(b"\xff\xfe\0")
    assert writer(data) == Version(7, 0)


def test_a_directory_without_games_has_no_writer(tmp_path: Path) -> None:
    assert writer(tmp_path) is None
    record_version(tmp_path, named("Redis 8.2.3"))
    assert writer(tmp_path) is None, "expected the record of a redis-server that wrote nothing not to count"


def test_a_record_of_valkey_beside_a_single_file_is_of_no_account(tmp_path: Path) -> None:
    """Valkey was killed before it wrote the first file of its own."""
    data = copy_written("redis-6.2.14", tmp_path)
    record_version(data, named("Valkey 9.1.2"))
    assert writer(data) == Version(6, 2)
