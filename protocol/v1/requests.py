"""Messages to the server: one tagged union, `t` is the tag.

A field that is left out has its default. What is refused, and how, is told by `codes.Code`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
MAX_ID = 2**53
"""What every language counts up to without loss."""
RequestId = Annotated[int, Meta(ge=0, le=MAX_ID)]
Ms = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Name = Annotated[str, Meta(max_length=60)]
WatchAs = Literal["seat", "public", "all", "director", "commentator"] | SeatNo


class _Request(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """`id` is echoed in the answer; 0, which is never echoed, where the client does not care."""

    id: RequestId = 0


class Hello(_Request, frozen=True):
    """The first message, within 5 s of the handshake; answered by `welcome`.

    `client` names the program, for the server's log. `token` is that of `POST /v1/guests`; without one the
    client may only watch, ping and look at the lobby.
    """

    client: Annotated[str, Meta(max_length=100)] = ""
    token: Annotated[str, Meta(max_length=200)] | None = None


class Watch(_Request, frozen=True):
    """Follow a table; answered by `done` and then, unless `epoch` and `version` are current, a `view`.

    `as` says whose view: `seat` this player's own, `public` what anybody may see, `all` every hand, a number
    the hand of that seat, `director` and `commentator` those roles at tables that have them. `epoch` and
    `version` are those of the last view or patch of the same `as`; leave them out for any other `as`. Asking
    again for a followed table replaces the former `as`.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Follow the table no more; a seat is kept. Answered by `done`."""

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
    """A board has `board_ms`; after that every decision has `overtime_ms`.

    `move_ms`: no decision may take longer, within the board's time either; null: any may.
    """

    board_ms: Ms
    overtime_ms: Ms = 15_000
    move_ms: Ms | None = None


ClockRules = NoClock | PerMove | Bank | PerBoard


Expiry = Literal["forced", "robot"]


class Delay(Struct, frozen=True, gc=False):
    """How far behind watchers are: so many milliseconds, and so many boards."""

    ms: Ms = 0
    boards: Annotated[int, Meta(ge=0, le=64)] = 0


class Policy(Struct, frozen=True, gc=False):
    """How a table treats people and time.

    `hands`: hidden hands are shown to watchers when the board is over (`after`) or at once (`live`); a player
    may let a watcher look into his own (`show`) in either case. `clock` null is the game's own default.
    `pause_ms` lies between a result and the next deal; `robot_ms` is the time that a house robot takes for
    every action, whatever it holds.

    `access`: anybody finds the table in the lobby and comes in (`open`), any player with a token who knows
    its id comes in (`private`), or only those invited (`invited`). `sits`: whoever comes in may take a free
    seat, or only the host, those in office and those invited. `watchers`: who has no seat may follow at all.
    `delay`: watchers see every hand, so far behind, and nothing sooner; 0 `ms` and 0 `boards` are the same as
    `hands` `live`. A seat whose player is gone is held for
    `hold_ms` (null: for ever); then the house robot `substitute` plays it, or anybody sits in it, until the
    player is back. No action is released sooner than `tempo_ms` after the one before, and an action without a
    choice is then done by itself for a player who is here; 0 for neither. Who must act is warned when
    `warn_ms` are left.

    When a player's time has run out something is done for him (`forced`), or the robot that is his seat's, or
    the substitute, plays for him (`robot`): until he acts, sits down or watches as `seat`, and then from his
    next decision on. What he sends for a decision that the robot has not made yet counts. `expiry` null is
    the game's own way, and so is `substitute`: at Spades `robot`, and `plain` where the server has it.

    `correction_ms`: a table that has directors stays open for so long after its last result, for their
    rulings on finished boards (Law 79C); without one it closes after `pause_ms`.
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

    The same player and `id` (not 0) get the same table, so that an unanswered `open` may be sent again; the
    table's id cannot be guessed from them.
    `game` is one of those that the server plays, `options` that game's options: of all objects only there is
    an unknown field refused. `seats` names, by seat number, the house robot that plays a seat while nobody
    sits there. `boards` is a file of boards in any format that the server reads, whose deals are played, or
    which is shown as it is (`replay`); larger ones go to `POST /v1/tables`.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Match(_Request, frozen=True):
    """Open two tables that play the same boards, a match; answered by `done` with `table` and `other`.

    As `open`, once for each: `seats` are the house robots of the open room, `other_seats` those of the other.
    `count` is the number of boards where none are uploaded. At bridge a match whose `options` do not name
    `undo` is played by `law25`.
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
    """Take a seat that no other person has, or one's own back; answered by `done`.

    Every connection of this player that follows the table is shown the seat's view from then on, whatever it
    was shown before; one that does not follow it has to `watch`. A player has one seat at a table at most:
    with `move` he gives up another that he has, between boards.
    """

    table: TableId
    seat: SeatNo
    move: bool = False


class Stand(_Request, frozen=True):
    """Leave one's seat; answered by `done`.

    Its house robot, where it has one, plays on, or in mid-board the policy's `substitute`.
    """

    table: TableId


class Show(_Request, frozen=True):
    """Let a watcher look into one's own hand, or no more; for the player of a seat. Answered by `done`.

    `player` is the id that a `knock` told.
    """

    table: TableId
    player: Name
    hand: bool = True


Office = Literal["director", "commentator"]


class Consent(_Request, frozen=True):
    """Agree, or no more, that a player gets an office while this board is played; answered by `done`.

    For a player who has a seat, or was taken out of it in this board, as the office sees every hand.
    `player` is the id of the player who would have it, as `appoint` told. What is agreed counts until the
    board is over; the host then sends `host`.
    """

    table: TableId
    player: Name
    office: Office = "director"
    agree: bool = True


class Rule(_Request, frozen=True):
    """Rule at a table, for its directors; answered by `done`. `ruling` is one of the game's rulings.

    The same ruling once more with the same `id` (not 0) is the same one, so that a director's last ruling may
    be sent again where it is not answered: it is done once. Another ruling takes an `id` never used before.
    """

    table: TableId
    ruling: dict[str, Any]


Ids = tuple[Name, ...]


class Host(_Request, frozen=True):
    """Change the table, for its host; answered by `done`. What is null or left out stays.

    `options` and `policy` are replaced as a whole, `options` until the first deal only, a policy by which
    watchers see hands sooner between boards only. A new director or commentator is named between boards too,
    or when every other player who has a seat has agreed (`consent`): who has not is asked (`appoint`).
    `seats` names house robots by seat number, null removes one. `pause` stops the clocks, all acts and the
    next deal, or lets them go on; at Hanabi whoever plays may send it.
    `add_ms` gives so much more time to the present decision, and to the board or to every seat's bank.
    `terminate` closes the table for good.

    `directors`, `commentators` and `invited` are the ids of all who are; `onlookers` of all who may come in
    as the invited do, but never sit; `unwelcome` of all who may not come in while they have neither seat nor
    office. `place` seats players by their ids, null frees a seat; who was removed sits down again in the next
    board, or where he is placed. Directors may send `seats`, `place`, `pause`, `add_ms` and `terminate` too.

    The host is who opened the table, until `host` names another: the id of somebody who is here.
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
    """Do something in the game.

    `n` is one more than this player's last applied action at this table, which `done` of `watch` tells; the
    first is 1. `decision` is `own.decision` of the view that the action answers. `action` is one of the
    game's actions, as `{"t": "call", "call": "1NT"}`. Answered by `done` once it is stored. An act that is
    not answered may be sent again, unchanged, as often as need be: it is done once.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=MAX_ID)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


ChatTo = Literal["table", "opponents", "partner", "kibitzers", "director"]


class Chat(_Request, frozen=True):
    """Say something to a table that one follows; answered by `done`.

    `to` whom: `table` are seats and watchers for who has a seat, watchers for who has none. `partner` is
    refused while a board is played, `opponents` needs a seat. Watchers hear watchers who see no less and no
    more than they do; commentators are heard by whoever sees every hand. No seat hears a watcher, a director
    is heard by all. At a `replay` all hear all.
    """

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: ChatTo = "table"


class Note(_Request, frozen=True):
    """Keep a note on a card, at games that have notes; answered by `done`. A text of "" is none.

    `card` is its number in deck order; the numbers after the deck are those of the piles. Until the game is
    over the note is for this player alone, and for whom he lets look into his hand; then it is for all. The
    notes of a player in one game have 10,000 characters in all, at most.
    """

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """Ask for open tables, 50 at most and once a second at most; answered by `lobby`.

    `game` and `text` (part of a table's name or id) narrow the list; `cursor` of the last answer asks for
    the next page.
    """

    game: Name | None = None
    text: Name | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None


class Ping(Struct, frozen=True, tag_field="t", tag="ping", gc=False):
    """Ask for a `pong`, which echoes `c`."""

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
