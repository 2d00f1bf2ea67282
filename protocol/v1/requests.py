"""Messages to the server: one tagged union, `t` is the tag."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
RequestId = Annotated[int, Meta(ge=0, le=2**53)]
Ms = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Name = Annotated[str, Meta(max_length=60)]
WatchAs = Literal["seat", "public", "all", "director", "commentator"] | SeatNo


class _Request(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """`id` is echoed in the answer; 0 where the client does not care."""

    id: RequestId = 0


class Hello(_Request, frozen=True):
    """The first message, within 5 s of the handshake. Without a token the client may only watch in public."""

    client: Annotated[str, Meta(max_length=100)] = ""
    token: Annotated[str, Meta(max_length=200)] | None = None


class Watch(_Request, frozen=True):
    """Follow a table; answered by `done` and, unless `epoch` and `version` are current, a `view`.

    `as` is this player's own seat, the public view, a role, or the number of the seat whose cards to see.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Follow the table no more; a seat is kept."""

    table: TableId


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", gc=False):
    """Nobody is timed."""


class PerMove(Struct, frozen=True, tag_field="kind", tag="move", gc=False):
    """Every decision has `move_ms`."""

    move_ms: Ms


class Bank(Struct, frozen=True, tag_field="kind", tag="bank", gc=False):
    """Every seat has a bank of `bank_ms`, and gains `increment_ms` with each decision it makes."""

    bank_ms: Ms
    increment_ms: Ms = 0


class PerBoard(Struct, frozen=True, tag_field="kind", tag="board", gc=False):
    """A board has `board_ms`; after that every decision has `overtime_ms`."""

    board_ms: Ms
    overtime_ms: Ms = 15_000


ClockRules = NoClock | PerMove | Bank | PerBoard


class Policy(Struct, frozen=True, gc=False):
    """How a table treats people and time.

    `hands`: hidden hands are shown to watchers when the board is over (`after`) or at once (`live`).
    `clock`: None is the game's own default. `pause_ms` lies between a result and the next deal; `robot_ms`
    is the time that a house robot takes for every action, whatever it holds.
    """

    hands: Literal["after", "live"] = "after"
    clock: ClockRules | None = None
    pause_ms: Ms = 5_000
    robot_ms: Ms = 1_000


Seats = dict[SeatNo, Name | None]


class Open(_Request, frozen=True):
    """Open a table; the same player and `id` (not 0) get the same table.

    `seats` names the house robot that plays a seat while nobody sits there. `boards` is a set of deals in a
    format that the game reads (bridge: PBN, endplay's Board JSON); larger sets go to `POST /v1/tables`.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Sit(_Request, frozen=True):
    """Take a seat that no other person has. This ends the player's other views of the table."""

    table: TableId
    seat: SeatNo


class Stand(_Request, frozen=True):
    """Leave one's seat; its house robot, where it has one, plays on."""

    table: TableId


class Host(_Request, frozen=True):
    """Change the table; for the player who opened it. What is None stays.

    `options` may change until the first deal; `seats` names house robots, null removes one.
    """

    table: TableId
    options: dict[str, Any] | None = None
    seats: Seats | None = None
    policy: Policy | None = None
    pause: bool | None = None
    terminate: bool = False


class Act(_Request, frozen=True):
    """Do something in the game.

    `n` is one more than this player's last applied action at this table. `decision` is the view's
    `own.decision`. `action` is one of the game's actions, as `{"t": "call", "call": "1NT"}`.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=2**53)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


class Chat(_Request, frozen=True):
    """Say something to the table: seats and watchers hear seats, only watchers hear watchers."""

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Note(_Request, frozen=True):
    """Keep a private note on a card, at games that have notes."""

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """Ask for open tables, 50 at most; `cursor` of the last answer asks for the next page."""

    game: Name | None = None
    text: Name | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None


class Ping(Struct, frozen=True, tag_field="t", tag="ping", gc=False):
    """Ask for a `pong`, which echoes `c`."""

    c: RequestId = 0


ToServer = Hello | Watch | Unwatch | Open | Sit | Stand | Host | Act | Chat | Note | Lobby | Ping
