"""The messages from the server to a client: one tagged union with the tag `t`.

If a message leaves out a field, the field has its default value. `now_ms`, `at_ms` and `deadline_ms` are
times of the server's clock in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.codes import Code
from protocol.v1.requests import ChatTo, ClockRules, Delay, Office, Pace


class _Update(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base class of messages to the client.

    A field of a message that equals its default is not encoded.
    """


Half = object
"""The type of `pub` or `own` in a view or patch: encoded bytes in the server, plain data in the client."""


class You(Struct, frozen=True, gc=False):
    """The player that the client plays for, with `id` ("" for a client without a token) and `name`."""

    id: str
    name: str


class Limits(Struct, frozen=True, gc=False):
    """The server's limits for one connection.

    `frame_bytes` is the maximum size of a frame that the client may send. A client may send `requests_burst`
    requests at once, and on average `requests_per_s` requests in a second. Of `lobby` requests, a client may
    send `lobby_per_s` in a second.
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
    """The server's answer to the first message of a client, `hello`.

    `server` is the server's name and version. `durability` tells when an action is on the server's disk:
    before the server sends `done` (`always`), or at most a second later (`second`). The server pings a client
    that is silent for `heartbeat_s` seconds, and treats a client that is silent for 2.5 times `heartbeat_s`
    as disconnected. A client should treat a server that is silent for 2.5 times `heartbeat_s` as
    disconnected, too. `robots` are the house robots of this server; their names may be sent in `open`,
    `match` and `host`.
    """

    you: You
    server: str
    limits: Limits
    durability: str
    heartbeat_s: float
    now_ms: int
    robots: tuple[HouseRobot, ...] = ()


class View(_Update, frozen=True):
    """A message with the whole view of a table for one audience, such as a seat.

    A new view replaces everything that the client knew of the table before. `audience` tells for which people
    the view is made, with the same values as `as` in `watch`; it changes when the player sits down, stands up
    or loses the permission to see a hand. The types of `pub` and `own` depend on the game, which the field
    `game` in them names. In the public view of a table, `own` is null. `deadline_ms` is the time at which the
    current decision expires; it is absent if no clock runs. `opens_ms` is the earliest time at which the
    server applies and shows the answer to the current decision; an earlier answer waits until that time. If
    the server applies answers at once, `opens_ms` is absent. `next_deal_ms` is the earliest time at which the
    server begins the next deal or game, after the result of the last one; it is absent during a deal, while
    the table is paused, while a player holds the next deal, and if no next deal follows. `next_seats` are the
    seats whose players have sent `next` since the result, and `wait_seats` those whose players hold the next
    deal by `wait`.
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
    next_seats: tuple[int, ...] = ()
    wait_seats: tuple[int, ...] = ()


class Patch(_Update, frozen=True):
    """A message with the changes from the previous version of a view to this `version`.

    A field in the `pub` or `own` of a patch replaces the old value of the field, except that a map with whole
    numbers for keys is changed key by key: null deletes a key. If a patch leaves out `pub` or `own`, nothing
    in that half has changed. A patch with `own` null means that the view has no own half any more. If the
    previous view had no own half, the `own` of a patch is a whole own half. `deadline_ms`, `opens_ms`,
    `next_deal_ms`, `next_seats` and `wait_seats` replace those of the view; if one of these fields is absent,
    the view has no such time, or no such seats, any more. If the epoch of a patch is not that of the client's
    view, or its version is not exactly one more than the view's, the client ignores the patch and sends
    `watch`.
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
    next_seats: tuple[int, ...] = ()
    wait_seats: tuple[int, ...] = ()


class Done(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is done and stored (see `durability` in `welcome`).

    The answer to `open` names the new `table`. The answer to `watch` has the number `n` of the player's last
    applied action, or 0. The answer to `match` names the open room as `table` and the closed room as `other`.
    The answer to `open_set` has the id of the set as `board_set`, and the ids of its `tables`. The answer to
    `queue` names the `table` at which the player now has a seat, or no table if the wait has ended otherwise.
    """

    id: int = 0
    n: int | None = None
    table: str | None = None
    other: str | None = None
    board_set: str | None = None
    tables: tuple[str, ...] | None = None


class Refused(_Update, frozen=True):
    """The request `id`, or the action `n` at `table`, is refused and has changed nothing.

    The `code` of a refusal is for programs, its `message` for people. `retry_ms` is the time to wait before
    sending the same request again. A refusal as `invalid_message` has an `id` only if the request's id was
    readable. If a table cannot show a file of records because the file belongs to another game, `game` is the
    game whose tables show this file.
    """

    code: Code
    message: str
    id: int = 0
    n: int | None = None
    table: str | None = None
    retry_ms: int | None = None
    game: str | None = None


