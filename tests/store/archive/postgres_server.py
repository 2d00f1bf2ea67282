"""A private PostgreSQL on a unix socket in a temporary folder, of the programs of Debian's package."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USER = "postgres"


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version first; None if none is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Cluster:
    def __init__(self, programs_: Path, folder: Path) -> None:
        self._programs = programs_
        self._folder = folder
        # PostgreSQL refuses to run as root; Debian's package makes a user for it.
        self._user = USER if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)

    def make(self) -> None:
        self._run(
            "initdb",
            "-D",
            f"{self._folder}/data",
            "-U",
            USER,
            "-A",
            "trust",
            "-N",
            "-E",
            "UTF8",
            "--no-locale",
        )

    def start(self) -> None:
        options = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c shared_buffers=16MB"
        self._run(
            "pg_ctl", "-D", f"{self._folder}/data", "-w", "-l", f"{self._folder}/log", "-o", options, "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-w", "-m", "immediate", "stop")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql:///{database}?host={self._folder}&user={USER}"

    def fresh_url(self) -> str:
        """Return the URL of a new, empty database."""
        name = f"a{uuid.uuid4().hex}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command, user=self._user, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()


@contextmanager
def running() -> Iterator[Cluster | None]:
    """Run a cluster of its own for the tests; yield None if PostgreSQL is not installed."""
    found = programs()
    if found is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="kibitz-postgres-") as folder:
        cluster = Cluster(found, Path(folder))
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
