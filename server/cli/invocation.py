"""The command that started this program, in a form that can be pasted into a terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

MODULE = ("-m", "server")


def this_command() -> str:
    """Return the command that started this program, such as `.venv/bin/kibitz` or `python -m server`."""
    return command_of(sys.orig_argv, sys.argv[0], Path.cwd())


def command_of(arguments: Sequence[str], program: str, directory: Path) -> str:
    """Return the command that started a process in `directory`, quoted for a shell.

    `arguments` are the path of the Python interpreter and its arguments, `program` is the path of the script.
    The command names a script in a folder of PATH without the folder, a script below `directory` by its
    relative path unless `directory` is the root, and any other script as it was typed.
    """
    if tuple(arguments[1:3]) == MODULE:
        return " ".join((_quoted(arguments[0], directory), *MODULE))
    return _quoted(program, directory)


def _quoted(program: str, directory: Path) -> str:
    path = Path(program)
    if path.is_absolute():
        found = shutil.which(path.name)
        if found is not None and os.path.samefile(found, path):
            return shlex.quote(path.name)
        if path.is_relative_to(directory) and path.anchor != str(directory):
            return shlex.quote(str(path.relative_to(directory)))
    return shlex.quote(program)