class SeatRow(Struct, frozen=True, gc=False):
    """A seat with its number, the id of its `player` and the name of its house `robot`, or null for none.

    If both `player` and `robot` are set, the player's time has run out, and the robot plays until the player
    acts, sits down or watches as `seat`. In a seat's row, `name` is the name of the player or the robot. In a
    seat's row, `here` is true for a connected player and for every robot. `owner` is the id of an absent
    player who may take the seat back at any time; until then another player or a robot plays the seat. `mark`
    is the beginning of the player's id if another player at the table has the same name; show it behind the
    name, as in `Ann (3f2a)`. If the `player` is a robot of another author, `robot_of` is the name of its
    owner; it is "" for a person. Show this to everybody at the table.
    """

    seat: int
    name: str = ""
    player: str | None = None
    robot: str | None = None
    here: bool = False
    owner: str | None = None
    mark: str = ""
    robot_of: str = ""


class CameOrWent(Struct, frozen=True, gc=False):
    """The event that the player in a seat connected or disconnected."""

    seat: int
    here: bool
    at_ms: int


class PlayedAgain(Struct, frozen=True, gc=False):
    """The deal that a table plays again: its id `deal`, and the number of its first `moves` that stay."""

    deal: str
    moves: int = 0


class People(_Update, frozen=True):
    """The people at a table. Every `people` message is a complete list, which replaces the previous one.

    `watchers` is the number of people who follow the table without a seat, `host` the id of the host.
    `paused` is true while the table is paused, and `called` is true while a player or the game itself calls
    for a director. `history`, the list of connections and disconnections of players, is sent to directors
    only.

    `directors` and `commentators` are the ids of the directors and commentators, who see all hands at once.
    If `hands` is `live`, watchers see all hands at once; if `delay` is set, watchers see all hands with that
    delay. If `hands` is not `live` and no `delay` is set, watchers see a hand when the board is over, or
    earlier if its player allows it.

    `uploaded_by` is the id of the player that uploaded the boards of the table, and so may know these boards
    even while sitting there. `uploaded_by` is "" if the operator of the server gave the boards, and null if
    the server deals. `again` is set at a table that plays a finished deal again, because its player may know
    all its cards; it is null at every other table.
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
    uploaded_by: str | None = None
    again: PlayedAgain | None = None


Role = Literal["", "director", "commentator"]


class Said(Struct, frozen=True, gc=False):
    """One line of chat.

    `seat` is the author's seat, or null for a watcher. `to` names the people that receive the line of chat.
    `role` is `director` or `commentator`, or "" if the author is neither. `mark` is the beginning of the
    author's id if another person at the table has the same name. `robot_of` is the name of the owner of an
    author that is a robot, as in `people`; it is "" for a person.
    """

    name: str
    text: str
    at_ms: int
    seat: int | None = None
    to: ChatTo = "table"
    role: Role = ""
    mark: str = ""
    robot_of: str = ""


class Chat(_Update, frozen=True):
    """New lines of chat at a table.

    After a client's `watch`, the server sends the latest lines of chat in one message, the oldest first.
    """

    table: str
    lines: tuple[Said, ...]


class Note(_Update, frozen=True):
    """A note on a card was stored; a `text` of "" means that the note was deleted.

    `seat` is the seat of the note's author: the client's own seat, or the seat whose hand the client watches.
    """

    table: str
    card: int
    text: str
    seat: int | None = None


class Notes(_Update, frozen=True):
    """All notes of one player in the current game, by card number; `seat` is the seat of this player.

    After `watch`, a client gets the notes of its own seat, or of the seat that it watches. When the game is
    over, every client gets the notes of all players, one message for each seat with notes. The next game at
    the table starts without notes on cards.
    """

    table: str
    seat: int
    notes: dict[int, str]


class TableRow(Struct, frozen=True, gc=False):
    """A table in the list of the lobby.

    The `status` of a table in the lobby is `open` or `closed`. `seats` has the same rows as in `people`, or
    no rows while the server has not loaded the table. `hands`, `delay`, `directors` and `commentators` have
    the same meaning as in `people`: they show which people can see the hidden hands. `clock` is the clock
    rule of the table, or null if the server has not loaded the table and the table has the default rule of
    its game.
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


class QueueRow(Struct, frozen=True, gc=False):
    """The number of `players` that wait in the queue for a `game` at a `pace`."""

    game: str
    pace: Pace
    players: int


