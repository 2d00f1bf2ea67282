"""Checksums that detect changes on disk in log entries and in the fixed fields of a table's hash.

The checksum of a log entry is computed from the entry, its table, its deal and its index in the log. A wrong
checksum shows that an entry of a log was altered, is at a wrong position, or follows a missing entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

from server.errors import Altered

FIXED = (b"game", b"revision", b"name", b"host", b"created_ms", b"options", b"boards", b"match")
"""The fields of a table's hash in Redis that never change.

Add a field to `FIXED` only if no stored table has this field yet: otherwise the checksums of stored tables
become wrong.
"""


def of_log(table: str, deal: int) -> int:
    """Return the part of an entry's checksum that is the same for all entries of a log."""
    return crc32(f"{table} {deal} ".encode())


def of_entry(table: str, deal: int, index: int, entry: bytes) -> bytes:
    """Return the checksum of the entry at position `index` of a log, as eight hexadecimal digits."""
    return b"%08x" % crc32(entry, crc32(b"%d " % index, of_log(table, deal)))


def check_log(table: str, deal: int, written: Iterable[tuple[bytes, bytes | None]]) -> tuple[bytes, ...]:
    """Check each entry of a deal's log against its checksum, and return the entries, oldest first.

    An entry without a checksum (None) was written by an older version of Kibitz and is accepted. Raises
    Altered for the first entry of the log that does not match its checksum.
    """
    entries, beginning = [], of_log(table, deal)
    for index, (entry, checksum) in enumerate(written, 1):
        if checksum is not None and checksum != b"%08x" % crc32(entry, crc32(b"%d " % index, beginning)):
            raise Altered(f"table {table}, deal {deal}, entry {index}: the entry does not match its checksum")
        entries.append(entry)
    return tuple(entries)


def of_fields(table: str, fields: Mapping[bytes, bytes]) -> bytes:
    """Return the checksum of a table's unchanging fields (those in `FIXED`), as eight hexadecimal digits."""
    sum_ = crc32(f"{table} ".encode())
    for name in FIXED:
        value = fields.get(name)
        if value is not None:
            sum_ = crc32(b"%b %d %b " % (name, len(value), value), sum_)
    return b"%08x" % sum_


def check_fields(table: str, fields: Mapping[bytes, bytes]) -> None:
    """Raise Altered if the unchanging fields of a table's hash do not match the hash's field `checksum`.

    A table's hash without a checksum was written by an older version of Kibitz and is accepted.
    """
    checksum = fields.get(b"checksum")
    if checksum is not None and checksum != of_fields(table, fields):
        raise Altered(
            f"table {table}: the stored options, boards or other fixed fields do not match their checksum"
        )
