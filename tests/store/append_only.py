"""The append-only files in the data directory of a private redis-server, and damage to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.store.keys import log_key


def append_only_files(data: Path) -> list[Path]:
    """Return the files that hold the commands: one with Redis 6.2, one or more with Redis 7."""
    return sorted([*data.glob("appendonly.aof"), *data.glob("appendonlydir/*.aof")])


def write_zeros(data: Path, table: str, index: int, *, within: bytes = b"", count: int = 40) -> None:
    """Overwrite bytes in an entry of the table's first deal with zeros, as a failing disk may.

    The bytes are in the middle of the entry's value, or of `within` in it. All lengths stay the same, so that
    redis-server loads the file without an error.
    """
    key = log_key(table, 0).encode()
    (file,) = (each for each in append_only_files(data) if key in each.read_bytes())
    content = bytearray(file.read_bytes())
    head = rb"%b(?::\w+)?\r\n(?:\$10\r\nNOMKSTREAM\r\n)?" % re.escape(key)
    head += rb"\$\d+\r\n%d-0\r\n\$1\r\ne\r\n\$(\d+)\r\n" % index
    found = re.search(head, content)
    assert found is not None, f"expected entry {index} of {key!r} in {file}"
    value = bytes(content[found.end() : found.end() + int(found[1])])
    start = value.index(within) + ((len(within) or len(value)) - count) // 2
    assert start >= 0 and any(value[start : start + count]), "expected bytes to overwrite"
    content[found.end() + start : found.end() + start + count] = bytes(count)
    file.write_bytes(content)


def command(*parts: bytes | str | int) -> bytes:
    """Return a command in the Redis protocol, as an append-only file holds it."""
    packed = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"*%d\r\n" % len(packed) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in packed)


def write_append_only_file(data: Path, commands: Iterable[bytes]) -> None:
    """Write the single file of Redis 6.2, which Redis 7 takes over."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (data / "appendonly.aof").open("wb") as file:
        file.writelines(commands)
