"""Append-only files that real programs of Redis and Valkey wrote, each in a folder with the version.

Each has table t1 of the store with the entries `BASE`, one and two: the first two in a snapshot, which the
program made when it rewrote its file, and the last as a command behind the snapshot.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from server.store.binaries import Family, Version

FOLDER = Path(__file__).parent
WRITTEN = {
    "redis-6.2.14": Version(6, 2, 14),
    "redis-7.0.15": Version(7, 0, 15),
    "redis-8.2.3": Version(8, 2, 3),
    "valkey-8.1.8": Version(8, 1, 8, Family.VALKEY),
    "valkey-9.1.2": Version(9, 1, 2, Family.VALKEY),
}
"""The folders with the versions of the programs that wrote their files."""


def copy_written(name: str, directory: Path) -> Path:
    """Copy files of `WRITTEN` to a new data directory, without a record of their version."""
    return Path(shutil.copytree(FOLDER / name, directory / "games"))
