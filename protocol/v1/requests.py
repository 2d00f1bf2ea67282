"""Messages to the server: one tagged union with the tag `t`.

If a message leaves out a field, the field has its default value. `codes.Code` lists the reasons why the
server refuses a request.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
MAX_ID = 2**53
"""The greatest id or action number: JavaScript represents every whole number up to 2**53 exactly."""
RequestId = Annotated[int, Meta(ge=0, le=MAX_ID)]
Ms = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Name = Annotated[str, Meta(max_length=60)]
WatchAs = Literal["seat", "public", "all", "director", "commentator"] | SeatNo


class _Request(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base class of requests. The answer repeats `id`, unless `id` is 0."""

    id: RequestId = 0


class Hello(_Request, frozen=True):
    """The first message, which the client must send within 5 s of the handshake; answered by `welcome`.

    `client` is the name of the client program, which the server writes into its log. `token` is the token
    that `POST /v1/guests` returned. Without a token the client may only watch tables, send pings and list the
    lobby.
    """

    client: Annotated[str, Meta(max_length=100)] = ""
    token: Annotated[str, Meta(max_length=200)] | None = None


class Watch(_Request, frozen=True):
    """Follow a table; answered by `done`, then by a `view` unless `epoch` and `version` are current.

    `as` chooses the view: `seat` is this player's own seat, `public` the view without hidden cards, `all` the
    view with every hand, a number the view with the hand of that seat, and `director` and `commentator` the
    views of the table's directors and commentators. `epoch` and `version` are copied from the last view or
    patch that the client received for this `as`; a client without a view leaves out both fields. If the
    client already follows the table, it gets the view of the new `as` in place of the view that it had.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Stop following the table; the answer is `done`. A player who has a seat keeps the seat."""

    table: TableId


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", gc=False):
    """A clock rule without any time limit."""


class PerMove(Struct, frozen=True, tag_field="kind", tag="move", gc=False):
    """A clock rule that allows `move_ms` for every decision."""

    move_ms: Ms


class Bank(Struct, frozen=True, tag_field="kind", tag="bank", gc=False):
    """A clock rule that allows a seat `bank_ms` for the whole deal, and `increment_ms` more per decision."""

    bank_ms: Ms
    increment_ms: Ms = 0


class PerBoard(Struct, frozen=True, tag_field="kind", tag="board", gc=False):
    """A clock rule that allows `board_ms` for a whole board, and after that `overtime_ms` for each decision.

    `move_ms` limits each single decision, even while the board has time left; null sets no limit.
    """

    board_ms: Ms
    overtime_ms: Ms = 15_000
    move_ms: Ms | None = None


ClockRules = NoClock | PerMove | Bank | PerBoard


Expiry = Literal["forced", "robot"]


class Delay(Struct, frozen=True, gc=False):
    """The delay with which watchers see the table: `ms` milliseconds and `boards` boards."""

    ms: Ms = 0
    boards: Annotated[int, Meta(ge=0, le=64)] = 0


class Policy(Struct, frozen=True, gc=False):
    """The rules of a table about people and time.

    `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With
    either value, a player may let a watcher look into the player's own hand (`show`). `clock` is the clock
    rule of the table; null means the default clock of the game. `pause_ms` is the pause between a result and
    the next deal. `robot_ms` is the time that a house robot takes for every action, whatever cards it holds.

    `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the
    lobby, and every player may join it. Every player with a token who knows the id of a `private` table may
    join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may
    join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited
    players may take a free seat. With `watchers` false, only the host, seated players, directors and
    commentators may follow the table.

    With a `delay`, watchers see the whole table, with every hand, only after this time and this number of
    boards. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays
    free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over, the house robot
    `substitute` plays the seat, or another player may sit there, until the absent player is back. `tempo_ms`
    is the minimum time between two actions that the server shows (0: no minimum). If `tempo_ms` is not 0, the
    server also acts for a present player who has only one legal action. The server warns the players who have
    to act when `warn_ms` of their time are left.

    `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server chooses a
    legal action and makes it for the player. With `expiry` `robot`, the robot of the player's seat (or the
    substitute) plays for the player until the player acts, sits down or watches as `seat`; from the next
    decision on, the player plays again. An action that the player sends for the current decision still counts
    if the robot has not made that decision yet. If `expiry` or `substitute` is null, the default of the game
    is used: `expiry` is `robot` in Spades and `forced` in the other games, and `substitute` is `sampler` in
    bridge and Spades (`plain` if the server does not have `sampler`) and `friendly` in Hanabi.

    A table with directors stays open for `correction_ms` after its last result, so that the directors can
    rule on finished boards (Law 79C). A table without directors closes `pause_ms` after its last result.
    """

    hands: Literal["after", "live"] = "after"
    clock: ClockRules | None = None
    pause_ms: Ms = 5_000
    robot_ms: Ms = 1_000
    access: Literal["open", "private", "invited"] = "open"
    watchers: bool = True
    delay: Delay | None = None
    hold_ms: Ms | None = 120_000
    substitute: Name | None = None
    tempo_ms: Ms = 0
    warn_ms: Ms = 30_000
    correction_ms: Ms = 1_800_000
    expiry: Expiry | None = None
    sits: Literal["anybody", "invited"] = "anybody"


