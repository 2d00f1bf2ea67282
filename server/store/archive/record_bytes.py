"""The bytes of a record in the archive: compressed, with the number of their format and a checksum.

Logs of a game are alike, so that a dictionary that all records share makes them much shorter. It has the
parts of 12 bytes and more that most of some other logs share: of robots at bridge, Spades and Hanabi, and of
the golden logs of the tests. Of 70 logs of 6 kB, zlib alone made 1.5 kB each, and with the dictionary 0.65 kB
in 0.3 ms.
"""

from __future__ import annotations

import hashlib
import zlib
from importlib.resources import files

import msgspec

from server.errors import Altered, StoreError
from server.store.archive.archive import ArchivedDeal, ArchivedTable

FORMAT = 1
"""The number of the format, the first byte of a record: zlib with the dictionary of the same number."""
MOST_BYTES = 64 * 1024 * 1024
"""The most bytes that a record may have after it is unpacked."""
CHECKSUM_BYTES = 16

Body = tuple[tuple[bytes, ...], bytes]

_dictionary = (files(__package__) / f"dictionary-{FORMAT}.bin").read_bytes()
_decoder: msgspec.msgpack.Decoder[Body] = msgspec.msgpack.Decoder(Body)


def packed(entries: tuple[bytes, ...], notes: bytes) -> bytes:
    """Return the compressed bytes of a log and its notes."""
    compressor = zlib.compressobj(level=6, zdict=_dictionary)
    body = msgspec.msgpack.encode((entries, notes))
    return bytes((FORMAT,)) + compressor.compress(body) + compressor.flush()


def unpacked(record: bytes, place: str) -> Body:
    """Return the log and the notes of a record; `place` names the record in the text of an error.

    Raises StoreError for a record in a format of a later version, and for one that cannot be read.
    """
    if record[:1] != bytes((FORMAT,)):
        got = record[:1].hex() or "none"
        raise StoreError(f"{place}: expected a record in format {FORMAT}, got {got}")
    decompressor = zlib.decompressobj(zdict=_dictionary)
    try:
        body = decompressor.decompress(record[1:], MOST_BYTES)
        if not decompressor.eof:
            raise StoreError(f"{place}: expected a record that is complete, got a part of one")
        return _decoder.decode(body)
    except (zlib.error, msgspec.DecodeError) as error:
        raise StoreError(f"{place}: the record cannot be unpacked") from error


def checksum_of_deal(deal: ArchivedDeal, record: bytes) -> bytes:
    """Return the checksum of a deal's record and of all its columns; the players are not part of it."""
    columns = (deal.table, deal.deal, deal.version, deal.game, deal.ended_ms, deal.open, deal.result)
    return _checksum(msgspec.msgpack.encode(columns), record)


def checksum_of_table(table: ArchivedTable) -> bytes:
    """Return the checksum of the stored data about a table; the players are not part of it."""
    columns = (table.table, table.version, table.deal, table.closed_ms)
    return _checksum(msgspec.msgpack.encode(columns), table.meta)


def check(place: str, expected: bytes, stored: bytes) -> None:
    """Raise Altered, with the place of the record, if the stored checksum is not the expected one."""
    if expected != stored:
        raise Altered(f"archive, {place}: the record does not match its checksum")


def _checksum(columns: bytes, record: bytes) -> bytes:
    return hashlib.blake2b(columns + record, digest_size=CHECKSUM_BYTES).digest()
