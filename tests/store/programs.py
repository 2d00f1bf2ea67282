"""The choice of the redis-server that a server finds on PATH, for one test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.conftest import BINARIES

OLDER, NEWER = BINARIES.get("shipped"), BINARIES.get("on PATH")
needs_both = pytest.mark.skipif(
    OLDER is None or NEWER is None,
    reason="there is no redis-server on PATH newer than the one that is shipped",
)


def put_on_path(monkeypatch: pytest.MonkeyPatch, directory: Path, program: str, *options: str) -> None:
    """Make `program`, started with these options, the redis-server on PATH."""
    place = directory / "bin"
    place.mkdir(exist_ok=True)
    script = place / "redis-server"
    started = " ".join((program, '"$@"', *options))
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec {program} --version\nexec {started}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(place))


def take_off_path(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    """Leave no redis-server on PATH."""
    nothing = directory / "nothing"
    nothing.mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", str(nothing))


def put_version_on_path(monkeypatch: pytest.MonkeyPatch, directory: Path, version: str) -> Path:
    """Put a redis-server on PATH that only prints its version."""
    program = write_version(directory, version)
    monkeypatch.setenv("PATH", str(directory))
    return program


def write_version(directory: Path, version: str) -> Path:
    """Write a redis-server that only prints its version."""
    directory.mkdir(exist_ok=True)
    program = directory / "redis-server"
    program.write_text(f'#!/bin/sh\necho "Redis server v={version} sha=00000000:0"\n')
    program.chmod(0o755)
    return program
