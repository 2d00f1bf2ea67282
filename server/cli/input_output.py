"""The input and output of `kibitz` commands: files, or standard input and output for the name `-`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from server.cli.failures import failure


def read_input(source: str) -> bytes:
    """Return the whole content of a file, or of standard input for `-`.

    Raises typer.Exit, after printing the reason, if the input file cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise failure(f"{source}: expected a file to read: {error.strerror}") from None


def write_output(target: str, text: str) -> None:
    """Write a text to a file, or to standard output for `-`.

    A regular file is written completely or not at all: the command writes the text to a temporary file in the
    same folder, which then replaces the file. A text for a pipe or a device is written to it directly,
    without a temporary file. Raises typer.Exit, after printing the reason, if the output file cannot be
    written.
    """
    data, path = text.encode(), Path(target)
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise failure(f"{target}: expected a file to write: {error.strerror}") from None
