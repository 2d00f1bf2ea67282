"""The encoding of batches: good for one channel and one store, and open for what later releases add."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.links.batches import BATCHES, SHARED_BATCHES, Batch, Seal, Share, SharedBatch, SharedMessage

SEAL = Seal(b"secret", "kibitz:to:south")
NUMBERS = st.integers(0, 2**63)
BATCH = st.builds(
    Batch,
    st.text(max_size=5),
    NUMBERS,
    NUMBERS,
    st.booleans(),
    NUMBERS,
    NUMBERS,
    st.lists(st.one_of(st.none(), st.binary(max_size=20)), max_size=4),
)


def sealed(body: bytes) -> bytes:
    """Return bytes behind the hash that hubs of this store would put before them."""
    key = blake2b(b"secret", digest_size=32, person=b"kibitz links").digest()
    return blake2b(b"kibitz:to:south\0" + body, digest_size=16, key=key).digest() + body


@given(BATCH)
def test_a_batch_is_read_as_it_was_sealed(batch: Batch) -> None:
    assert SEAL.opened(SEAL.sealed(batch), BATCHES) == batch
    assert SEAL.sealed(batch) == sealed(msgspec.msgpack.encode(batch))


def test_a_batch_to_several_hubs_is_read_as_it_was_sealed() -> None:
    batch = SharedBatch(
        "north", [Share("east", 1, 2, 3)], [SharedMessage(b"1NT", [7]), SharedMessage(b"", [0])]
    )
    assert SEAL.opened(SEAL.sealed(batch), SHARED_BATCHES) == batch


@given(BATCH, st.data())
def test_a_batch_with_one_changed_byte_is_refused(batch: Batch, data: st.DataObject) -> None:
    payload = bytearray(SEAL.sealed(batch))
    payload[data.draw(st.integers(0, len(payload) - 1))] ^= data.draw(st.integers(1, 255))
    assert SEAL.opened(bytes(payload), BATCHES) is None


def test_the_seal_of_another_channel_or_another_store_is_refused() -> None:
    batch = Batch("north", 1, 2, False, 0)
    assert SEAL.opened(SEAL.sealed(batch), BATCHES) == batch
    for seal in (Seal(b"secret", "kibitz:to:sout"), Seal(b"secre", "kibitz:to:south")):
        assert SEAL.opened(seal.sealed(batch), BATCHES) is None


@pytest.mark.parametrize(
    "fields",
    [
        ["north", 1, 2, False, 0, 4, [b"1NT"], "a field of a later release", {"and": 1}],
        ["north", 1, 2, False, 0, 4, [b"1NT"]],
    ],
)
def test_fields_that_a_later_release_adds_are_ignored(fields: list[Any]) -> None:
    batch = SEAL.opened(sealed(msgspec.msgpack.encode(fields)), BATCHES)
    assert batch == Batch("north", 1, 2, False, 0, 4, [b"1NT"])


def test_fields_that_a_later_release_adds_to_shares_and_messages_are_ignored() -> None:
    fields = ["north", [["east", 1, 2, 3, "new"]], [[b"1NT", [7], "new"]], "new"]
    batch = SEAL.opened(sealed(msgspec.msgpack.encode(fields)), SHARED_BATCHES)
    assert batch == SharedBatch("north", [Share("east", 1, 2, 3)], [SharedMessage(b"1NT", [7])])


@pytest.mark.parametrize(
    "fields",
    [
        [],
        {},
        7,
        ["north"],
        ["north", "1", 2, False, 0],
        ["north", 1, 2, False, 0, 1, [7]],
        ["north", 1, 2, 0, 0],
    ],
    ids=str,
)
def test_another_form_is_refused(fields: object) -> None:
    assert SEAL.opened(sealed(msgspec.msgpack.encode(fields)), BATCHES) is None
    assert SEAL.opened(sealed(msgspec.msgpack.encode(fields)[:-1]), BATCHES) is None
