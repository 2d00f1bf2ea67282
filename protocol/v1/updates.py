"""Messages to the client: one tagged union with the tag `t`.

If a message leaves out a field, the field has its default value. `now_ms`, `at_ms` and `deadline_ms` are
times of the server's clock in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codes import Code
from protocol.v1.requests import ChatTo, ClockRules, Delay, Office


class _Update(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base class of messages to the client. A field that equals its default is not encoded."""


Half = object
"""The type of `pub` or `own` in a view or patch: encoded bytes in the server, plain data in the client."""


class You(Struct, frozen=True, gc=False):
    """The client's player: `id` ("" for a client without a token) and `name`."""

    id: str
    name: str


class Limits(Struct, frozen=True, gc=False):
    """The server's limits for one connection.

    `frame_bytes` is the maximum size of a frame. A client may send `requests_burst` requests at once, and on
    average `requests_per_s` requests in a second. It may send `lobby_per_s` `lobby` requests in a second.
    """

    frame_bytes: int
    requests_per_s: float
    requests_burst: int
    lobby_per_s: float = 1.0


class HouseRobot(Struct, frozen=True, gc=False):
    """A house robot of the server: its `name`, and the names of the `games` that it plays.

    A robot with several levels is listed once for each level: by its name at its usual level, and with the
    name `robot:level` at each other level, as `sampler` and `sampler:quick`.
    """

    name: str
    games: tuple[str, ...]


class Welcome(_Update, frozen=True):
    """The answer to `hello`.

    `server` is the server's name and version. `durability` tells when an action is on the server's disk:
    before the server sends `done` (`always`), or at most a second later (`second`). The server pings a client
    that is silent for `heartbeat_s` seconds, and treats a client that is silent for 2.5 times `heartbeat_s`
    as disconnected. A client should treat a silent server in the same way. `robots` are the house robots of
    this server; their names may be sent in `open`, `match` and `host`.
    """

    you: You
    server: str
    limits: Limits
    durability: str
    heartbeat_s: float
    now_ms: int
    robots: tuple[HouseRobot, ...] = ()


class View(_Update, frozen=True):
    """The whole view of a table for one audience.

    A view replaces everything that the client knew of the table before. `audience` is the audience of this
    view, with the same values as `as` in `watch`; it changes when the player sits down, stands up or loses
    the permission to see a hand. The types of `pub` and `own` depend on the game, which the field `game` in
    them names. In the public view, `own` is null. `deadline_ms` is the time at which the current decision
    expires; it is absent if no clock runs. `opens_ms` is the earliest time at which the server applies and
    shows the answer to the current decision; an earlier answer waits until that time. If the server applies
    answers at once, `opens_ms` is absent. `next_deal_ms` is the earliest time at which the server begins the
    next deal or game, after the result of the last one; it is absent during a deal, while the table is
    paused, and if no next deal follows.
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
    next_deal_ms: int | None = None


class Patch(_Update, frozen=True):
    """The changes between the view with the previous version and the view with this `version`.

    A field in `pub` or `own` replaces the old value, except that a map with whole numbers for keys is changed
    key by key: null deletes a key. If `pub` or `own` is left out, nothing in it has changed. `own` null means
    that the view has no own half any more. If the view before had no own half, `own` is a whole own half.
    `deadline_ms`, `opens_ms` and `next_deal_ms` replace the times of the view; if one of these fields is
    absent, the view has no such time any more. If the epoch differs, or the version is not exactly one more
    than the last version, the client ignores the patch and sends `watch`.
    """

    table: str
    epoch: str
    version: int
    now_ms: int
    pub: Half | UnsetType = UNSET
    own: Half | UnsetType = UNSET
    deadline_ms: int | None = None
    opens_ms: int | None = None
    next_deal_ms: int | None = None


class Done(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is done and stored (see `durability` in `welcome`).

    The answer to `open` names the new `table`. The answer to `watch` has the number `n` of the player's last
    applied action, or 0. The answer to `match` names the open room as `table` and the closed room as `other`.
    """

    id: int = 0
    n: int | None = None
    table: str | None = None
    other: str | None = None


