"""The bodies of requests and answers in the Spades API, except the views of the game.

Functions of this module parse and check the bodies of requests.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from server.web.operations import Operation
from server.web.responses import Handler
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.serializers.people import Sitter
from server.web.spades_rest.serializers.words import SEATS, SeatName

T = TypeVar("T", bound=Struct)

Visibility = Literal["public", "private"]
JoinPolicy = Literal["open", "invite-only"]
MAX_NAME = 50


class GuestName(Struct):
    """The body of a request that creates a guest."""

    username: Annotated[str, Meta(max_length=MAX_NAME)] | None = None


class SeatChoice(Struct):
    """The body of a request that names a seat of the table."""

    seat: SeatName


class PlayerChoice(Struct, rename="camel"):
    """The body of a request about one player.

    The player id of a bot is `bot:` and the name of its seat, such as `bot:east`.
    """

    player_id: Annotated[str, Meta(min_length=1, max_length=60)]


class TableName(Struct):
    """The name in a request that opens a table.

    A table for which no name is given is named after its host.
    """

    name: Annotated[str, Meta(max_length=MAX_NAME)] | None = None


class Spectating(Struct):
    """The permission of players without a seat to watch a new table."""

    spectating: bool = True


class Access(Struct, rename="camel"):
    """The visibility of a table in the lobby, and its join policy, which says which players may sit there.

    A private table always has the join policy `invite-only`.
    """

    visibility: Visibility = "public"
    join_policy: JoinPolicy | UnsetType = UNSET


class NewAccess(Struct, rename="camel"):
    """The body of a request that changes the visibility of a table, and perhaps its join policy."""

    visibility: Visibility
    join_policy: JoinPolicy | UnsetType = UNSET


class Search(Struct, rename="camel"):
    """The query of a request for the list of tables in the lobby."""

    has_seats: Annotated[str, Meta(description="`true`: only tables with a free seat.")] = ""
    search: Annotated[str, Meta(description="Part of a table's name, or of its host's name.")] = ""


class SeedSession(Struct, rename="camel"):
    """A new guest, with the values of the headers `x-session-id` and `x-player-id`."""

    session_id: str
    player_id: str
    username: str


class Message(Struct):
    """A text that confirms to the player that the request was carried out."""

    message: str


class TableAbout(Struct, rename="camel"):
    """A table in the lobby, with the data that every player may see."""

    table_id: str
    name: str
    host_player_id: str
    host_username: str
    seats: dict[SeatName, Sitter | None]
    seats_available: int
    observer_count: int
    join_policy: JoinPolicy
    visibility: Visibility
    ruleset: Literal["Standard"]
    spectating: bool


class SeedTableRow(TableAbout, rename="camel"):
    """A table in the lobby, with the field `canJoin`, which depends on the player."""

    can_join: bool


class SeedTables(Struct):
    """The tables of the lobby, the newest first."""

    tables: list[SeedTableRow]


class TableRef(Struct, rename="camel"):
    """An answer with only the id of a table."""

    table_id: str


class PlayersTable(Struct, rename="camel"):
    """The id of the table where the player has a seat, or else of one that the player observes, or null."""

    table_id: str | None


class NewTable(Struct, rename="camel"):
    """The answer to a request that has opened a table.

    The player that opened the table is its host and sits north.
    """

    table_id: str
    name: str
    visibility: Visibility
    join_policy: JoinPolicy
    spectating: bool


class SeatTaken(Struct, rename="camel"):
    """The seat that the player or bot of the request has now."""

    table_id: str
    seat: SeatName


class SeatLeft(Struct, rename="camel"):
    """The seat that the player has just left."""

    table_id: str
    previous_seat: SeatName


class NewHost(Struct, rename="camel"):
    """The new host of the table, and the host's seat."""

    table_id: str
    host_player_id: str
    new_host_seat: SeatName | None


class TableAccess(Struct, rename="camel"):
    """The new visibility and join policy of a table."""

    table_id: str
    visibility: Visibility
    join_policy: JoinPolicy


class JoinLink(Struct, rename="camel"):
    """A link with which one player may sit down at a table."""

    token: str
    join_url: str


class SpectatorLink(Struct, rename="camel"):
    """A link with which any number of players may watch a table."""

    token: str
    spectator_url: str


class NewInvitation(Struct, rename="camel"):
    """An invitation to a table, with the token of a link with which the invited player sits down."""

    invite_id: str
    token: str
    expires_at: str


class InvitationRef(Struct, rename="camel"):
    """The id of an invitation."""

    invite_id: str


class BuildInfo(Struct, rename="camel"):
    """The git commit of the server's source, or `unknown`."""

    commit_short: str


def change(path: str, handler: Handler, result: type[Struct], *body: type[Struct]) -> Operation:
    """Return the description of a POST request with which a player changes a table."""
    return Operation("POST", path, handler, {200: result}, body, caller="session", refusals=(409,))


def read(body: dict[str, Any], kind: type[T], code: str, expected: str) -> T:
    """Return the body of a request as a value of the type `kind`.

    If the body does not fit the type `kind`, raises SeedError with status 400, the code `code`, and
    `expected` in the text.
    """
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        found, path = str(error).rpartition(" - at ")[1:]
        raise SeedError(400, code, f"expected {expected}{found}{path if found else ''}") from None


def read_seat(body: dict[str, Any]) -> int:
    """Return the number of the seat that the body of a request names.

    Raises SeedError with status 400 for a request's body that names no seat.
    """
    expected = f"`seat` to be one of {', '.join(SEATS)}"
    return SEATS.index(read(body, SeatChoice, "INVALID_SEAT", expected).seat)


def read_player(body: dict[str, Any]) -> str:
    """Return the id of the player that the body of a request names.

    Raises SeedError with status 400 for a request's body that names no player.
    """
    return read(body, PlayerChoice, "INVALID_PLAYER", "`playerId` to be the id of a player").player_id
