"""The bytes of a record: every log comes back, short, and what cannot be read is named."""

from __future__ import annotations

import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.errors import StoreError
from server.store.archive import record_bytes
from tests.golden_logs import files

entries = st.lists(st.binary(max_size=200), max_size=20).map(tuple)


@given(entries, st.binary(max_size=100))
def test_every_log_and_its_notes_come_back(log: tuple[bytes, ...], notes: bytes) -> None:
    assert record_bytes.unpacked(record_bytes.packed(log, notes), "here") == (log, notes)


def test_the_records_of_the_golden_logs_take_less_than_half_of_what_zlib_makes_of_them() -> None:
    plain = packed = 0
    for log in golden():
        packed += len(record_bytes.packed(log, b""))
        plain += len(zlib.compress(msgspec.msgpack.encode(log)))
    assert packed < plain / 2


def golden() -> list[tuple[bytes, ...]]:
    streams = [
        value["stream"]
        for name in files.names()
        for key, value in msgspec.json.decode((files.LOGS / f"{name}.json").read_bytes())["keys"].items()
        if ":log:" in key
    ]
    return [tuple(fields["e"].encode("latin-1") for _, fields in stream) for stream in streams]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda record: b"\x02" + record[1:], "expected a record in format 1, got 02"),
        (lambda record: b"", "expected a record in format 1, got none"),
        (lambda record: record[:-5], "expected a record that is complete, got a part of one"),
        (lambda record: record[:9] + b"\xff\xff" + record[11:], "the record cannot be unpacked"),
    ],
)
def test_a_record_that_cannot_be_read_is_named(change: object, expected: str) -> None:
    assert callable(change)
    record = record_bytes.packed((b"an entry " * 20, b"another entry"), b"")
    with pytest.raises(StoreError, match=f"^here: {expected}$"):
        record_bytes.unpacked(change(record), "here")


def test_the_bytes_of_format_1_stay_readable() -> None:
    """Written by the first version of the archive; each later one must read them."""
    written = bytes.fromhex(WRITTEN)
    assert record_bytes.unpacked(written, "here") == ((b"the first entry", b"\x00\xff"), b"notes")


WRITTEN = "0178bb13d1113b9b34e9083fe87e03f0889a426a5e4951e5112686ff4758f340c7130100c3280c8a"
