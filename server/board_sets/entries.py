"""The entries of the log of a set of boards. The log holds every change of the set, in order."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from protocol.v1.requests import Policy, Seats
from server.table.seats import Occupant


class Place(Struct, frozen=True, omit_defaults=True):
    """One table of a new set of boards: its id, its name, and its house robots by seat.

    `room` is `open` or `closed` for a table of a match, and "" for a table of another set. `players` are the
    players that an event has seated there. `boards` are the first (from 0) and the number of those boards of
    the set that the table plays, if the boards of an event move from table to table; with None it plays all.
    """

    table: str
    name: str = ""
    room: str = ""
    seats: Seats = {}
    players: dict[int, Occupant] = {}
    boards: tuple[int, int] | None = None


class _Entry(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True):
    """An entry in the log of a set of boards; `at_ms` is its time in ms since 1970.

    The time of an entry is never earlier than that of the previous entry.
    """

    at_ms: int


class Begun(_Entry, frozen=True, tag="begun"):
    """The first entry of the log: the tables of the set, with all data needed to open them.

    `match` is True if the set is a match of two tables. `uploaded` is True if the host uploaded the boards.
    `event` is the event of which the set is a round, "" for a set that is played alone, and `directors` are
    the ids of its directors.
    """

    places: tuple[Place, ...]
    policy: Policy
    match: bool = False
    uploaded: bool = False
    event: str = ""
    directors: tuple[str, ...] = ()


class Came(_Entry, frozen=True, tag="came"):
    """A player has come to a table of the set: to a seat, to an office, or to watch a hand.

    The entry is stored before the entry of the table's own log by which the player comes. `office` is True
    for a director or commentator that has no seat and watches no hand as a kibitzer.
    """

    table: str
    player: str
    office: bool = False


class Went(_Entry, frozen=True, tag="went"):
    """A player has no seat and no office at a table any more, and watches no hand there.

    The player may know cards of the deals up to the deal `last`, counted from 0.
    """

    table: str
    player: str
    last: int


class Played(_Entry, frozen=True, tag="played"):
    """A table has finished a deal, or a director has corrected the result of a deal finished before.

    `deal` counts the deals of the table from 0, and `board` is the number of the board. `result` is of the
    game's type `Sharing.result_type`. `players` has the name of the player or robot in each seat, or None.
    """

    table: str
    deal: int
    board: int
    result: msgspec.Raw
    players: tuple[str | None, ...] = ()


class Reopened(_Entry, frozen=True, tag="reopened"):
    """A ruling has reopened a finished deal of a table: the deal has no result until it is finished again."""

    table: str
    deal: int
    board: int


class Finished(_Entry, frozen=True, tag="finished"):
    """A table of the set has been closed: it plays no more boards.

    The people at the table may know cards of the deals up to the deal `last`, counted from 0.
    """

    table: str
    last: int


class Over(_Entry, frozen=True, tag="over"):
    """The end of the set of boards: none of its tables plays any more."""


Entry = Begun | Came | Went | Played | Reopened | Finished | Over

_decoder = msgspec.msgpack.Decoder(Entry)
_encoder = msgspec.msgpack.Encoder()


def encode(entry: Entry) -> bytes:
    """Return an entry as the bytes that are stored in the log."""
    return _encoder.encode(entry)


def decode(packed: bytes) -> Entry:
    """Return the entry that the bytes `packed` of a log encode.

    Raises msgspec.DecodeError or msgspec.ValidationError if the bytes are not a valid entry.
    """
    entry: Entry = _decoder.decode(packed)
    return entry
