"""The command that measures a server on this machine: `kibitz bench`."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import typer

from server.cli.failures import failure

ROOT = Path(__file__).parents[2]
"""The folder that holds the package `server`: the checkout, or the folder of installed packages."""


def bench(context: typer.Context) -> None:
    """Measure a server on this machine; `kibitz bench --help` lists the options.

    The benchmark is a part of the checkout of Kibitz, in tests/bench. An installed package does not have it.
    """
    if not (ROOT / "tests/bench/__main__.py").exists():
        raise failure(
            "the benchmark is in the folder tests/bench of a checkout of Kibitz, and this installation has no"
            " such folder; in a checkout, `make bench` installs what the benchmark needs and runs it"
        )
    if find_spec("psutil") is None:
        raise failure("the benchmark needs packages for development; `make bench` installs them and runs it")
    # Replace this process, so that signals and the exit code are the benchmark's own.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_paths())}
    command = [sys.executable, "-P", "-m", "tests.bench", *context.args]
    os.execve(sys.executable, command, environment)


def _paths() -> list[str]:
    """Return the folders in which Python is to look for modules first."""
    return [str(ROOT), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
