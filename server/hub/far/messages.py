"""The messages between two hubs of one store: requests of an edge to the owner of a table, and the answers.

The edge is the hub that has a client's connection. The owner is the hub that has the client's table in
memory. All messages are one tagged union, because each hub is the edge of some tables and the owner of
others. A field that an older release does not know is skipped there, and so is a kind of message; a request
of an unknown kind is refused. Therefore a field `number` stands only in requests that wait for an `Answer`.

The edge numbers its requests and names each connection at a table by a number, its `viewer`. These numbers
hold as long as the link between the two hubs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from protocol.v1.codes import Code
from protocol.v1.requests import Chat, Watch
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, Refused, TableRow
from server.hub.far.packed_summaries import PackedSummary
from server.table.player import Player


class _Message(Struct, frozen=True, tag_field="t", omit_defaults=True, gc=False):
    """A message from one hub to another."""


class Reach(_Message, frozen=True, tag="reach"):
    """The request to load a table that the receiver owns, answered with `Answer` and the name of its game.

    `away_ms` is the time for which no hub that runs has owned the table.
    """

    number: int
    table: str
    away_ms: int = 0


class LoadSet(_Message, frozen=True, tag="load_set"):
    """The request to load a match or set of boards that the receiver owns, answered with an `Answer`.

    After the answer, the store has all that the set has learned of its tables.
    """

    number: int
    board_set: str


class Send(_Message, frozen=True, tag="send"):
    """A player's command to a table, answered with `Done` or `Refused` in an `Answer`.

    `kind` names the type of the command (see `commands`). `viewer` is the player's connection, None if the
    connection does not follow the table.
    """

    number: int
    table: str
    player: Player
    kind: str
    command: Raw
    viewer: int | None = None


class Follow(_Message, frozen=True, tag="follow"):
    """The request of a connection to follow a table, answered with `Done` or `Refused` in an `Answer`.

    `binary` is True if the connection's encoding is msgpack, False if it is JSON.
    """

    number: int
    table: str
    viewer: int
    player: Player
    binary: bool
    request: Watch


class Unfollow(_Message, frozen=True, tag="unfollow"):
    """The request of a connection to follow a table no more; it has no answer."""

    table: str
    viewer: int


class Behind(_Message, frozen=True, tag="behind"):
    """The notice that a connection does not read its frames; the owner sends it none until `CaughtUp`."""

    table: str
    viewer: int


class CaughtUp(_Message, frozen=True, tag="caught_up"):
    """The notice that a connection has read all earlier frames; the owner sends what it missed."""

    table: str
    viewer: int


class Say(_Message, frozen=True, tag="say"):
    """A line of chat, answered with `Done` or `Refused` in an `Answer`."""

    number: int
    table: str
    viewer: int
    player: Player
    request: Chat


class Note(_Message, frozen=True, tag="note"):
    """A player's note on a card, answered with `Done` or `Refused` in an `Answer`."""

    number: int
    table: str
    player: Player
    request: Keep


class Prepare(_Message, frozen=True, tag="prepare"):
    """The notice that invitation links for a table were made; it has no answer."""

    table: str


class Read(_Message, frozen=True, tag="read"):
    """The request for one value of a table, answered with the value or a refusal in an `Answer`.

    `what` is the name of the handle's method. `player`, `request` and `side` are its arguments, `binary` is
    the encoding of a view.
    """

    number: int
    table: str
    what: str
    player: Player = Player("")
    request: Watch | None = None
    binary: bool = True
    side: str = ""


class Ask(_Message, frozen=True, tag="ask"):
    """The request to a hub itself and to no table, answered with a value or a refusal in an `Answer`.

    `what` names the part of the hub that answers, and `request` is of a type that this part knows.
    """

    number: int
    what: str
    request: Raw


class Answer(_Message, frozen=True, tag="answer"):
    """The answer to the request `number`; `refused` is set if the owner refused a request for a value."""

    number: int
    value: Raw = Raw(b"\xc0")
    refused: Refused | None = None


class Deliver(_Message, frozen=True, tag="deliver"):
    """A frame for some connections at a table; `binary` says if it is a binary or a text frame."""

    table: str
    viewers: tuple[int, ...]
    payload: bytes
    binary: bool


class Shown(_Message, frozen=True, tag="shown"):
    """The audience as which a connection follows a table from now on, with the seat of a player.

    `audience` is the audience's name in the protocol, or the number of the seat that a watcher sees.
    """

    table: str
    viewer: int
    audience: str | int
    seat: int | None = None


class Joined(_Message, frozen=True, tag="joined"):
    """The notice that a connection gets the patches of a crowd from now on: of all watchers with one view.

    `crowd` is the number of the crowd at the owner; None ends the connection's membership. `version` is the
    version of the view that the connection has.
    """

    table: str
    viewer: int
    crowd: int | None = None
    version: int = 0


