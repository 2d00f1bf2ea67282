"""Messages to the server: one tagged union with the tag `t`.

A field that is left out has its default. `codes.Code` lists the reasons why the server refuses a request.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
MAX_ID = 2**53
"""The greatest whole number that every language holds without loss, as JavaScript's numbers are doubles."""
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
    offices at tables that have them. `epoch` and `version` are those of the last view or patch that came for
    the same `as`. For any other `as`, leave them out. A second `watch` of the same table replaces the first
    `as`.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Stop following the table; the player keeps the seat. Answered by `done`."""

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

    `move_ms` also limits each single decision, even within the board's time; null sets no such limit.
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

    `hands`: watchers see hidden hands when the board is over (`after`) or at once (`live`). With either
    value, a player may let a watcher look into the player's own hand (`show`). `clock` null is the game's
    default clock. `pause_ms` is the pause between a result and the next deal. `robot_ms` is the time that a
    house robot takes for every action, whatever cards it holds.

    `access`: an `open` table is listed in the lobby and every player may join it; a `private` table may be
    joined by every player with a token who knows its id; an `invited` table only by invited players. `sits`:
    with `anybody` every player who may join may take a free seat; with `invited` only the host, directors,
    commentators and invited players may. `watchers` false: only seated players and the holders of an office
    may follow the table.

    `delay`: watchers see every hand, delayed by this time and number of boards, and see nothing earlier. A
    delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an absent player is held for
    `hold_ms` (null: without end). After that the house robot `substitute` plays the seat, or another player
    may sit there, until the absent player is back. `tempo_ms` is the minimum time between two released
    actions; in that case the server also plays an action without alternatives for a player who is present. 0
    turns both off. The players to act are warned when `warn_ms` of their time are left.

    `expiry` decides what happens when a player's time runs out. With `forced` the server makes an action for
    the player. With `robot` the robot of that seat, or the substitute, plays for the player until the player
    acts, sits down or watches as `seat`; the player then makes the next decision. An action that the player
    sends for the current decision still counts if the robot has not made that decision yet. `expiry` null is
    the game's default, and so is `substitute` null: in Spades they are `robot`, and `plain` if the server has
    that robot.

    `correction_ms`: a table with directors stays open for this time after its last result, so that they can
    rule on finished boards (Law 79C). A table without directors closes after `pause_ms`.
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
    again. The table's id cannot be guessed from the player and the `id`. `game` is a game that the server
    plays. `options` are the options of that game; unlike in other objects, an unknown field in them is
    refused. `seats` maps a seat number to the name of the house robot that plays the seat while no player
    sits there. `boards` is a file of boards in any format that the server reads: its deals are played, or
    shown as recorded by a `replay`. Send larger files to `POST /v1/tables`.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Match(_Request, frozen=True):
    """Open a match: two tables that play the same boards; answered by `done` with `table` and `other`.

    The fields mean the same as in `open`. `seats` are the house robots of the open room, `other_seats` those
    of the closed room. `count` is the number of boards if no boards are uploaded. In bridge, a match whose
    `options` do not set `undo` is played with `law25`.
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

    Every connection of this player that follows the table then gets the view of the seat, whatever it watched
    before. A connection that does not follow the table has to send `watch`. A player has at most one seat at
    a table. With `move`, between boards, the player gives up another seat to take this one.
    """

    table: TableId
    seat: SeatNo
    move: bool = False


class Stand(_Request, frozen=True):
    """Leave one's seat; answered by `done`.

    The seat's house robot plays on if it has one. During a board the policy's `substitute` plays on.
    """

    table: TableId


class Show(_Request, frozen=True):
    """Let a watcher look into one's own hand, or end that permission with `hand` false; answered by `done`.

    Only the player of a seat may send this. `player` is the id that came in `knock`.
    """

    table: TableId
    player: Name
    hand: bool = True


Office = Literal["director", "commentator"]


class Consent(_Request, frozen=True):
    """Agree that a player gets an office in this board, or withdraw with `agree` false; answered by `done`.

    Players who have a seat, or were removed from one in this board, may send this, because the office sees
    every hand. `player` is the id of the player who would get the office, as in `appoint`. The consent counts
    until the board is over. When all have agreed, the host sends `host` again.
    """

    table: TableId
    player: Name
    office: Office = "director"
    agree: bool = True


class Rule(_Request, frozen=True):
    """Make a ruling at a table, as its director; answered by `done`. `ruling` is one of the game's rulings.

    An unanswered ruling may be sent again: if the director's last ruling had the same content and the same
    `id` (not 0), it is not made twice. Another ruling needs an `id` that was never used before.
    """

    table: TableId
    ruling: dict[str, Any]


Ids = tuple[Name, ...]


class Host(_Request, frozen=True):
    """Change the table, as its host; answered by `done`. A field that is null or left out changes nothing.

    `options` and `policy` are replaced as a whole. `options` may change only before the first deal. A policy
    that lets watchers see hands earlier may be set only between boards. A new director or commentator is
    named between boards, or during a board if every other seated player has agreed (`consent`); the server
    asks the players who have not agreed (`appoint`). `seats` maps seat numbers to house robots; null removes
    a robot. `pause` true stops the clocks, all acts and the next deal, and false resumes them; in Hanabi
    every player may send it. `add_ms` adds time to the current decision, and to the board or to every seat's
    bank. `terminate` closes the table for good.

    `directors`, `commentators` and `invited` are the complete lists of the players' ids. `onlookers` lists
    all players who may join like the invited ones but never sit. `unwelcome` lists all players who may not
    join unless they have a seat or an office. `place` seats players by their ids, and null frees a seat. A
    player removed from a seat may sit down again in the next board, or earlier if `place` names the player.
    Directors may send `seats`, `place`, `pause`, `add_ms` and `terminate`, too.

    The host is the player who opened the table, until `host` names the id of another player at the table.
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

    `n` is one more than the number of this player's last applied action at this table, which `done` of
    `watch` gives; the first is 1. `decision` is `own.decision` of the view that the action answers. `action`
    is one of the game's actions, for example `{"t": "call", "call": "1NT"}`. An unanswered `act` may be sent
    again unchanged as often as necessary: the action is made only once.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=MAX_ID)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


ChatTo = Literal["table", "opponents", "partner", "kibitzers", "director"]


class Chat(_Request, frozen=True):
    """Send a line of chat to a table that one follows; answered by `done`.

    `to` names the audience. `table` means seats and watchers if a seated player sends it, and watchers if a
    watcher sends it. `partner` is refused during a board. `opponents` requires a seat. A watcher's line
    reaches the watchers who see exactly the same hands. A commentator's line reaches every audience that sees
    all hands. No watcher's line reaches a seat. A director's line reaches all. At a `replay` every line
    reaches all.
    """

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: ChatTo = "table"


class Note(_Request, frozen=True):
    """Store a note on a card, in games that have notes; answered by `done`. The text "" deletes the note.

    `card` is the card's number in deck order; the numbers after the deck stand for the piles. Until the game
    is over only this player sees the note, and the watchers that may look into the player's hand. After
    the game all see it. The notes of a player in one game have at most 10,000 characters in total.
    """

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """List open tables, at most 50 per answer and at most once a second; answered by `lobby`.

    `game` and `text` (a part of a table's name or id) narrow the list. `cursor` is the cursor of the last
    answer and requests the next page.
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
