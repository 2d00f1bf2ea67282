"""Write a copy of the robots of an earlier commit, under another name, for a duel against today's robots.

    python -m tests.bench.frozen COMMIT FOLDER

The package `frozen_bots` in the folder then has the robots of that commit. They share with today's robots the
protocol, the views and the base class `Bot`, which only grow. A duel finds them with the folder on the path:

    PYTHONPATH=FOLDER kibitz duel bridge sampler frozen_bots.sampler_bot:SamplerBot --bidding-only
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

NAME = "frozen_bots"
IMPORTED = re.compile(r"\bbots(?=\.[a-z_])(?!\.(?:[a-z]+\.)?(?:view|client|game|registry|bot)\b)")


def freeze(commit: str, folder: Path) -> list[Path]:
    """Write the Python modules of `bots` at a commit as the package `frozen_bots`, and return their paths.

    Raises CalledProcessError for a commit that this repository does not have.
    """
    listed = _git("ls-tree", "-r", "--name-only", commit, "bots").splitlines()
    written = []
    for name in listed:
        if not name.endswith(".py"):
            continue
        path = folder / NAME / Path(name).relative_to("bots")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(IMPORTED.sub(NAME, _git("show", f"{commit}:{name}")))
        written.append(path)
    return written


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.frozen", description=__doc__)
    parser.add_argument("commit", help="a commit of this repository")
    parser.add_argument("folder", type=Path, help="the folder in which the package is written")
    chosen = parser.parse_args(arguments)
    print(len(freeze(chosen.commit, chosen.folder)), "modules written")


if __name__ == "__main__":
    main()
