"""How this program was started, as it may be pasted to be started again from the same directory."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

MODULE = ("-m", "server")


def this_command() -> str:
    """Return the words before a command's name: `.venv/bin/kibitz`, `kibitz` or `python -m server`."""
    return command_of(sys.orig_argv, sys.argv[0], Path.cwd())


def command_of(typed: Sequence[str], program: str, directory: Path) -> str:
    """Return the command of a process that was started in `directory`.

    `typed` are the interpreter's own arguments, `program` is the script that it runs. A script that PATH
    finds is called by its name, one below the directory by its path from there.
    """
    if tuple(typed[1:3]) == MODULE:
        return " ".join((_shown(typed[0], directory), *MODULE))
    return _shown(program, directory)


def _shown(program: str, directory: Path) -> str:
    path = Path(program)
    if path.is_absolute():
        found = shutil.which(path.name)
        if found is not None and os.path.samefile(found, path):
            return shlex.quote(path.name)
        if path.is_relative_to(directory):
            return shlex.quote(str(path.relative_to(directory)))
    return shlex.quote(program)
