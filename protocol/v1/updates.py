"""Messages to the client: one tagged union, `t` is the tag."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codes import Code


class _Update(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """Fields that equal their default are left out on the wire."""


Half = object
"""A half of a view or patch: `msgspec.Raw` where it is sent, plain data where it is received."""


class You(Struct, frozen=True, gc=False):
    """Who the server takes this connection for. A `guest` without a token is "" and may only watch."""

    id: str
    name: str


class Limits(Struct, frozen=True, gc=False):
    """What the server bears: frame size in bytes, and requests per second with their burst."""

    frame_bytes: int
    requests_per_s: float
    requests_burst: int
    lobby_per_s: float = 1.0


class Welcome(_Update, frozen=True):
    """The answer to `hello`. `durability`: `always` (fsync before an answer) or `second`."""

    you: You
    server: str
    limits: Limits
    durability: str
    heartbeat_s: float
    now_ms: int


class View(_Update, frozen=True):
    """The whole of what this audience may know of a table.

    `pub` and `own` are the game's view structs. `deadline_ms` is when the decision's time ends, absent
    where nobody is timed; all times are the server's, in milliseconds since 1970.
    """

    table: str
    epoch: str
    version: int
    audience: str | int
    pub: Half
    now_ms: int
    own: Half = None
    deadline_ms: int | None = None


class Patch(_Update, frozen=True):
    """What changed since `version - 1` of the same epoch.

    A field of `pub` or `own` that is here replaces the old one; one that is a map with whole numbers for
    keys is patched key by key, null deletes. `own` null: there is no `own` any more. A patch that does not
    fit (another epoch, or not one more than the last version) is answered by `watch`.
    """

    table: str
    epoch: str
    version: int
    now_ms: int
    pub: Half | UnsetType = UNSET
    own: Half | UnsetType = UNSET
    deadline_ms: int | None = None


class Done(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is done and durable.

    The answer to `watch` carries the player's last applied `n`.
    """

    id: int = 0
    n: int | None = None
    table: str | None = None


class Refused(_Update, frozen=True):
    """The request `id`, or the action `n`, is refused and changed nothing. `retry_ms`: try again then."""

    code: Code
    message: str
    id: int = 0
    n: int | None = None
    table: str | None = None
    retry_ms: int | None = None


class SeatRow(Struct, frozen=True, gc=False):
    """Who has a seat: a `player` (id) with a `name`, or the house robot `robot`; `here`: connected."""

    seat: int
    name: str = ""
    player: str | None = None
    robot: str | None = None
    here: bool = False


class People(_Update, frozen=True):
    """Everybody at a table; whole, and the newest one counts."""

    table: str
    seats: tuple[SeatRow, ...]
    watchers: int
    host: str | None = None
    paused: bool = False


class Said(Struct, frozen=True, gc=False):
    """One line of chat; `seat` is None for a watcher's."""

    name: str
    text: str
    at_ms: int
    seat: int | None = None


class Chat(_Update, frozen=True):
    """Something was said; on watching, the last lines at once."""

    table: str
    lines: tuple[Said, ...]


class Note(_Update, frozen=True):
    """One of this player's own notes."""

    table: str
    card: int
    text: str


class TableRow(Struct, frozen=True, gc=False):
    """A table of the lobby. `status`: `open` or `closed`; `seats` as in `people`."""

    table: str
    game: str
    name: str
    status: str
    seats: tuple[SeatRow, ...]
    watchers: int


class Lobby(_Update, frozen=True):
    """Open tables; `cursor` where there are more."""

    rows: tuple[TableRow, ...]
    id: int = 0
    cursor: str | None = None


class Notice(_Update, frozen=True):
    """The server holds (its store is away; acts wait), goes on, or closes."""

    kind: Literal["hold", "go", "closing"]
    message: str = ""
    table: str | None = None
    retry_ms: int | None = None


class Pong(_Update, frozen=True):
    """The answer to `ping`."""

    now_ms: int
    c: int = 0


ToClient = Welcome | View | Patch | Done | Refused | People | Chat | Note | Lobby | Notice | Pong
