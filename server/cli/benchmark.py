"""The command that measures a server on this machine: `kibitz bench`."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import typer

from server.cli.failures import failure

HELP = {"--help", "-h"}
PACKAGES = ("psutil", "pytest")
"""The packages that the benchmark imports and a server does not need."""
ROOT = Path(__file__).parents[2]
"""The folder with the Python package `server`: a checkout of Kibitz, or the folder of installed packages."""


def bench(context: typer.Context) -> None:
    """Measure a server on this machine; `kibitz bench --help` lists the options.

    The benchmark is a part of the checkout of Kibitz, in tests/bench. An installed package of Kibitz does not
    have the benchmark.
    """
    missing, helps = _missing(), bool(HELP & {*context.args})
    if missing is not None and not helps:
        raise failure(missing)
    if missing is not None:
        typer.echo(f"Measure a server on this machine.\n\nHere this is not possible yet: {missing}.\n")
    if not _in_checkout():
        return
    # Replace this process, so that signals and the exit code are the benchmark's own.
    sys.stdout.flush()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_paths())}
    module = "tests.bench.options" if helps else "tests.bench"
    os.execve(sys.executable, [sys.executable, "-P", "-m", module, *context.args], environment)


def _missing() -> str | None:
    """Return the reason why the benchmark cannot run here, with a remedy, or None if it can run."""
    if not _in_checkout():
        return (
            "the benchmark is in the folder tests/bench of a checkout of Kibitz, and this installation has no"
            " such folder; in a checkout, `make bench` installs what the benchmark needs and runs it"
        )
    if any(find_spec(package) is None for package in PACKAGES):
        return (
            f"the benchmark needs packages for development ({', '.join(PACKAGES)}); `make bench` installs"
            " them and runs it"
        )
    return None


def _in_checkout() -> bool:
    return (ROOT / "tests/bench/__main__.py").exists()


def _paths() -> list[str]:
    """Return the folders in which the benchmark's Python looks for modules first."""
    return [str(ROOT), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
