"""Messages to the server: one tagged union with the tag `t`.

A field that is left out has its default. `codes.Code` lists the reasons why the server refuses a request.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
MAX_ID = 2**53
"""The greatest id or counter: JavaScript can hold every whole number up to this one exactly."""
RequestId = Annotated[int, Meta(ge=0, le=MAX_ID)]
Ms = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Name = Annotated[str, Meta(max_length=60)]
WatchAs = Literal["seat", "public", "all", "director", "commentator"] | SeatNo


class _Request(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base of requests. `id` is echoed in the answer; an `id` of 0 is not echoed."""

    id: RequestId = 0


class Hello(_Request, frozen=True):
    """The first message, due within 5 s of the handshake; answered by `welcome`.

    `client` names the program for the server's log. `token` is the token of `POST /v1/guests`. Without a
    token the client may only watch tables, send pings and list the lobby.
    """

    client: Annotated[str, Meta(max_length=100)] = ""
    token: Annotated[str, Meta(max_length=200)] | None = None


class Watch(_Request, frozen=True):
    """Follow a table; answered by `done`, then by a `view` unless `epoch` and `version` are current.

    `as` chooses the view: `seat` is this player's own seat, `public` the view that shows no hidden card,
    `all` every hand, a number the hand of that seat, and `director` and `commentator` the views of those
    offices at tables that have them. `epoch` and `version` are those of the last view or patch that the
    client has received for this `as`; a client without such a view leaves them out. A second `watch` of the
    same table changes the view to that of its own `as`.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Stop following the table; the answer is `done`. A player who has a seat keeps it."""

    table: TableId


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", gc=False):
    """A clock rule without any time limit."""


class PerMove(Struct, frozen=True, tag_field="kind", tag="move", gc=False):
    """A clock rule that gives `move_ms` to every decision."""

    move_ms: Ms


class Bank(Struct, frozen=True, tag_field="kind", tag="bank", gc=False):
    """A clock rule that gives every seat a bank of `bank_ms`, and `increment_ms` more per decision."""

    bank_ms: Ms
    increment_ms: Ms = 0


class PerBoard(Struct, frozen=True, tag_field="kind", tag="board", gc=False):
    """A clock rule that gives a board `board_ms`, and after that time `overtime_ms` to each decision.

    `move_ms` limits each single decision, even while the board has time left; null sets no limit.
    """

    board_ms: Ms
    overtime_ms: Ms = 15_000
    move_ms: Ms | None = None


ClockRules = NoClock | PerMove | Bank | PerBoard


Expiry = Literal["forced", "robot"]


class Delay(Struct, frozen=True, gc=False):
    """The delay of watchers behind the table: `ms` milliseconds and `boards` boards."""

    ms: Ms = 0
    boards: Annotated[int, Meta(ge=0, le=64)] = 0


class Policy(Struct, frozen=True, gc=False):
    """The rules of a table about people and time.

    `hands`: watchers see hidden hands when the board is over (`after`) or at once (`live`). Whatever `hands`
    says, a player may let a watcher look into the player's own hand (`show`). `clock` null is the game's
    default clock. `pause_ms` is the pause between a result and the next deal. `robot_ms` is the time that a
    house robot takes for every action, whatever cards it holds.

    `access`: an `open` table is listed in the lobby and every player may join it; a `private` table may be
    joined by every player with a token who knows its id; an `invited` table may be joined only by invited
    players. `sits` `anybody`: every player who may join may also take a free seat. `sits` `invited`: only the
    host, directors, commentators and invited players may take a free seat. `watchers` false: only seated
    players and the holders of an office may follow the table.

    `delay`: watchers see the whole table, with every hand, only after this time and this number of boards. A
    delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player stays free for
    this player for `hold_ms` (null: without end). When `hold_ms` is over, the house robot `substitute` plays
    the seat, or another player may sit there, until the absent player is back. `tempo_ms` is the minimum time
    between two actions that the server shows. If `tempo_ms` is not 0, the server also acts for a present
    player who has only one legal action. The players to act are warned when `warn_ms` of their time are left.

    `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes an
    action for the player. With `expiry` `robot`, the robot of the player's seat (or the substitute) plays for
    the player until the player acts, sits down or watches as `seat`; from the next decision on, the player
    plays again. An action that the player sends for the current decision still counts if the robot has not
    made that decision yet. If `expiry` or `substitute` is null, the game's default counts: in Spades,
    `expiry` is `robot`, and `substitute` is `plain` if the server has that robot.

    `correction_ms`: a table with directors stays open for this time after its last result, so that the
    directors can rule on finished boards (Law 79C). A table without directors closes `pause_ms` after its
    last result.
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
    """Open a table; answered by `done` with its `table`.

    The same player and the same `id` (not 0) always get the same table, so an unanswered `open` may be sent
    again. The table's id cannot be guessed from the player's id and the request's `id`. `game` is a game that
    the server plays. `options` are the options of this game; an unknown field in `options` is refused, while
    unknown fields elsewhere are ignored. `seats` maps a seat number to the name of the house robot that plays
    the seat while no player sits there. `boards` is the text of a file of boards, in any format that the
    server reads. The table plays the deals of the file, or a `replay` shows its records. Send larger files to
    `POST /v1/tables`.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Match(_Request, frozen=True):
    """Open a match: two tables that play the same boards; answered by `done` with `table` and `other`.

    The fields of `open` have the same meaning in `match`. `seats` are the house robots of the open room,
    `other_seats` those of the closed room. `count` is the number of boards if no boards are uploaded. If the
    `options` of a bridge match do not set `undo`, the match is played with `undo` `law25`.
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

    Every connection of this player that follows the table then gets the view of the seat, whatever view it
    had before. A connection that does not follow the table has to send `watch`. A player has at most one seat
    at a table. With `move` true, a player who has another seat gives it up for this one; that is possible
    only between boards.
    """

    table: TableId
    seat: SeatNo
    move: bool = False