class Crowd(_Message, frozen=True, tag="crowd"):
    """The patch to version `version` for all connections of the receiver that belong to a crowd."""

    table: str
    crowd: int
    version: int
    payload: bytes
    binary: bool


class Dismissed(_Message, frozen=True, tag="dismissed"):
    """The notice that a connection no longer follows a table, because its player may not."""

    table: str
    viewer: int


class Moved(_Message, frozen=True, tag="moved"):
    """The notice that the sender no longer has a table in memory; another hub may own it."""

    table: str


class Row(Struct, frozen=True, gc=False):
    """The summary of a table in memory and its row in the lobby.

    `quiet` is True if the table has come into memory, and its people and seats have not changed since.
    """

    summary: PackedSummary
    row: TableRow
    quiet: bool = False


class Rows(_Message, frozen=True, tag="rows"):
    """The tables that the sender has in memory, after a change of their people or seats.

    `asleep` are tables that have left the sender's memory and stay open, `gone` are tables that are listed no
    more.
    """

    awake: tuple[Row, ...] = ()
    asleep: tuple[TableRow, ...] = ()
    gone: tuple[str, ...] = ()


class Together(_Message, frozen=True, tag="together"):
    """Several messages to one hub of one turn of the event loop, each of them encoded, in their order."""

    messages: tuple[Raw, ...]


class Take(_Message, frozen=True, tag="take"):
    """The notice that the receiver owns tables from now on, because the sender is about to stop."""

    tables: tuple[str, ...]


class LoggedOut(_Message, frozen=True, tag="logged_out"):
    """The notice that tokens are refused from now on, and that their sessions end.

    `players` are the ids of players that have no token any more. Each of `tokens` is a player's id and the
    hash of one token, while the player's other devices have tokens of their own.
    """

    players: tuple[str, ...]
    tokens: tuple[tuple[str, str], ...] = ()


class Held(_Message, frozen=True, tag="held"):
    """The holdings of the sender, such as the number of connections of each address, after a change.

    `held` maps the hash of each name to the value, or to None for a name of which the sender holds nothing
    any more. If `whole` is True, the sender holds nothing else.
    """

    what: str
    held: dict[bytes, Raw]
    whole: bool = False


class Spent(_Message, frozen=True, tag="spent"):
    """The spendings of the sender since its last message, such as the tokens that limit an address.

    `spent` maps the hash of each name to the number.
    """

    what: str
    spent: dict[bytes, int]


class Turn(_Message, frozen=True, tag="turn"):
    """The request for the turn of a name, answered with an `Answer` as soon as the turn is free.

    `turn` is the sender's number of this turn.
    """

    number: int
    name: str
    turn: int


class TurnOver(_Message, frozen=True, tag="turn_over"):
    """The notice that a turn is over, or not wanted any more; it has no answer."""

    turn: int


class Told(_Message, frozen=True, tag="told"):
    """News for all hubs that no table tells, such as an invitation; `what` names the kind of `news`."""

    what: str
    news: Raw


Message = (
    Reach
    | LoadSet
    | Send
    | Follow
    | Unfollow
    | Behind
    | CaughtUp
    | Say
    | Note
    | Prepare
    | Read
    | Ask
    | Answer
    | Deliver
    | Shown
    | Joined
    | Crowd
    | Dismissed
    | Moved
    | Rows
    | Together
    | Take
    | LoggedOut
    | Held
    | Spent
    | Told
    | Turn
    | TurnOver
)

encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Message).decode
read_answer = msgspec.msgpack.Decoder(Done | Refused).decode
"""A function that reads the value of an `Answer` to a request that changes a table."""


def encode_all(some: Sequence[Message]) -> bytes:
    """Return several messages to one hub as one."""
    return encode(some[0]) if len(some) == 1 else encode(Together(tuple(Raw(encode(each)) for each in some)))


OTHER_RELEASE = Refused(
    code=Code.UNAVAILABLE,
    message="the hub that owns this table has another release, and one of both cannot read the other",
    retry_ms=5_000,
)
"""The answer to a request if a message between the hubs cannot be read."""


class Unread(Struct, frozen=True):
    """A message that this release cannot read, because it is of another release.

    `number` is set if the sender waits for an answer to it, or if it is an answer.
    """

    t: str
    number: int | None = None


_read_tag = msgspec.msgpack.Decoder(Unread).decode


def decode_all(message: bytes) -> Sequence[Message | Unread]:
    """Return the messages that a hub has sent as one.

    Raises msgspec.DecodeError if a message is none of any release.
    """
    decoded = decode(message)
    return [decode(each) for each in decoded.messages] if isinstance(decoded, Together) else (decoded,)


def decode(message: bytes | Raw) -> Message | Unread:
    """Return a message of another hub.

    A hub of a newer release may send kinds of messages that this one does not know, and values that it does
    not expect in the others. Raises msgspec.DecodeError if the message is none of any release.
    """
    try:
        decoded: Message = _decode(message)
    except msgspec.ValidationError:
        return _read_tag(message)
    return decoded