Seats = dict[SeatNo, Name | None]


class Open(_Request, frozen=True):
    """Open a table; answered by `done` with the id of the `table`.

    The same player and the same `id` (not 0) always get the same table, so an unanswered `open` may be sent
    again. The table's id cannot be guessed from the player's id and the request's `id`. `game` is the name of
    a game, such as `bridge`. `options` are the options of this game; the server refuses an unknown field in
    `options`, but ignores other unknown fields. `seats` maps a seat number to the name of the house robot
    that plays the seat while no player sits there. `boards` is the text of a file of boards, in any format
    that the server reads. A table with a `game` such as `bridge` plays the deals of the file; a table with
    `game` `replay` shows the recorded boards of the file. Send larger files to `POST /v1/tables`.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Match(_Request, frozen=True):
    """Open a match: two tables that play the same boards; answered by `done` with `table` and `other`.

    The fields of `open` have the same meaning in `match`. `seats` are the house robots of the first table
    (the open room), `other_seats` the house robots of the second table (the closed room). If the request has
    no `boards`, the match has `count` boards. In a bridge match the default of the option `undo` is `law25`.
    """

    game: Name
    count: Annotated[int, Meta(ge=1, le=128)] = 16
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}
    other_seats: Seats = {}


class Sit(_Request, frozen=True):
    """Take a free seat, or take one's own seat back; answered by `done`.

    Every connection of this player that follows the table then gets the view of the seat in place of its
    earlier view. A connection that does not follow the table has to send `watch`. A player has at most one
    seat at a table. With `move` true, a player moves from another seat of the table to this seat; a player
    may move only between boards.
    """

    table: TableId
    seat: SeatNo
    move: bool = False


class Stand(_Request, frozen=True):
    """Leave one's seat; answered by `done`.

    If the seat has a house robot, this robot plays in the player's place. If the seat has no house robot, the
    policy's `substitute` plays the rest of the board in the player's place.
    """

    table: TableId


class Show(_Request, frozen=True):
    """Let a watcher look into one's own hand, or end this permission with `hand` false; answered by `done`.

    Only the player of a seat may send `show`. `player` is the id of the watcher, for example from a `knock`.
    """

    table: TableId
    player: Name
    hand: bool = True


Office = Literal["director", "commentator"]


class Consent(_Request, frozen=True):
    """Agree that a player becomes a director or commentator during this board; answered by `done`.

    A player withdraws the consent by sending `consent` with `agree` false.

    The players of this board are asked, because a director or commentator sees every hand: all players who
    have a seat, or were removed from a seat in this board. `player` is the id of the future director or
    commentator, as in `appoint`. The consent counts until the board is over. When all players of the board
    have agreed, the host sends the refused `host` request again.
    """

    table: TableId
    player: Name
    office: Office = "director"
    agree: bool = True


class Rule(_Request, frozen=True):
    """Make a ruling as a director of the table; answered by `done`. `ruling` is one of the game's rulings.

    An unanswered ruling may be sent again: if the director's last ruling had the same content and the same
    `id` (not 0), the ruling is not made twice. Each new ruling needs an `id` that this director has not used
    before.
    """

    table: TableId
    ruling: dict[str, Any]


Ids = tuple[Name, ...]


class Host(_Request, frozen=True):
    """Change the table as its host; answered by `done`. A field that is null or left out changes nothing.

    New `options` replace all old options, and a new `policy` replaces the whole old policy. `options` may
    change only before the first deal. A policy that lets watchers see hands earlier may be set only between
    boards. During a board, the host may name a new director or commentator only if every other seated player
    has agreed by `consent`; the server sends `appoint` to the players who have not agreed. `seats` maps seat
    numbers to house robots; null removes a robot. `pause` true pauses the table: clocks stop, acts are
    refused, and no board is dealt. `pause` false ends the pause. In Hanabi every player may send `pause`.
    `add_ms` adds time to the current decision, and also to the time for the board or for every seat, if the
    clock rule has such a time. `terminate` closes the table for good.

    `directors`, `commentators` and `invited` are complete lists of player ids, which replace the old lists.
    `onlookers` lists the players who may watch an `invited` table but never sit. `unwelcome` lists the
    players who may not join the table, unless they have a seat or are director or commentator. `place` maps
    seat numbers to the ids of the players who get these seats; null removes the player from a seat. A removed
    player may sit down again in the next board, or earlier if `place` names the player. Directors may send
    `seats`, `place`, `pause`, `add_ms` and `terminate`, too.

    The first host is the player who opened the table; the field `host` is the id of another player at the
    table who becomes the host.
    """

    table: TableId
    options: dict[str, Any] | None = None
    seats: Seats | None = None
    policy: Policy | None = None
    pause: bool | None = None
    terminate: bool = False
    directors: Ids | None = None
    commentators: Ids | None = None
    invited: Ids | None = None
    place: Seats | None = None
    add_ms: Ms | None = None
    host: Name | None = None
    onlookers: Ids | None = None
    unwelcome: Ids | None = None


class Act(_Request, frozen=True):
    """Make an action in the game; answered by `done` once the action is stored.

    `n` is the number of this player's last applied action at this table (which the answer to `watch` tells)
    plus 1; the first action has `n` 1. `decision` is `own.decision` of the view to which this action is the
    answer. `action` is one of the game's actions, for example `{"t": "call", "call": "1NT"}`. An unanswered
    `act` may be sent again unchanged as often as necessary: the action is made only once.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=MAX_ID)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