class Stand(_Request, frozen=True):
    """Leave one's seat; answered by `done`.

    If the seat has a house robot, this robot plays on. If the seat has no house robot, the policy's
    `substitute` plays the rest of the board.
    """

    table: TableId


class Show(_Request, frozen=True):
    """Let a watcher look into one's own hand, or end that permission with `hand` false; answered by `done`.

    Only the player of a seat may send this. `player` is the id of the watcher, for example from a `knock`.
    """

    table: TableId
    player: Name
    hand: bool = True


Office = Literal["director", "commentator"]


class Consent(_Request, frozen=True):
    """Agree that a player gets an office in this board, or withdraw with `agree` false; answered by `done`.

    Players who have a seat, or were removed from one in this board, may send this, because the office sees
    every hand. `player` is the id of the player who would get the office, as in `appoint`. The consent counts
    until the board is over. When all these players have agreed, the host sends the same `host` request again.
    """

    table: TableId
    player: Name
    office: Office = "director"
    agree: bool = True


class Rule(_Request, frozen=True):
    """Make a ruling at a table, as its director; answered by `done`. `ruling` is one of the game's rulings.

    An unanswered ruling may be sent again: if the director's last ruling had the same content and the same
    `id` (not 0), the ruling is not made twice. Each new ruling needs an `id` that this director has not used
    before.
    """

    table: TableId
    ruling: dict[str, Any]


Ids = tuple[Name, ...]


class Host(_Request, frozen=True):
    """Change the table, as its host; answered by `done`. A field that is null or left out changes nothing.

    A new `options` or `policy` replaces the old one as a whole. `options` may change only before the first
    deal. A policy that lets watchers see hands earlier may be set only between boards. A new director or
    commentator is named between boards, or during a board if every other seated player has agreed
    (`consent`); the server asks the players who have not agreed (`appoint`). `seats` maps seat numbers to
    house robots; null removes a robot. `pause` true pauses the table: clocks stop, acts are refused, and no
    board is dealt. `pause` false ends the pause. In Hanabi every player may send `pause`. `add_ms` adds time
    to the current decision, and also to the board's time or to every seat's bank if the clock has them.
    `terminate` closes the table for good.

    `directors`, `commentators` and `invited` are the complete lists of the players' ids. `onlookers` lists
    all players who may join like the invited ones but never sit. `unwelcome` lists all players who may not
    join unless they have a seat or an office. `place` maps seat numbers to the ids of the players who get
    these seats; null frees a seat. A player removed from a seat may sit down again in the next board, or
    earlier if `place` names the player. Directors may send `seats`, `place`, `pause`, `add_ms` and
    `terminate`, too.

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

    `n` is one more than the number of this player's last applied action at this table, which the answer to
    `watch` gives; the first action has `n` 1. `decision` is `own.decision` of the view that the action
    answers. `action` is one of the game's actions, for example `{"t": "call", "call": "1NT"}`. An unanswered
    `act` may be sent again unchanged as often as necessary: the action is made only once.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=MAX_ID)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


ChatTo = Literal["table", "opponents", "partner", "kibitzers", "director"]


class Chat(_Request, frozen=True):
    """Send a line of chat to a table that the client follows; answered by `done`.

    `to` names the audience. A seated player's line to `table` reaches seats and watchers; a watcher's line to
    `table` reaches watchers only. A line to `partner` is refused during a board. Only a seated player may
    write to `partner` or `opponents`. A watcher's line reaches the watchers who see exactly the same hands. A
    commentator's line reaches every audience that sees all hands. No watcher's line reaches a seat. A
    director's line reaches all seats and watchers. At a `replay`, every line reaches all who follow the
    table.
    """

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: ChatTo = "table"


class Note(_Request, frozen=True):
    """Store a note on a card, in games that have notes; answered by `done`. The text "" deletes the note.

    `card` is the card's number in deck order; the numbers after those of the deck stand for the piles. Until
    the game is over, only this player and the watchers of the player's hand see the note; after the game,
    everybody at the table sees it. The notes of a player in one game have at most 10,000 characters in total.
    """

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """List open tables, at most 50 per answer and at most once a second; answered by `lobby`.

    `game` and `text` (a part of a table's name or id) narrow the list. For the next page, send the `cursor`
    of the last answer.
    """

    game: Name | None = None
    text: Name | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None


class Ping(Struct, frozen=True, tag_field="t", tag="ping", gc=False):
    """Request a `pong`, which echoes `c`."""

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
