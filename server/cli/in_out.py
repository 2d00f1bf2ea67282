"""What a command reads and writes: a file, or standard input and output where it is called `-`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from server.cli.ending import failure


def read_input(source: str) -> bytes:
    """All of a file. Raises typer.Exit, with its reason said, for one that cannot be read."""
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise failure(f"{source}: expected a file to read: {error.strerror}") from None


def write_output(target: str, text: str) -> None:
    """Write all or nothing: a file of that name is replaced in the end; a pipe or a device is written to."""
    data, path = text.encode(), Path(target)
    if target == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise failure(f"{target}: expected a file to write: {error.strerror}") from None
