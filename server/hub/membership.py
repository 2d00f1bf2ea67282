"""The set of boards to which a table belongs, as it is stored with the table."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Member(Struct, frozen=True, omit_defaults=True):
    """The set of a table, as it is stored with the table.

    `others` are the ids of the set's other tables, and `name` is the name of the match or the set of boards.
    `room` is `open` or `closed` at a match, otherwise "". `uploaded` is True if the host uploaded the boards.
    `event` is the event of which the set is a round, or "", and `uploader` the player that uploaded the
    event's boards. A table of an event has no host. `boards` are the first (from 0) and the number of those
    boards of the set that the table plays, None for all. With a part of them, the boards move from table to
    table, and tables of other sets of the event play them, too.
    """

    board_set: str
    others: tuple[str, ...]
    name: str = ""
    room: str = ""
    uploaded: bool = False
    event: str = ""
    uploader: str = ""
    boards: tuple[int, int] | None = None


_decoder = msgspec.msgpack.Decoder(Member)


def packed(member: Member) -> bytes:
    """Return the data of a `Member` as bytes, in the form in which the store keeps them with the table."""
    return msgspec.msgpack.encode(member)


def unpacked(board_set: bytes) -> Member:
    """Return the data that the bytes encode. Raises an error of msgspec if they are not valid."""
    return _decoder.decode(board_set)
