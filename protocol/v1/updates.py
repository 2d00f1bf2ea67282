"""Messages to the client: one tagged union with the tag `t`.

A field that is left out has its default. `now_ms`, `at_ms` and `deadline_ms` are times of the server's clock
in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codes import Code
from protocol.v1.requests import ChatTo, Delay, Office


class _Update(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base of updates. Fields that equal their default are left out on the wire."""


Half = object
"""A half of a view or patch: `msgspec.Raw` in the server that sends it, plain data in the client."""


class You(Struct, frozen=True, gc=False):
    """The identity of the client's player: `id` (empty without a token) and `name`."""

    id: str
    name: str


class Limits(Struct, frozen=True, gc=False):
    """The server's limits for one connection.

    `frame_bytes` is the maximum size of a frame. `requests_per_s` is the sustained rate of requests, and
    `requests_burst` the number of requests that may come at once. `lobby_per_s` is the rate of `lobby`
    requests.
    """

    frame_bytes: int
    requests_per_s: float
    requests_burst: int
    lobby_per_s: float = 1.0


class Welcome(_Update, frozen=True):
    """The answer to `hello`.

    `server` is the server's name and version. `durability` says when an action answered by `done` is on the
    disk: before `done` is sent (`always`), or within a second (`second`). The server pings a client that is
    silent for `heartbeat_s`, and treats it as disconnected after two and a half times `heartbeat_s`. A client
    should treat a silent server in the same way.
    """

    you: You
    server: str
    limits: Limits
    durability: str
    heartbeat_s: float
    now_ms: int


class View(_Update, frozen=True):
    """The whole view of a table for one audience.

    A view replaces everything that the client knew of the table before. `audience` is the audience of this
    view, in the words of `watch.as`; it changes when the player sits down, stands up or loses the permission
    to see a hand. `pub` and `own` are types of the game that their field `game` names. In the public view,
    `own` is null. `deadline_ms` is the time at which the current decision expires; it is absent if no clock
    runs. `opens_ms` is the earliest time at which the answer to the current decision is released; it is
    absent if the answer is released at once. The server holds an earlier answer back until that time.
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
    """The changes of a view since `version - 1` of the same epoch.

    A field in `pub` or `own` replaces the old value, except that a map with whole numbers for keys is patched
    key by key: null deletes a key. If `pub` or `own` is left out, nothing in it has changed. `own` null means
    that the view has no own half any more. If the view before had no own half, `own` is a whole own half.
    `deadline_ms` and `opens_ms` are the times as of this patch; if one of the two fields is absent, the view
    has no such time. If the epoch differs, or the version is not exactly one more than the last version, the
    client ignores the patch and sends `watch`.
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
    """The request `id`, or the action `n` at `table`, is done and stored with the durability of `welcome`.

    The answer to `open` names the new `table`. The answer to `watch` has the number `n` of the player's last
    applied action, or 0. The answer to `match` names the open room as `table` and the closed room as `other`.
    """

    id: int = 0
    n: int | None = None
    table: str | None = None
    other: str | None = None


class Refused(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is refused and changed nothing.

    `code` is for programs, `message` for people. `retry_ms` is the time after which the same request may be
    sent again. A refusal as `invalid_message` has an `id` only if the request's id was readable.
    """

    code: Code
    message: str
    id: int = 0
    n: int | None = None
    table: str | None = None
    retry_ms: int | None = None


class SeatRow(Struct, frozen=True, gc=False):
    """A seat with its number, and the id of its `player` or the name of its house `robot`, if it has one.

    If both `player` and `robot` are set, the player's time has run out, and the robot plays until the player
    acts, sits down or watches as `seat`. `name` is the name of the player or the robot. `here` is true for a
    connected player and for every robot. `owner` is the id of an absent player who has the right to the seat
    while another player or a robot plays there.
    """

    seat: int
    name: str = ""
    player: str | None = None
    robot: str | None = None
    here: bool = False
    owner: str | None = None


class CameOrWent(Struct, frozen=True, gc=False):
    """The connection or disconnection of the player in a seat."""

    seat: int
    here: bool
    at_ms: int


class People(_Update, frozen=True):
    """The people at a table. Every message is a complete list that replaces the list before.

    `watchers` is the number of people who follow the table without a seat, `host` the id of the host.
    `paused` is true while the table is paused, and `called` while a player or the game itself calls for a
    director. `history` is sent to directors only.

    `directors` and `commentators` are the ids of the people in these offices, who see all hands at once. If
    `hands` is `live`, watchers see all hands at once, too; if `delay` is set, watchers see all hands with
    that delay. If neither is the case, watchers see a hand when the board is over, or earlier if its player
    allows it.
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
    """One line of chat.

    `seat` is null for a watcher's line, `to` names the audience, `role` the sender's office.
    """

    name: str
    text: str
    at_ms: int
    seat: int | None = None
    to: ChatTo = "table"
    role: Role = ""


class Chat(_Update, frozen=True):
    """New lines of chat. After `watch`, the last lines come in one message, the oldest first."""

    table: str
    lines: tuple[Said, ...]


class Note(_Update, frozen=True):
    """A note on a card was stored; a `text` of "" means that it was deleted.

    `seat` is the seat of the note's author: one's own seat, or the seat whose hand one watches.
    """

    table: str
    card: int
    text: str
    seat: int | None = None


class Notes(_Update, frozen=True):
    """All notes of the player in a seat in the current game, by card number.

    After `watch`, a client gets the notes of its own seat, or of the seat whose hand it watches. When the
    game is over, every client gets the notes of all players, one message for each seat with notes. The next
    game starts without notes.
    """

    table: str
    seat: int
    notes: dict[int, str]


class TableRow(Struct, frozen=True, gc=False):
    """A table in the lobby.

    `status` is `open` or `closed`. `seats` has the same rows as in `people`, or none while the table is not
    loaded. `hands`, `delay`, `directors` and `commentators` have the same meaning as in `people`: they show
    which people can see the hidden hands.
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
    """The answer to `lobby`: open tables, those with the most people first.

    If more tables are open, `cursor` requests the next page.
    """

    rows: tuple[TableRow, ...]
    id: int = 0
    cursor: str | None = None


class Notice(_Update, frozen=True):
    """An event that concerns the whole server, or one `table`.

    `hold`: the server cannot reach its store; until the notice `go`, the server refuses requests as
    `unavailable`. `closing`: the table closes for good, for the reason in `message`. `clock`: the players who
    must act have `left_ms` left. `director`: a player calls the directors of the table, for the reason in
    `message`. `robot`: the time of this player has run out; a robot plays for the player until the player
    acts, sits down or watches as `seat`.
    """

    kind: Literal["hold", "go", "closing", "clock", "director", "robot"]
    message: str = ""
    table: str | None = None
    retry_ms: int | None = None
    left_ms: int | None = None


class Knock(_Update, frozen=True):
    """A request to the player of a seat: the watcher `player` wants to see the hand of this seat.

    The player of the seat allows this with `show`.
    """

    table: str
    player: str
    name: str


class Appoint(_Update, frozen=True):
    """A request to a seated player: the host wants to give `player` an office that sees every hand.

    The seated player agrees with `consent`. `name` is "" if `player` is not at the table.
    """

    table: str
    player: str
    office: Office
    name: str = ""


class Pong(_Update, frozen=True):
    """The answer to `ping`; `c` is the value of the ping."""

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
