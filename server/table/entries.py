"""What a table's log is made of: everything that ever changed the table, in order."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.requests import Policy


class Chair(Struct, frozen=True):
    """A seat: the player who has it, and the house robot that plays while nobody does."""

    player: str | None = None
    name: str = ""
    robot: str | None = None

    @property
    def taken(self) -> bool:
        """Somebody, or a robot, plays this seat."""
        return self.player is not None or self.robot is not None


def house_id(seat: int) -> str:
    """The player id under which the house robot of a seat acts."""
    return f"house:{seat}"


class Counter(Struct, frozen=True):
    """A player's last applied action at this table: its number, and the action as it was sent."""

    n: int
    action: bytes


class _Entry(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True):
    """`at_ms` is never below the entry before it."""

    at_ms: int


class Base(_Entry, frozen=True, tag="base"):
    """The first entry of every log: all that the deal starts from. `state` is the game's carried state."""

    state: msgspec.Raw
    seats: tuple[Chair, ...]
    policy: Policy
    counters: dict[str, Counter] = {}
    moves: int = 0
    rewinds: int = 0
    paused: bool = False


class Acted(_Entry, frozen=True, tag="act"):
    """A game action; `seat` None is chance. `action` is plain data when read from a store.

    `forced`: the seat's time had run out.
    """

    action: Any
    seat: int | None = None
    player: str | None = None
    n: int | None = None
    forced: bool = False


class Ruled(_Entry, frozen=True, tag="rule"):
    """A director's ruling, or one of the server's own (`player` None); plain data when read from a store."""

    ruling: Any
    player: str | None = None


class Sat(_Entry, frozen=True, tag="sit"):
    """A player took a seat."""

    seat: int
    player: str
    name: str


class Stood(_Entry, frozen=True, tag="stand"):
    """The player of a seat left it."""

    seat: int


class Hosted(_Entry, frozen=True, tag="host"):
    """The host changed the table; what is None stays. `state` begins the game anew with other options.

    It is encoded by itself, as an absent `Raw` could not be told from a null when it is read back.
    """

    seats: tuple[Chair, ...] | None = None
    policy: Policy | None = None
    paused: bool | None = None
    state: bytes | None = None


class Saw(_Entry, frozen=True, tag="saw"):
    """A watcher was shown a hidden hand of this deal, and may not sit in it."""

    player: str


class Credited(_Entry, frozen=True, tag="credit"):
    """Time given back to the clock after an outage."""

    ms: int


class Closed(_Entry, frozen=True, tag="close"):
    """The table ended."""

    reason: str


Entry = Base | Acted | Ruled | Sat | Stood | Hosted | Saw | Credited | Closed

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode
