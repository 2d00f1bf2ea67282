"""Instructions that the processor executes for one ordinary action of each game, held against kept counts.

`callgrind` counts them: unlike times, they are the same on a busy machine. They depend on the Python that
runs and on its packages, so counts of another Python or another lock file are not compared.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.bench.actions import ACTIONS, script
from tests.bench.processes import ROOT

KEPT = Path(__file__).with_name("instructions.json")
LOCK = ROOT / "deploy/requirements.txt"
GAMES = ("bridge", "spades", "hanabi")
TOLERANCE = 0.01
"""The share by which a count may differ from the kept one; README.md of this folder has the measurement."""
LIMIT_S = 600
_SUMMARY = re.compile(r"^summary: (\d+)", re.MULTILINE)


class Surroundings(Struct, frozen=True):
    """The programs and packages on which counts depend beside our own code."""

    python: str
    machine: str
    libc: str
    valgrind: str
    lock: str


class Kept(Struct, frozen=True):
    """The counts in the repository, and what they were counted with."""

    surroundings: Surroundings
    instructions: dict[str, int]


class Counted(Struct):
    """Counts of this run beside those in the repository."""

    instructions: dict[str, int]
    kept: dict[str, int]

    def faults(self) -> list[str]:
        """Return a sentence for each game whose count has grown or shrunk by more than the tolerance."""
        found = []
        for game, count in self.instructions.items():
            kept = self.kept.get(game)
            if kept is None or abs(count / kept - 1) > TOLERANCE:
                found.append(_fault(game, count, kept))
        return found


def _fault(game: str, count: int, kept: int | None) -> str:
    wanted, share = "a kept count", ""
    if kept is not None:
        wanted = f"{kept:,} instructions for an action, give or take {TOLERANCE:.0%}"
        share = f" ({100 * (count / kept - 1):+.1f} %)"
    return (
        f"{game}: expected {wanted}, got {count:,}{share};"
        " if the change is meant, keep the new counts with --keep-instructions"
    )


def here() -> Surroundings:
    """Return what a count of this process would depend on."""
    valgrind = shutil.which("valgrind")
    version = ""
    if valgrind is not None:
        said = subprocess.run([valgrind, "--version"], capture_output=True, text=True, timeout=30)
        version = said.stdout.strip()
    return Surroundings(
        python=" ".join(sys.version.split()),
        machine=os.uname().machine,
        libc=" ".join(platform.libc_ver()),
        valgrind=version,
        lock=hashlib.sha256(LOCK.read_bytes()).hexdigest(),
    )


_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def unlocked(lock: str) -> list[str]:
    """Return the installed packages that are of another version than a lock file has, with both versions."""
    pins: dict[str, list[str]] = {}
    for name, version in _PIN.findall(lock):
        pins.setdefault(name, []).append(version)
    found = []
    for name, versions in pins.items():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue  # It is for another system or another Python.
        if installed not in versions:
            found.append(f"{name} {installed} in place of {' or '.join(versions)}")
    return found


def difference(kept: Kept | None, now: Surroundings) -> str:
    """Return why counts cannot be compared, "" if they can."""
    if not now.valgrind:
        return "valgrind is not installed (on Debian and Ubuntu: apt-get install valgrind)"
    if kept is None:
        return "no counts are kept yet; keep them with --keep-instructions"
    for name in Surroundings.__struct_fields__:
        then, current = getattr(kept.surroundings, name), getattr(now, name)
        if name == "lock" and then != current:
            return f"the kept counts are of another lock file, {LOCK.relative_to(ROOT)} has changed since"
        if then != current:
            return f"the kept counts are of another {name}: {then}, here it is {current}"
    if others := unlocked(LOCK.read_text()):
        return f"packages differ from {LOCK.relative_to(ROOT)}: {', '.join(others)}"
    return ""


def read(path: Path | None = None) -> Kept | None:
    """Return the counts in `path`, by default those in the repository; None if there are none."""
    path = path or KEPT
    return msgspec.json.decode(path.read_bytes(), type=Kept) if path.exists() else None


def keep(path: Path | None = None) -> Kept:
    """Count, and keep the counts in `path`, by default in the repository.

    Raises RuntimeError without valgrind, and with packages of other versions than the lock file has.
    """
    surroundings = here()
    if reason := difference(Kept(surroundings, {}), surroundings):
        raise RuntimeError(f"no counts were kept: {reason}")
    kept = Kept(surroundings, count())
    (path or KEPT).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
    return kept


def count() -> dict[str, int]:
    """Return the instructions of one ordinary action of each game."""
    with tempfile.TemporaryDirectory(prefix="kb-count-") as folder:
        out, scripts = Path(folder) / "counts", [Path(folder) / game for game in GAMES]
        for game, path in zip(GAMES, scripts, strict=True):
            path.write_bytes(msgspec.msgpack.encode(script(game)))
        command = [
            *("valgrind", "--tool=callgrind", "--dump-before=getppid", f"--callgrind-out-file={out}"),
            *(sys.executable, "-m", "tests.bench.actions", *map(str, scripts)),
        ]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=_environment(), capture_output=True, text=True, timeout=LIMIT_S
            )
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"callgrind was not done within {LIMIT_S} s") from None
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["nothing"]
            raise RuntimeError(f"callgrind failed: {said[-1]}")
        dumps = sorted(Path(folder).glob("counts.*"), key=lambda path: int(path.suffix[1:]))
        return between([summary(path.read_text()) for path in dumps])


def _environment() -> dict[str, str]:
    """Return the variables for a count: none that changes what Python or a server does."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("KIBITZ_", "PYTHON"))}
    return {**others, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}


def summary(dump: str) -> int:
    """Return the count of one file of callgrind."""
    found = _SUMMARY.search(dump)
    if found is None:
        raise RuntimeError("expected a line `summary:` in a file of callgrind")
    return int(found[1])


def between(counts: list[int]) -> dict[str, int]:
    """Return the instructions of one action of each game.

    `counts` are those before the actions, of the actions, and of as many empty turns, game by game.
    """
    if len(counts) != 3 * len(GAMES):
        raise RuntimeError(
            f"expected three borders in each of {len(GAMES)} scripts, got {len(counts)} in all"
        )
    return {game: round((counts[3 * at + 1] - counts[3 * at + 2]) / ACTIONS) for at, game in enumerate(GAMES)}