class Refused(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is refused and has changed nothing.

    `code` is for programs, `message` for people. `retry_ms` is the time to wait before sending the same
    request again. A refusal as `invalid_message` has an `id` only if the request's id was readable.
    """

    code: Code
    message: str
    id: int = 0
    n: int | None = None
    table: str | None = None
    retry_ms: int | None = None


class SeatRow(Struct, frozen=True, gc=False):
    """A seat with its number, the id of its `player` and the name of its house `robot`, or null for none.

    If both `player` and `robot` are set, the player's time has run out, and the robot plays until the player
    acts, sits down or watches as `seat`. `name` is the name of the player or the robot. `here` is true for a
    connected player and for every robot. `owner` is the id of an absent player who may take the seat back at
    any time; until then another player or a robot plays there.
    """

    seat: int
    name: str = ""
    player: str | None = None
    robot: str | None = None
    here: bool = False
    owner: str | None = None


class CameOrWent(Struct, frozen=True, gc=False):
    """The event that the player in a seat connected or disconnected."""

    seat: int
    here: bool
    at_ms: int


class People(_Update, frozen=True):
    """The people at a table. Every message is a complete list that replaces the list before.

    `watchers` is the number of people who follow the table without a seat, `host` the id of the host.
    `paused` is true while the table is paused, and `called` is true while a player or the game itself calls
    for a director. `history`, the list of connections and disconnections of players, is sent to directors
    only.

    `directors` and `commentators` are the ids of the directors and commentators, who see all hands at once.
    If `hands` is `live`, watchers see all hands at once, too; if `delay` is set, watchers see all hands with
    that delay. Otherwise, watchers see a hand when the board is over, or earlier if its player allows it.
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

    `seat` is the author's seat, or null for a watcher. `to` names the people that receive the line. `role` is
    `director` or `commentator`, or "" if the author is neither.
    """

    name: str
    text: str
    at_ms: int
    seat: int | None = None
    to: ChatTo = "table"
    role: Role = ""


class Chat(_Update, frozen=True):
    """New lines of chat.

    After `watch`, the server sends the latest lines in one message, the oldest first.
    """

    table: str
    lines: tuple[Said, ...]


class Note(_Update, frozen=True):
    """A note on a card was stored; a `text` of "" means that it was deleted.

    `seat` is the seat of the note's author: the client's own seat, or the seat whose hand the client watches.
    """

    table: str
    card: int
    text: str
    seat: int | None = None


class Notes(_Update, frozen=True):
    """All notes of one player in the current game, by card number; `seat` is the seat of this player.

    After `watch`, a client gets the notes of its own seat, or of the seat whose hand it watches. When the
    game is over, every client gets the notes of all players, one message for each seat with notes. The next
    game starts without notes.
    """

    table: str
    seat: int
    notes: dict[int, str]


class TableRow(Struct, frozen=True, gc=False):
    """A table in the lobby.

    `status` is `open` or `closed`. `seats` has the same rows as in `people`, or no rows while the server has
    not loaded the table. `hands`, `delay`, `directors` and `commentators` have the same meaning as in
    `people`: they show which people can see the hidden hands. `clock` is the clock rule of the table, or null
    if the server has not loaded the table and the table has the default rule of its game.
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
    clock: ClockRules | None = None


class Lobby(_Update, frozen=True):
    """The answer to `lobby`: open tables, those with the most people first.

    If there are more tables, the client sends `cursor` in its next `lobby` request to get the next page.
    """

    rows: tuple[TableRow, ...]
    id: int = 0
    cursor: str | None = None


class Notice(_Update, frozen=True):
    """An event of the whole server, or of one `table`.

    Kind `hold`: the server cannot reach its store; until it sends a notice of kind `go`, it refuses requests
    as `unavailable`. Kind `closing`: the table closes for good, or the client may no longer follow it;
    `message` has the reason. Kind `clock`: the players who must act have `left_ms` left. Kind `director`: a
    player calls the directors of the table, for the reason in `message`. Kind `robot`: the time of the
    client's player has run out; a robot plays for the player until the player acts, sits down or watches as
    `seat`.
    """

    kind: Literal["hold", "go", "closing", "clock", "director", "robot"]
    message: str = ""
    table: str | None = None
    retry_ms: int | None = None
    left_ms: int | None = None


class Knock(_Update, frozen=True):
    """A request to the player of a seat: the watcher `player` wants to see the hand of this seat.

    To allow this, the player of the seat sends `show`.
    """

    table: str
    player: str
    name: str


class Appoint(_Update, frozen=True):
    """A request to a seated player: the host wants to make `player` a director or commentator.

    To agree, the seated player sends `consent`. A director or commentator sees every hand. `name` is the name
    of `player`, or "" if `player` is not at the table.
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
