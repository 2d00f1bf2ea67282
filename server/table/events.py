"""What a table's log is made of: everything that ever changed the table, in order."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from protocol.v1.requests import Office, Policy
from server.table.seats import Chair as Chair
from server.table.seats import Occupant as Occupant
from server.table.seats import house_id as house_id


class Counter(Struct, frozen=True):
    """A player's last applied action at this table: its number, and the action as it was sent.

    A director's last ruling likewise, under `ruler_id`: its number is the id of its request.
    """

    n: int
    action: bytes


def counted(counters: dict[str, Counter], who: str, number: int | None, done: object) -> dict[str, Counter]:
    """The counters when somebody has done this under his `number`; the same ones where it has none."""
    return {**counters, who: Counter(number, encode(done))} if number else counters


def ruler_id(director: str) -> str:
    """The id under which the rulings of a director are counted, who may play, too."""
    return f"rules:{director}"


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
    directors: tuple[str, ...] = ()
    commentators: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    host: str = ""
    onlookers: tuple[str, ...] = ()
    unwelcome: tuple[str, ...] = ()


class Acted(_Entry, frozen=True, tag="act"):
    """A game action; `seat` None is chance. `action` is plain data when read from a store.

    `asked` is what the player sent, where its effect is another action. `forced`: the seat's time had run
    out. `single`: there was no choice, and the table did it in due time.
    """

    action: Any
    seat: int | None = None
    player: str | None = None
    n: int | None = None
    asked: Any = None
    forced: bool = False
    single: bool = False


class Ruled(_Entry, frozen=True, tag="rule"):
    """A director's ruling, or one of the server's own (`player` None); plain data when read from a store.

    `id` is that of the director's request, by which it is known when it comes again; 0 for none.
    """

    ruling: Any
    player: str | None = None
    id: int = 0


class Sat(_Entry, frozen=True, tag="sit"):
    """A player took a seat; `robot` still makes the decision that is due."""

    seat: int
    player: str
    name: str
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """The seat after this."""
        return before.sit(self.player, self.name).relieved(self.robot, returning=self.robot is not None)


class Stood(_Entry, frozen=True, tag="stand"):
    """The player of a seat left it; `owner`: its owner, who was away, gave it up.

    `robot` comes for who left his cards behind.
    """

    seat: int
    owner: bool = False
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """The seat after this."""
        return before.give_up(self.robot) if self.owner else before.stand(self.robot)


class Away(_Entry, frozen=True, tag="away"):
    """The player of a seat has been gone for too long: `robot` stands in for him, or None: anybody may."""

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """The seat after this."""
        return before.leave(self.robot)


class Back(_Entry, frozen=True, tag="back"):
    """The owner of a seat is back and has it again; who stood in for him has none.

    `robot` still makes the decision that is due.
    """

    seat: int
    robot: str | None = None

    def chair(self, before: Chair) -> Chair:
        """The seat after this."""
        return before.give_back().relieved(self.robot, returning=self.robot is not None)


class Relieved(_Entry, frozen=True, tag="relieve"):
    """The time of a seat's player ran out: `robot` plays for him, who keeps the seat; None: no more.

    `returning`: he has said that he is there, and plays again when the present decision is made.
    """

    seat: int
    robot: str | None = None
    returning: bool = False

    def chair(self, before: Chair) -> Chair:
        """The seat after this."""
        return before.relieved(self.robot, returning=self.returning)


class Hosted(_Entry, frozen=True, tag="host"):
    """The host, or a director, changed the table; what is None stays. `state` begins the game anew with other
    options. `place` gives seats to players, None frees one; `robot` comes for who left his cards behind.
    `add_ms` was given to the running clock.

    `state` is encoded by itself, as an absent `Raw` could not be told from a null when it is read back.
    """

    seats: tuple[Chair, ...] | None = None
    policy: Policy | None = None
    paused: bool | None = None
    state: bytes | None = None
    directors: tuple[str, ...] | None = None
    commentators: tuple[str, ...] | None = None
    invited: tuple[str, ...] | None = None
    place: dict[int, Occupant | None] | None = None
    robot: str | None = None
    add_ms: int = 0
    host: str | None = None
    onlookers: tuple[str, ...] | None = None
    unwelcome: tuple[str, ...] | None = None


class Shown(_Entry, frozen=True, tag="show"):
    """The player of a seat lets a watcher look into its hand, or (`hand` False) no more."""

    seat: int
    player: str
    hand: bool = True


class Agreed(_Entry, frozen=True, tag="agree"):
    """A player who has a seat agrees that `player` gets an office in this deal, or takes that back."""

    by: str
    player: str
    office: Office
    agree: bool = True


class Saw(_Entry, frozen=True, tag="saw"):
    """A watcher was shown a hidden hand of this deal, and may not sit in it."""

    player: str


class Credited(_Entry, frozen=True, tag="credit"):
    """Time given back to the clock after an outage."""

    ms: int


class Closed(_Entry, frozen=True, tag="close"):
    """The table ended, through the player of `seat` where one ended a game that went on."""

    reason: str
    seat: int | None = None


Entry = (
    Base
    | Acted
    | Ruled
    | Sat
    | Stood
    | Away
    | Back
    | Relieved
    | Hosted
    | Shown
    | Agreed
    | Saw
    | Credited
    | Closed
)

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode
