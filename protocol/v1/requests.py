"""The messages from a client to the server: one tagged union with the tag `t`.

If a message leaves out a field, the field has its default value. `codes.Code` lists the reasons why the
server refuses a request.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
MAX_ID = 2**53
"""The greatest request id or action number, because JavaScript has exact whole numbers only up to 2**53."""
RequestId = Annotated[int, Meta(ge=0, le=MAX_ID)]
Ms = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]
Name = Annotated[str, Meta(max_length=60)]
WatchAs = Literal["seat", "public", "all", "director", "commentator"] | SeatNo


class _Request(Struct, frozen=True, tag_field="t", tag=str.lower, kw_only=True, gc=False, omit_defaults=True):
    """The base class of all requests to the server.

    The server's answer repeats the request's `id`, unless this is 0.
    """

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

    In a `watch` request, `as` chooses the view: `seat` is this player's own seat, `public` the view without
    hidden cards, `all` the view with every hand, a number the view with the hand of that seat, and `director`
    and `commentator` the views of the table's directors and commentators. In a `watch` request, `epoch` and
    `version` are copied from the last view or patch that the client received for the same `as`; a client
    without a view leaves out both fields. A client that already follows the table gets the view that the new
    `as` names in place of the view that it had.
    """

    table: TableId
    as_: WatchAs = field(default="public", name="as")
    epoch: str | None = None
    version: int | None = None


class Unwatch(_Request, frozen=True):
    """Stop following a table; the answer is `done`.

    A player at the table who stops following it keeps the seat.
    """

    table: TableId


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", gc=False):
    """The clock rule of a table without any time limit."""


class PerMove(Struct, frozen=True, tag_field="kind", tag="move", gc=False):
    """A clock rule that allows `move_ms` for every decision."""

    move_ms: Ms


class Bank(Struct, frozen=True, tag_field="kind", tag="bank", gc=False):
    """A clock rule that allows each seat `bank_ms` for a whole deal, and `increment_ms` more per decision."""

    bank_ms: Ms
    increment_ms: Ms = 0


class PerBoard(Struct, frozen=True, tag_field="kind", tag="board", gc=False):
    """A clock rule that allows `board_ms` for a whole board, and after that `overtime_ms` for each decision.

    `move_ms` limits the time for each single decision, even while time for the board is left; null sets no
    limit.
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
    """The policy of a table: the rules about people and time that its host has set.

    `hands` decides when watchers see hidden hands: when the board is over (`after`) or at once (`live`). With
    each value of `hands`, a player may let a watcher look into the player's own hand (`show`). `clock` is the
    clock rule of the table; null means the default clock of the game. `pause_ms` is the pause between the
    result of a deal and the next deal. With `next_ms`, a table where players have seats waits `next_ms`
    instead of `pause_ms` (null is the same as no `next_ms`); in both cases, the next deal begins earlier if
    all present players send `next`, and later if a player sends `wait`. `robot_ms` is the time that a house
    robot takes for every action, whatever cards it holds.

    `access` decides which players may join the table, to sit or to watch. An `open` table is listed in the
    lobby, and every player may join it. Every player with a token who knows the id of a `private` table may
    join it. Only invited players may join an `invited` table. With `sits` `anybody`, every player who may
    join may also take a free seat. With `sits` `invited`, only the host, directors, commentators and invited
    players may take a free seat. With `watchers` false, only the host, seated players, directors and
    commentators may follow the table.

    With a `delay`, watchers see the whole table, with every hand, but later, by the time and the number of
    boards in the `delay`. A delay of 0 `ms` and 0 `boards` is the same as `hands` `live`. The seat of an
    absent player stays free for this player for `hold_ms` (null: without a limit). When `hold_ms` is over,
    the house robot `substitute` plays the seat, or another player may sit there, until the absent player is
    back. `tempo_ms` is the minimum time between two actions that the server shows (0: no minimum). If
    `tempo_ms` is not 0, the server also acts for a present player who has only one legal action. The server
    warns the players who have to act when `warn_ms` of their time are left.

    `expiry` decides what happens when a player's time runs out. With `expiry` `forced`, the server makes some
    legal action for a player when the player's time runs out. With `expiry` `robot`, after a player's time
    has run out, the robot of the seat (or the substitute) plays until the player acts, sits down or watches
    as `seat`; from the next decision on, the player plays again. An action that a player sends after the time
    has run out still counts if the robot has not yet made the decision. If `expiry` or `substitute` is null,
    the default of the game is used: `expiry` is `robot` in Spades and `forced` in the other games, and
    `substitute` is `sampler` in bridge and Spades (`plain` if the server does not have `sampler`) and
    `friendly` in Hanabi.

    A table with directors stays open for `correction_ms` after its last result, so that the directors can
    rule on finished boards (Law 79C). A table without directors closes when `pause_ms` have passed after its
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
    next_ms: Ms | UnsetType | None = UNSET


Seats = dict[SeatNo, Name | None]


class PlayAgain(Struct, frozen=True, gc=False):
    """A finished deal that a new table plays again against robots, from a position of the deal.

    `deal` is the id of the deal, as in `GET /v1/games/{game}`. The calls, cards and other moves before the
    position have been made: they are the first `moves` moves of the deal (0: the deal is played from its
    beginning). The player who opens the table has the seat with the number `seat`, and every other seat needs
    a house robot.
    """

    deal: Annotated[str, Meta(min_length=1, max_length=70, pattern=r"^[A-Za-z0-9_-]+(\.[0-9]{1,4})?$")]
    moves: Annotated[int, Meta(ge=0, le=9999)] = 0
    seat: SeatNo = 0


class Open(_Request, frozen=True):
    """Open a table; answered by `done` with the id of the `table`.

    The same player and the same `id` (not 0) always get the same table, so an unanswered `open` may be sent
    again. The table's id cannot be guessed from the player's id and the request's `id`. `game` is the name of
    a game, such as `bridge`. `options` are the options of the `game`; the server refuses an unknown field in
    `options`, but ignores other unknown fields of the request. `seats` maps a seat number to the name of the
    house robot that plays the seat while no player sits there. `boards` is the text of a file of boards, in
    any format that the server reads. With a `game` such as `bridge`, the table plays the deals of the file in
    `boards`; with `game` `replay`, it shows the recorded boards of this file. A file that is too large for a
    websocket message is sent to `POST /v1/tables`.

    With `again`, the table plays one finished deal of this server again, from a position of the deal. The
    record of the deal must be open to everybody who may follow its table: the server refuses a deal that
    other tables have still to play, or that watchers see later. Everybody at the new table is told (`again`
    in `people`) that its player may know the cards.
    """

    game: Name
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}
    again: PlayAgain | None = None


class Match(_Request, frozen=True):
    """Open a match: two tables that play the same boards; answered by `done` with `table` and `other`.

    The fields that `match` shares with `open` have the same meaning as in `open`. `seats` are the house
    robots of the first table (the open room), `other_seats` the house robots of the second table (the closed
    room). A match that is opened without `boards` has `count` boards. In a bridge match the default of the
    option `undo` is `law25`.
    """

    game: Name
    count: Annotated[int, Meta(ge=1, le=128)] = 16
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}
    other_seats: Seats = {}


class OpenSet(_Request, frozen=True, tag="open_set"):
    """Open tables that play the same boards; answered by `done` with `board_set` and `tables`.

    The boards are secret until every table of the set has played them or is closed: until then, watchers see
    nothing of a board, and each player sees only what happens at the player's own table. The fields that
    `open_set` shares with `match` have the same meaning as in `match`; `seats` are the house robots of each
    table. `GET /v1/sets/{set}` compares the results.
    """

    game: Name
    tables: Annotated[int, Meta(ge=2, le=64)]
    count: Annotated[int, Meta(ge=1, le=128)] = 16
    options: dict[str, Any] = {}
    name: Name = ""
    boards: str | None = None
    policy: Policy = Policy()
    seats: Seats = {}


class Sit(_Request, frozen=True):
    """Take a free seat of a table, or take one's own seat back; answered by `done`.

    When a player has sat down, every connection of this player that follows the table gets the view of the
    seat in place of its earlier view. A connection that does not follow the table gets the view of the seat
    only after it sends `watch`. A player has at most one seat at a table. With `move` true, a player moves to
    this seat from another seat of the table, which is possible only between boards.

    During a board, a player may take a seat without consent only if it is the player's own seat of this
    board, or if the seat became free in this board because its player stood up or was absent too long, and
    the host invited the player before the board. If a player needs consent to sit down, all other players of
    the board have to agree by `consent`: the server refuses `sit` as `forbidden` and sends `appoint` to these
    players. When all have agreed, the refused player gets a `notice` of kind `agreed` and sends `sit` again.
    A player who has held or watched a hand of the board may take no other seat before the board is over.
    """

    table: TableId
    seat: SeatNo
    move: bool = False


class Stand(_Request, frozen=True):
    """Leave one's seat; answered by `done`.

    If the seat that a player leaves has a house robot, this robot plays in the player's place. If the seat
    that a player leaves has no house robot, the policy's `substitute` plays the rest of the board.
    """

    table: TableId


class Next(_Request, frozen=True):
    """Ask for the next deal after the result of a deal; answered by `done`.

    Only a player with a seat may send `next`, and the host. The next deal begins at once when all players
    who have seats and are connected have sent `next`; robots need not send it. `next` also ends the wait of
    the player who sends it, and the `next` of the host ends the wait of every player. In matches and in sets
    of boards, the next board begins by the clock, and `next` and `wait` are refused.
    """

    table: TableId


class Wait(_Request, frozen=True):
    """Hold the next deal until the same player, or the host, sends `next`; answered by `done`.

    Only a player with a seat may send `wait`, between the result of a deal and the next deal.
    """

    table: TableId


class Show(_Request, frozen=True):
    """Let a watcher look into one's own hand, or end this permission with `hand` false; answered by `done`.

    Only a player with a seat may send `show`. `player` is the id of the watcher who may see the hand, for
    example from a `knock`.
    """

    table: TableId
    player: Name
    hand: bool = True


Office = Literal["director", "commentator", "seat"]


class Consent(_Request, frozen=True):
    """Agree that a player becomes a director or commentator, or takes a seat, during this board.

    The answer to `consent` is `done`. A player withdraws the consent by sending `consent` with `agree` false.

    All players who have a seat, or were removed from a seat in this board, are asked for consent, because a
    new director or commentator sees every hand, and a new player sees one. `player` is the id of the future
    director or commentator, as in `appoint`. With the `office` `seat`, `player` is the id of the player who
    wants to take the seat with the number `seat`, or who gets it from the host. A player's consent counts
    until the board is over. When all players of the board have agreed, the refused `host` or `sit` request
    has to be sent again.
    """

    table: TableId
    player: Name
    office: Office = "director"
    agree: bool = True
    seat: SeatNo | None = None


class Rule(_Request, frozen=True):
    """Make a ruling as a director of the table; answered by `done`.

    `ruling` is one of the rulings that the game defines. An unanswered ruling may be sent again: if the
    director's last ruling had the same content and the same `id` (not 0), the ruling is not made twice. Each
    new ruling needs an `id` that this director has not used before.
    """

    table: TableId
    ruling: dict[str, Any]


Ids = tuple[Name, ...]


class Host(_Request, frozen=True):
    """Change the table as its host; answered by `done`.

    A field of `host` that is null or left out changes nothing. New `options` replace all old options, and a
    new `policy` replaces the whole old policy. The host may change `options` only before the first deal of
    the table. A policy that lets watchers see hands earlier, or with a shorter `hold_ms`, may be set only
    between boards. During a board, the host may name a new director or commentator only if every other seated
    player has agreed by `consent`; the server sends `appoint` to the players who have not agreed. `seats`
    maps seat numbers to the names of house robots; null removes the robot from a seat. `pause` true pauses
    the table: clocks stop, acts are refused, and no board is dealt. `pause` false ends the pause of the
    table. At a Hanabi table, every player may send `pause`, not only the host. `add_ms` adds time to the
    current decision, and also to the time for the board or for every seat, if the clock rule has such a time.
    `terminate` true closes the table for good.

    `directors`, `commentators` and `invited` are complete lists of player ids, which replace the old lists.
    `onlookers` lists the players who may watch an `invited` table but never sit. `unwelcome` lists the
    players who may not join the table, unless they have a seat or are director or commentator. `place` maps
    seat numbers to the ids of the players who get these seats; null removes the player from a seat. A player
    who was removed from a seat may sit down again in the next board, or earlier if `place` names the player.
    During a board, `place` gives a player another seat than the player's own seat of this board only if all
    other players of the board have agreed by `consent` with the `office` `seat`, as for a new director; a
    player who was a director before the board began, and neither plays nor has seen a hand of the board,
    needs no consent. Besides the host, directors may send `seats`, `place`, `pause`, `add_ms` and
    `terminate`.

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
    plus 1; the first action has `n` 1. `decision` is copied from the field `own.decision` of the view to
    which this action is the answer. `action` is one of the game's actions, for example `{"t": "call", "call":
    "1NT"}`. An unanswered `act` may be sent again unchanged as often as necessary: the action is made only
    once.
    """

    table: TableId
    n: Annotated[int, Meta(ge=1, le=MAX_ID)]
    action: dict[str, Any]
    decision: Annotated[str, Meta(max_length=40)] | None = None


ChatTo = Literal["table", "opponents", "partner", "kibitzers", "director"]


class Chat(_Request, frozen=True):
    """Send a line of chat to a table that the client follows; answered by `done`.

    `to` names the people that receive the line of chat. A seated player's line of chat to `table` reaches
    seats and watchers; a watcher's line to `table` reaches watchers only. A line of chat to `partner` is
    refused during a board. Only a seated player may chat with `partner` or `opponents`. During a board, a
    watcher's line of chat reaches only the watchers who see exactly the same hands. A commentator's line of
    chat reaches all people who see all hands. A seated player never receives a watcher's line of chat. A
    director's line of chat reaches all seats and watchers. At a `replay`, every line of chat reaches all
    people who follow the table.
    """

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    to: ChatTo = "table"


class Note(_Request, frozen=True):
    """Store a note on a card, in games that have notes; answered by `done`.

    A note with the text "" deletes the earlier note on the card. `card` is the index of the card in the deck;
    a number higher than these indexes means a pile: the number of cards in the deck plus the index of the
    suit. Until the game is over, only the author of a note and the watchers of the author's hand see the
    note; after the game, all people at the table see it. All notes of a player in one game together have at
    most 10,000 characters.
    """

    table: TableId
    card: Annotated[int, Meta(ge=0, le=999)]
    text: Annotated[str, Meta(max_length=500)]


class Lobby(_Request, frozen=True):
    """List open tables, at most 50 per answer and at most once a second; answered by `lobby`.

    With a `game`, the lobby lists only tables of this game; with a `text`, only tables with this text in
    their name or id. To get the next page of the lobby, a client sends the `cursor` of the last answer.
    """

    game: Name | None = None
    text: Name | None = None
    cursor: Annotated[str, Meta(max_length=100)] | None = None


Pace = Literal["usual", "fast"]


class Queue(_Request, frozen=True):
    """Wait for a seat at a table with other people; answered by `done` with the `table`, once seated.

    The queue has players of all servers of a site. A player gets a seat at a table that other players of the
    queue play already, between two boards, or at a new table when enough players wait for the same `game` and
    `pace`. With `robots` true, robots take the empty seats of a new table once the player that wants them has
    waited for 30 s. At the `pace` `usual` the table has the default clock of its game; at the `pace` `fast`
    each decision has 15 s. The table is open to all, with the default options of its game.

    While the player waits, the server sends `queued`. The wait ends with the connection; a client that is
    connected again sends `queue` again. A player waits in the queue once: a newer `queue` ends an older one,
    which is answered by `done` without a `table`. After `done` with a `table`, the client sends `watch` as
    `seat`.
    """

    game: Name
    pace: Pace = "usual"
    robots: bool = True


class Unqueue(_Request, frozen=True):
    """Stop waiting in the queue; answered by `done`, and the `queue` is answered by `done` without a table.

    A player who already has a seat keeps it.
    """


class Ping(Struct, frozen=True, tag_field="t", tag="ping", gc=False):
    """Ask the server for a `pong`, which repeats the number `c`."""

    c: RequestId = 0


ToServer = (
    Hello
    | Watch
    | Unwatch
    | Open
    | Match
    | OpenSet
    | Sit
    | Stand
    | Next
    | Wait
    | Show
    | Consent
    | Host
    | Rule
    | Act
    | Chat
    | Note
    | Lobby
    | Queue
    | Unqueue
    | Ping
)
