"""The orders of the operators of a server, and the answers to them: two tagged unions of plain values.

A request to the operators' interface has an order in a `Signed`. No answer has a field for a card, a hand or
a result.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

Reason = Annotated[str, Meta(min_length=1, max_length=200)]
Id = Annotated[str, Meta(min_length=1, max_length=100)]
Filter = Annotated[str, Meta(max_length=100)]
Seconds = Annotated[int, Meta(ge=1, le=3_660 * 86_400)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
OperatorName = Annotated[str, Meta(max_length=60)]

ORDERS = "/v1/orders"
"""The path of the operators' interface to which orders go."""
A_BAN_STOPS = (
    "without accounts a ban stops a token or an address, not a person:"
    " the person can come back as a new guest from another address"
)


class _Order(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """An order of an operator."""


class ListHubs(_Order, frozen=True, tag="hubs"):
    """List the hubs that share the store."""


class ListTables(_Order, frozen=True, tag="tables"):
    """List the tables in memory.

    A filter that is not "" lists only tables of this `game`, of this `hub`, with this `player` in a seat or
    present, and with this `text` in the name or id.
    """

    game: Filter = ""
    hub: Filter = ""
    player: Filter = ""
    text: Filter = ""


class ShowTable(_Order, frozen=True, tag="table"):
    """Show one table, loaded from the store if no hub has it in memory."""

    table: Id


class ListPeople(_Order, frozen=True, tag="people"):
    """List the players with connections or seats; `text` is part of an id, a name or an address."""

    text: Filter = ""


class CloseTable(_Order, frozen=True, tag="close"):
    """Close a table for good; the reason is told to its people, and its finished deals stay readable."""

    table: Id
    reason: Reason


class Kick(_Order, frozen=True, tag="kick"):
    """Close a player's connections, and take the player's seats away, at all hubs."""

    player: Id
    reason: Reason


class Ban(_Order, frozen=True, tag="ban"):
    """Ban a player, or an address or network, for `for_s` seconds.

    A `target` with a dot, a colon or a slash is an address or network, every other one the id of a player. A
    banned player is kicked, too.
    """

    target: Id
    for_s: Seconds
    reason: Reason


class LiftBan(_Order, frozen=True, tag="lift_ban"):
    """End a ban of a player, an address or a network."""

    target: Id


class ListMeasures(_Order, frozen=True, tag="measures"):
    """List the bans, mutes and new names that hold now."""


class MutePlayer(_Order, frozen=True, tag="mute"):
    """Let a player write no chat and no notes for `for_s` seconds."""

    player: Id
    for_s: Seconds
    reason: Reason


class LiftMute(_Order, frozen=True, tag="lift_mute"):
    """End a mute of a player."""

    player: Id


class ListQuarantined(_Order, frozen=True, tag="quarantined"):
    """List the tables that a hub could not load, because their logs cannot be read."""


class DrainHub(_Order, frozen=True, tag="drain"):
    """Let a hub hand all its tables to other hubs, and take no more, until it is stopped."""

    hub: Id


class RenamePlayer(_Order, frozen=True, tag="rename"):
    """Give a player another name, for as long as the player's token is valid."""

    player: Id
    name: Name
    reason: Reason


class ReloadWords(_Order, frozen=True, tag="reload_words"):
    """Let all hubs read their files of forbidden words again."""


class AddBot(_Order, frozen=True, tag="add_bot"):
    """Make a robot a player with the name `name` and a token of its own; `owner` answers for the robot.

    Everybody at its tables sees that the player is a robot, and the owner's name.
    """

    name: Name
    owner: Name


class ListBots(_Order, frozen=True, tag="bots"):
    """List the robots with a token."""


class RevokeBot(_Order, frozen=True, tag="revoke_bot"):
    """End the token of the robot with the name `name` for good, close its connections and take its seats."""

    name: Name
    reason: Reason


class ReadAudit(_Order, frozen=True, tag="audit"):
    """Read the newest records of the audit log; with `reads` also those of orders that only read."""

    most: Annotated[int, Meta(ge=1, le=10_000)] = 50
    reads: bool = False


Order = (
    ListHubs
    | ListTables
    | ShowTable
    | ListPeople
    | CloseTable
    | Kick
    | Ban
    | LiftBan
    | ListMeasures
    | MutePlayer
    | LiftMute
    | ListQuarantined
    | DrainHub
    | RenamePlayer
    | ReloadWords
    | AddBot
    | ListBots
    | RevokeBot
    | ReadAudit
)
READS = (ListHubs, ListTables, ShowTable, ListPeople, ListMeasures, ListQuarantined, ListBots, ReadAudit)
"""The orders that change nothing."""


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to the operators' interface: an order, and the name of the operator, if given."""

    order: Order
    operator: OperatorName = ""


class HubRow(Struct, frozen=True):
    """A hub: its release, its tables in memory, its connections, and if it hands its tables over."""

    hub: str
    release: str
    tables: int
    connections: int
    draining: bool


class SeatRow(Struct, frozen=True):
    """A seat of a table: its player with the name, or the house robot that plays there.

    `here` is True if the player is connected. `owner` is the id of an absent player that keeps the right to
    the seat.
    """

    seat: int
    player: str | None
    name: str
    robot: str | None
    here: bool
    owner: str | None


class PersonHere(Struct, frozen=True):
    """A person that is connected to a table, with or without a seat."""

    player: str
    name: str


class TableFacts(Struct, frozen=True):
    """A table, the hub that has it, its people and its state.

    `status` is `waiting` before the first deal, and then `playing`, `paused`, `finished` or `closed`.
    """

    table: str
    name: str
    game: str
    hub: str
    status: str
    access: str
    host: str
    seats: tuple[SeatRow, ...]
    people: tuple[PersonHere, ...]


class Connection(Struct, frozen=True):
    """A connection of a player: the hub that has it, the client's address, and the tables that it follows."""

    hub: str
    address: str
    tables: tuple[str, ...]


class Place(Struct, frozen=True):
    """A seat of a player at a table; `absent` is True while a robot or another player plays there."""

    table: str
    seat: int
    absent: bool


class Person(Struct, frozen=True):
    """A player with its connections and seats; the row with the id "" has all clients without a token."""

    player: str
    name: str
    connections: tuple[Connection, ...] = ()
    seats: tuple[Place, ...] = ()


class MeasureRow(Struct, frozen=True):
    """A measure that holds: its `kind` is `ban`, `mute` or `name`, and its `target` a player or a network.

    `until_ms` is its end in ms since 1970, None if it has none.
    """

    kind: str
    target: str
    reason: str
    by: str
    began_ms: int
    until_ms: int | None = None
    name: str = ""


class BotRow(Struct, frozen=True):
    """A robot with a token: its name, its owner, its id as a player, and the operator that made the token.

    `began_ms` is the time at which the token was made, in ms since 1970.
    """

    name: str
    owner: str
    player: str
    by: str
    began_ms: int


class QuarantinedTable(Struct, frozen=True):
    """A table with a log that cannot be read; the fault names no content of the log."""

    table: str
    hub: str
    fault: str


class AuditRecord(Struct, frozen=True):
    """A record of the audit log: an order with its operator and its outcome.

    `secret` is the name of the secret that the operator used, and `operator` the name that the operator gave,
    or else the secret's. `outcome` is `done`, or the code and text of the refusal.
    """

    at_ms: int
    operator: str
    secret: str
    hub: str
    order: str
    target: str
    reason: str
    outcome: str


class _Answer(Struct, frozen=True, tag_field="t"):
    """The answer to an order."""


class Unreached(Struct, frozen=True):
    """A hub that did not carry out its part of an order, with the cause."""

    hub: str
    cause: str


class Hubs(_Answer, frozen=True, tag="hubs"):
    """The hubs that share the store."""

    hubs: tuple[HubRow, ...]


class Tables(_Answer, frozen=True, tag="tables"):
    """Tables in memory; `left_off` is the number of further ones that are not listed."""

    tables: tuple[TableFacts, ...]
    left_off: int = 0


class OneTable(_Answer, frozen=True, tag="table"):
    """One table."""

    table: TableFacts


class People(_Answer, frozen=True, tag="people"):
    """Players; `left_off` is the number of further ones that are not listed."""

    people: tuple[Person, ...]
    left_off: int = 0
    unreached: tuple[Unreached, ...] = ()


class TableClosed(_Answer, frozen=True, tag="closed"):
    """The table has been closed."""

    table: str


class Kicked(_Answer, frozen=True, tag="kicked"):
    """The number of connections that were closed, and the tables at which the player lost a seat."""

    player: str
    connections: int
    tables: tuple[str, ...]
    unreached: tuple[Unreached, ...] = ()


class Taken(_Answer, frozen=True, tag="taken"):
    """The measure that holds from now on at all hubs; `kicked` is what a ban of a player closed.

    `note` says what the measure does not stop.
    """

    measure: MeasureRow
    kicked: Kicked | None = None
    note: str = ""


class Lifted(_Answer, frozen=True, tag="lifted"):
    """The measure that has been ended."""

    measure: MeasureRow


class MeasuresListed(_Answer, frozen=True, tag="measures"):
    """The bans, mutes and new names that hold now, the oldest first."""

    measures: tuple[MeasureRow, ...]


class Quarantined(_Answer, frozen=True, tag="quarantined"):
    """The tables that a hub could not load since its start."""

    tables: tuple[QuarantinedTable, ...]
    unreached: tuple[Unreached, ...] = ()


class Drained(_Answer, frozen=True, tag="drained"):
    """The hub has handed over its tables; `left` is the number of tables that it still has in memory."""

    hub: str
    left: int


class Renamed(_Answer, frozen=True, tag="renamed"):
    """The player has a new name; `tables` are those at which the name of a seat has changed."""

    measure: MeasureRow
    tables: tuple[str, ...]
    unreached: tuple[Unreached, ...] = ()


class WordsOfHub(Struct, frozen=True):
    """The number of entries in the list of forbidden words of a hub."""

    hub: str
    entries: int


class WordsReloaded(_Answer, frozen=True, tag="words"):
    """The hubs that have read their lists again; the others keep their earlier lists."""

    hubs: tuple[WordsOfHub, ...]
    unreached: tuple[Unreached, ...] = ()


class BotAdded(_Answer, frozen=True, tag="bot_added"):
    """The robot's token, which the server cannot show again; the other hubs know it after a moment."""

    bot: BotRow
    token: str


class Bots(_Answer, frozen=True, tag="bots"):
    """The robots with a token, the oldest first."""

    bots: tuple[BotRow, ...]


class BotRevoked(_Answer, frozen=True, tag="bot_revoked"):
    """The robot whose token is not valid any more, and what was closed."""

    bot: BotRow
    kicked: Kicked


class Audited(_Answer, frozen=True, tag="audit"):
    """The newest records of the audit log, the newest first."""

    records: tuple[AuditRecord, ...]


Answer = (
    Hubs
    | Tables
    | OneTable
    | People
    | TableClosed
    | Kicked
    | Taken
    | Lifted
    | MeasuresListed
    | Quarantined
    | Drained
    | Renamed
    | WordsReloaded
    | BotAdded
    | Bots
    | BotRevoked
    | Audited
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the requests and answers of the operators' interface."""
    (request, answer), definitions = msgspec.json.schema_components(
        (Signed, Answer), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The operators' interface of Kibitz",
        "properties": {"request": request, "answer": answer},
        "$defs": definitions,
    }


def name_of(order: Order) -> str:
    """Return the name of an order, as in its field `t`."""
    return str(order.__struct_config__.tag)
