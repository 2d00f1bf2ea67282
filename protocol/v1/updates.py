"""Messages to the client: one tagged union, `t` is the tag.

A field that is left out has its default. `now_ms`, `at_ms` and `deadline_ms` are the server's clock in
milliseconds since 1970.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codes import Code
from protocol.v1.requests import ChatTo, Delay, Office


class _Update(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """Fields that equal their default are left out on the wire."""


Half = object
"""A half of a view or patch: `msgspec.Raw` where it is sent, plain data where it is received."""


class You(Struct, frozen=True, gc=False):
    """Who the server takes this connection for. `id` is "" without a token."""

    id: str
    name: str


class Limits(Struct, frozen=True, gc=False):
    """What the server bears from one connection.

    `frame_bytes` is the largest frame. Requests may come at `requests_per_s` on the long run and
    `requests_burst` at once, `lobby` at `lobby_per_s`.
    """

    frame_bytes: int
    requests_per_s: float
    requests_burst: int
    lobby_per_s: float = 1.0


class Welcome(_Update, frozen=True):
    """The answer to `hello`.

    `server` is its name and version. `durability`: what is answered by `done` is on the disk (`always`) or
    will be within a second (`second`). A client that is silent for `heartbeat_s` is pinged, one that is
    silent for two and a half of them is gone; and so should a client think of the server.
    """

    you: You
    server: str
    limits: Limits
    durability: str
    heartbeat_s: float
    now_ms: int


class View(_Update, frozen=True):
    """The whole of what this audience may know of a table.

    It replaces all that was known of the table, whenever it comes. `audience` is whose view it is, in the
    words of `watch.as`; the server changes it when the player sits, stands or may no longer see a hand.
    `pub` and `own` are the game's, told apart by their `game`; `own` is null for the public. `deadline_ms`
    is when the time of those who must act ends, absent where nobody is timed. `opens_ms` is when their answer
    is released at the earliest, absent where it is at once; one that comes sooner waits.
    """

    table: str
    epoch: str
    version: int
    audience: str | int
    pub: Half
    now_ms: int
    own: Half = None
    deadline_ms: int | None = None
    opens_ms: int | None = None


class Patch(_Update, frozen=True):
    """What changed since `version - 1` of the same epoch.

    A field of `pub` or `own` that is here replaces the old one, but one that is a map with whole numbers for
    keys is patched key by key, null deletes. `pub` or `own` left out: nothing changed in it. `own` null:
    there is no `own` any more; `own` where there was none: all of it. `deadline_ms` and `opens_ms` are the
    present ones, absent where there is none. A patch that does not fit (another epoch, or not one more than
    the last version) is to be ignored and answered by `watch`.
    """

    table: str
    epoch: str
    version: int
    now_ms: int
    pub: Half | UnsetType = UNSET
    own: Half | UnsetType = UNSET
    deadline_ms: int | None = None
    opens_ms: int | None = None


class Done(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is done, and stored as `welcome.durability` says.

    The answer to `open` names the `table`; that to `watch` carries the player's last applied `n`, or 0. That
    to `match` names the open room as `table` and the closed one as `other`.
    """

    id: int = 0
    n: int | None = None
    table: str | None = None
    other: str | None = None


