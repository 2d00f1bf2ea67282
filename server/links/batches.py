"""The encoding of what one hub publishes for others: batches of numbered messages, each with a seal.

A batch is a msgpack array behind a keyed hash of 16 bytes. A later release may add fields at the end of each
struct: this release ignores them. The hash covers the name of the channel, so that a batch is good for its
own addressee alone.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from typing import TypeVar

import msgspec
from msgspec import Struct

HASH = 16
"""The length (bytes) of the hash in front of each batch."""


class Batch(Struct, array_like=True, gc=False):
    """The message of one end of a link to the other end alone.

    `session` is the random id of the end that sends, and `peer_session` that of the other end as far as the
    sender knows; 0 means unknown. `hello` asks for an answer, as the sender does not know yet if
    `peer_session` is true. `heard` is the number of the last message before the first gap in what the sender
    has heard. The messages are numbered from `first` on; None stands for one that is sent in a `SharedBatch`.
    """

    sender: str
    session: int
    peer_session: int
    hello: bool
    heard: int
    first: int = 0
    messages: list[bytes | None] = []


class Share(Struct, array_like=True, gc=False):
    """The sessions of one link that gets messages of a `SharedBatch`; the fields are those of a `Batch`."""

    peer: str
    session: int
    peer_session: int
    heard: int


class SharedMessage(Struct, array_like=True, gc=False):
    """A message with its number in each link of the batch, in the order of the shares; 0 means in none."""

    payload: bytes
    numbers: list[int]


class SharedBatch(Struct, array_like=True, gc=False):
    """The message of one end of several links to the other ends at once, with what it brings in order."""

    sender: str
    shares: list[Share]
    messages: list[SharedMessage]


Sent = TypeVar("Sent", Batch, SharedBatch)

_encode = msgspec.msgpack.Encoder().encode
BATCHES = msgspec.msgpack.Decoder(Batch)
SHARED_BATCHES = msgspec.msgpack.Decoder(SharedBatch)


class Seal:
    """The seal of one channel: the keyed hash with which the hubs of a store know each other's batches.

    The key follows from `secret`, the random bytes that only the hubs of this store know.
    """

    def __init__(self, secret: bytes, channel: str) -> None:
        key = blake2b(secret, digest_size=32, person=b"kibitz links").digest()
        self._start = blake2b(channel.encode() + b"\0", digest_size=HASH, key=key)

    def _hash(self, body: bytes) -> bytes:
        hashing = self._start.copy()
        hashing.update(body)
        return hashing.digest()

    def sealed(self, batch: Struct) -> bytes:
        """Return a batch encoded, behind its hash."""
        body = _encode(batch)
        return self._hash(body) + body

    def opened(self, payload: bytes, decoder: msgspec.msgpack.Decoder[Sent]) -> Sent | None:
        """Return the batch in the bytes of a message of the bus, None if its hash or its form is wrong."""
        body = payload[HASH:]
        if not compare_digest(self._hash(body), payload[:HASH]):
            return None
        try:
            return decoder.decode(body)
        except msgspec.DecodeError:
            return None