ChatTo = Literal["table", "opponents", "partner", "kibitzers", "director"]


class Chat(_Request, frozen=True):
    """Send a line of chat to a table that the client follows; answered by `done`.

    `to` names the people that receive the line. A seated player's line to `table` reaches seats and watchers;
    a watcher's line to `table` reaches watchers only. A line to `partner` is refused during a board. Only a
    seated player may write to `partner` or `opponents`. During a board, a watcher's line reaches only the
    watchers who see exactly the same hands. A commentator's line reaches every audience that sees all hands.
    A seated player never receives a watcher's line. A director's line reaches all seats and watchers. At a
    `replay`, every line reaches all people who follow the table.
    """

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: ChatTo = "table"


class Note(_Request, frozen=True):
    """Store a note on a card, in games that have notes; answered by `done`. The text "" deletes the note.

    `card` is the index of the card in the deck; a number higher than these indexes means a pile: the number
    of cards in the deck plus the index of the suit. Until the game is over, only this player and the watchers
    of the player's hand see the note; after the game, all people at the table see it. All notes of a player
    in one game together have at most 10,000 characters.
    """

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """List open tables, at most 50 per answer and at most once a second; answered by `lobby`.

    With `game`, only tables of this game are listed; with `text`, only tables with this text in their name or
    id. For the next page, send the `cursor` of the last answer.
    """

    game: Name | None = None
    text: Name | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None


class Ping(Struct, frozen=True, tag_field="t", tag="ping", gc=False):
    """Request a `pong`, which repeats `c`."""

    c: RequestId = 0


ToServer = (
    Hello
    | Watch
    | Unwatch
    | Open
    | Match
    | Sit
    | Stand
    | Show
    | Consent
    | Host
    | Rule
    | Act
    | Chat
    | Note
    | Lobby
    | Ping
)