class Lobby(_Update, frozen=True):
    """The answer to `lobby`: open tables, those with the most people first.

    If there are more tables, the client sends `cursor` in its next `lobby` request to get the next page.
    `queues` has the games and paces for which players wait in the queue; it is on the first page only.
    """

    rows: tuple[TableRow, ...]
    id: int = 0
    cursor: str | None = None
    queues: tuple[QueueRow, ...] = ()


class Queued(_Update, frozen=True):
    """The state of a player's wait in the queue, sent when it begins and when the number of players changes.

    `players` is the number of players that wait for the same `game` and `pace`, this player among them;
    `seats` is the number of seats of a new table. `since_ms` is the time at which the wait began, and
    `robots_ms` the time at which robots fill a table, or null if the player does not want robots.
    """

    game: str
    pace: Pace
    players: int
    seats: int
    since_ms: int
    robots_ms: int | None = None


class Notice(_Update, frozen=True):
    """A message about an event of the whole server, or of one `table`.

    A notice of kind `hold` means: the server cannot reach its store; until it sends a notice of kind `go`, it
    refuses requests as `unavailable`. A notice of kind `closing` means: the table closes for good, or the
    client may no longer follow it; `message` has the reason. A notice of kind `clock` means: the players who
    must act have `left_ms` of their time left. A notice of kind `director` means: the directors of
    the table are called, for the reason in `message`; `seat` and `name` are those of the player who calls
    them, and `seat` is null if no player has called. A notice of kind `robot` means: the time of the
    client's player has run out; a robot plays for the player until the player acts, sits down or watches as
    `seat`. A notice of kind `seat` means: the host or a director has changed the seat with the number `seat`.
    If `player` in a notice of kind `seat` is the client's player, this player now has the seat; otherwise the
    client's player has lost the seat to the player with the id `player` and the name `name`, or to no player
    if `player` is null. A notice of kind `asked` means: the server has asked the players of the board whether
    `player` may take the seat `seat`, because the client's request needs their consent. A notice of kind
    `agreed` means: all players of the board have given the consent, and the client may send its refused
    request again.
    """

    kind: Literal["hold", "go", "closing", "clock", "director", "robot", "seat", "asked", "agreed"]
    message: str = ""
    table: str | None = None
    retry_ms: int | None = None
    left_ms: int | None = None
    seat: int | None = None
    player: str | None = None
    name: str = ""


class Told(Struct, frozen=True, gc=False):
    """A director's announcement, which was made at `at_ms`."""

    at_ms: int
    text: str


class EventNews(_Update, frozen=True, tag="event"):
    """The news of an event for one of its players, sent after `welcome` and whenever it changes.

    With the stage `seated`, the player has the seat number `seat` of the table with the id `table`, and the
    round ends at `ends_ms`. With `sits_out`, the player has no table in this round. With `waits`, no round is
    played now; the next one begins at `starts_ms`, null if a director begins it. With `over`, the player has
    no more rounds to play. `round` is the number of rounds that have begun, and `rounds` that of all rounds.
    `held` is True while a director has stopped the clock; the times are later by this pause once it ends.
    `warned` is True from the warning on that the time of the round ends soon. `told` is the newest
    announcement for this player.
    """

    event: str
    name: str
    game: str
    stage: Literal["waits", "seated", "sits_out", "over"]
    round: int
    rounds: int
    table: str | None = None
    seat: int | None = None
    starts_ms: int | None = None
    ends_ms: int | None = None
    held: bool = False
    warned: bool = False
    told: Told | None = None


class Knock(_Update, frozen=True):
    """A request to the player of a seat: the watcher `player` wants to see the hand of this seat.

    To let the watcher see the hand, the player of the seat sends `show`. `robot_of` is the name of the owner
    of a watcher that is a robot, as in `people`.
    """

    table: str
    player: str
    name: str
    robot_of: str = ""


class Appoint(_Update, frozen=True):
    """A request to a player of the board to agree to a change that shows hands to `player`.

    With the `office` `director` or `commentator`, the host wants to give `player` this office, in which
    people see every hand. With the `office` `seat`, `player` wants to take the seat with the number `seat`,
    or the host wants to give `player` this seat. To agree to the change, the player of the board sends
    `consent`. `name` is the name of `player`, or "" if `player` is not at the table. `robot_of` is the name
    of the owner of a `player` that is a robot, as in `people`.
    """

    table: str
    player: str
    office: Office
    name: str = ""
    seat: int | None = None
    robot_of: str = ""


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
    | Queued
    | Notice
    | EventNews
    | Knock
    | Appoint
    | Pong
)