class Refused(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is refused and changed nothing.

    `code` is for programs, `message` for people. `retry_ms`: the same request may do after so many
    milliseconds. An `invalid_message` has the `id` only where one could be read.
    """

    code: Code
    message: str
    id: int = 0
    n: int | None = None
    table: str | None = None
    retry_ms: int | None = None


class SeatRow(Struct, frozen=True, gc=False):
    """Who has the seat with number `seat`: a `player` (id), the house robot `robot`, or nobody.

    Both: the robot plays for the player, whose time had run out, until he says that he is there.

    `name` is the player's or the robot's. `here`: connected, as robots always are. `owner` is the id of the
    player whom somebody, or a robot, stands in for until he is back.
    """

    seat: int
    name: str = ""
    player: str | None = None
    robot: str | None = None
    here: bool = False
    owner: str | None = None


class CameOrWent(Struct, frozen=True, gc=False):
    """The player of a seat came or went."""

    seat: int
    here: bool
    at_ms: int


class People(_Update, frozen=True):
    """Who is at a table; whole, and the newest one counts.

    `watchers` is how many follow it without a seat, `host` the id of the player who may change it. `paused`:
    the host has stopped it. `called`: a director is called for. `history` is told to directors alone.

    Beside the players these see the hands of the board that is played: `directors` and `commentators` (ids)
    all of them, at once; watchers all of them at once where `hands` is `live`, or so far behind as `delay`
    says. Else watchers see a hand when the board is over, or by leave of its player.
    """

    table: str
    seats: tuple[SeatRow, ...]
    watchers: int
    host: str | None = None
    paused: bool = False
    directors: tuple[str, ...] = ()
    commentators: tuple[str, ...] = ()
    called: bool = False
    history: tuple[CameOrWent, ...] = ()
    hands: Literal["after", "live"] = "after"
    delay: Delay | None = None


Role = Literal["", "director", "commentator"]


class Said(Struct, frozen=True, gc=False):
    """One line of chat; `seat` is null for a watcher's. `to` whom it was said; `role` is who speaks."""

    name: str
    text: str
    at_ms: int
    seat: int | None = None
    to: ChatTo = "table"
    role: Role = ""


class Chat(_Update, frozen=True):
    """Something was said; on watching, the last lines at once, the oldest first."""

    table: str
    lines: tuple[Said, ...]


class Note(_Update, frozen=True):
    """A note on a card was kept; "" is none. `seat` is whose: one's own, or the one whose hand one sees."""

    table: str
    card: int
    text: str
    seat: int | None = None


class Notes(_Update, frozen=True):
    """All notes that the player of a seat has kept in the present game, by card.

    On watching they are one's own, or those of the seat whose hand one sees; when the game is over they are
    everybody's, in a message for each seat that has any. With the next game there are none.
    """

    table: str
    seat: int
    notes: dict[int, str]


class TableRow(Struct, frozen=True, gc=False):
    """A table of the lobby.

    `status`: `open` or `closed`. `seats` are as in `people`, and empty while the table sleeps. `hands`,
    `delay`, `directors` and `commentators` tell, as in `people`, for whom the hands are to be seen.
    """

    table: str
    game: str
    name: str
    status: str
    seats: tuple[SeatRow, ...]
    watchers: int
    hands: Literal["after", "live"] = "after"
    delay: Delay | None = None
    directors: tuple[str, ...] = ()
    commentators: tuple[str, ...] = ()


class Lobby(_Update, frozen=True):
    """The answer to `lobby`: open tables, those with most people first; `cursor` where there are more."""

    rows: tuple[TableRow, ...]
    id: int = 0
    cursor: str | None = None


class Notice(_Update, frozen=True):
    """What happens to the server, or to one `table`.

    `hold`: its store is away, nothing is done until `go`, and what is asked is refused as `unavailable`.
    `closing`: the table ends for good; `message` says why. `clock`: `left_ms` are left to those who must act.
    `director`: to the directors of the table, who are called; `message` says why. `robot`: to a player whose
    time has run out; a robot plays for him until he acts, sits down or watches as `seat`.
    """

    kind: Literal["hold", "go", "closing", "clock", "director", "robot"]
    message: str = ""
    table: str | None = None
    retry_ms: int | None = None
    left_ms: int | None = None


class Knock(_Update, frozen=True):
    """To the player of a seat: a watcher asks to look into this hand; `show` lets him."""

    table: str
    player: str
    name: str


class Appoint(_Update, frozen=True):
    """To a player who has a seat: the host would give `player` an office now, which sees every hand.

    `consent` agrees. `name` is "" where the player is not at the table.
    """

    table: str
    player: str
    office: Office
    name: str = ""


class Pong(_Update, frozen=True):
    """The answer to `ping`; `c` is the ping's."""

    now_ms: int
    c: int = 0


ToClient = (
    Welcome
    | View
    | Patch
    | Done
    | Refused
    | People
    | Chat
    | Note
    | Notes
    | Lobby
    | Notice
    | Knock
    | Appoint
    | Pong
)
