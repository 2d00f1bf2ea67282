"""Finding, opening, entering and leaving a table over HTTP."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import JSON, MAX_FRAME_BYTES
from protocol.v1.requests import NoClock, Open, Policy
from server.hub.room import Room
from server.table import access as sight
from server.table.access import status
from server.table.player import Player
from server.text import clean
from server.web.operations import Operation
from server.web.responses import answer, body_of, plain_object, query_of
from server.web.spades_rest.bodies import (
    MAX_NAME,
    Access,
    BuildInfo,
    JoinPolicy,
    Message,
    NewAccess,
    NewTable,
    PlayersTable,
    Search,
    SeedTableRow,
    SeedTables,
    Spectating,
    TableAbout,
    TableName,
    TableRef,
    Visibility,
    change,
    read,
)
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.seats import ROBOT, Changes, check_welcome, four_in_pairs, waiting
from server.web.spades_rest.serializers.people import people_of
from server.web.spades_rest.tables import find_room, observers, observes
from server.web.spades_rest.watch_session import seat_of

MAX_OBSERVERS = 20
MAX_ROWS = 100
NORTH = 0
TABLE = Policy(clock=NoClock(), pause_ms=0, robot_ms=0, hold_ms=60_000, substitute=ROBOT)
"""The policy of tables opened by this API: no clock, and no delay of bots."""
JOIN_POLICIES: dict[Visibility, tuple[JoinPolicy, ...]] = {
    "public": ("open", "invite-only"),
    "private": ("invite-only",),
}
"""The join policies allowed for each visibility, the default first."""


class Lobby:
    """The handlers for the lobby, and for entering and leaving tables."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._api = changes.api

    def operations(self) -> list[Operation]:
        """Return the operations of the lobby."""
        at, body = "/api/tables/{table}", (TableName, Access, Spectating)
        tables: dict[int, Any] = {200: SeedTables}
        return [
            Operation("GET", "/api/tables", self.all_tables, tables, caller="session"),
            Operation("GET", "/api/lobby/tables", self.search, tables, query=Search, caller="session"),
            Operation("GET", "/api/player/table", self.table_of, {200: PlayersTable}, caller="session"),
            change("/api/tables", self.open, NewTable, *body)._replace(
                answers={201: NewTable}, refusals=(409, 501)
            ),
            change(f"{at}/arrive", self.arrive, TableRef),
            change(f"{at}/join", self.arrive, TableRef),
            change(f"{at}/leave", self.leave, Message),
            Operation("GET", "/api/build-info", self.build_info, {200: BuildInfo}),
        ]

    async def all_tables(self, request: Request) -> Response:
        """List the public tables that wait for players."""
        player = await self._api.authenticator.player(request)
        return answer(SeedTables([row(room, player) for room in self._found("")]))

    async def search(self, request: Request) -> Response:
        """List the public tables that wait for players, by part of the table's name or its host's name."""
        player, query = await self._api.authenticator.player(request), query_of(request, Search)
        rows = [row(room, player) for room in self._found(query.search)]
        seats = query.has_seats == "true"
        return answer(SeedTables([each for each in rows if each.seats_available or not seats]))

    def _found(self, text: str) -> list[Room]:
        """Return the newest tables with this text in their name or their host's name."""
        text = text.strip().lower()
        rooms = (room for room in reversed(self._changes.open_rooms()) if listed(room))
        return list(islice((r for r in rooms if text in f"{r.name}\n{host_name(r)}".lower()), MAX_ROWS))

    async def table_of(self, request: Request) -> Response:
        """Find the table where the player has a seat, or else the table that the player observes."""
        player = await self._api.authenticator.player(request)
        room = await self._changes.table_of(player)
        return answer(PlayersTable(None if room is None else room.table.id))

    async def open(self, request: Request) -> Response:
        """Open a table with its host in seat north.

        If the player is at another table that waits for players, the player leaves it.
        """
        player = await self._api.authenticator.player(request)
        body = plain_object(await body_of(request, MAX_FRAME_BYTES))
        visibility, joining = read_visibility(body, Access)
        name = _read_name(body, player)
        expected = "`spectating` to be true or false"
        spectating = read(body, Spectating, "INVALID_SPECTATING", expected).spectating
        policy = replace(opened_to(TABLE, visibility, joining), watchers=spectating)
        request_to_open = Open(game="spades", options={"preset": "seed"}, name=name, policy=policy)
        async with self._changes.alone(player):
            await self._leave_waiting(player)
            address = self._api.authenticator.address(request)
            table = await self._api.front_desk.opening.open(player, request_to_open, JSON, address=address)
            room = await find_room(self._api.front_desk, table)
            async with self._changes.at(room):
                await self._changes.seat(player, room, NORTH)
        return answer(NewTable(table, name, visibility, joining, spectating), 201)

    async def _leave_waiting(self, player: Player) -> None:
        """Remove a player from a table that waits for players.

        Raises SeedError with status 409 if the player is in a game that has begun.
        """
        other = await self._changes.table_of(player)
        if other is not None and waiting(other):
            async with self._changes.at(other):
                await self._changes.depart(player, other)
        await self._changes.check_elsewhere(player, None)

    async def arrive(self, request: Request) -> Response:
        """Enter a table as an observer."""
        player, room, _ = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_welcome(room, player)
            if not sight.may_enter(room.table, player.id):
                raise SeedError(403, "SPECTATING_OFF", "the host of this table does not allow watchers")
            await self.check_observer(player, room)
            await self._api.visits.come(player, room)
        return answer(TableRef(room.table.id))

    async def check_observer(self, player: Player, room: Room) -> None:
        """Raise SeedError with status 409 if there are too many observers or the player sits elsewhere."""
        there = seat_of(room, player) is not None or observes(room, player)
        if not there and len(observers(room)) >= MAX_OBSERVERS:
            raise SeedError(409, "TABLE_FULL", f"this table already has {MAX_OBSERVERS} observers")
        await self._changes.check_elsewhere(player, room)

    async def leave(self, request: Request) -> Response:
        """Leave a table.

        During the game a bot gets the player's seat; if no player is left, the table ends.
        """
        player = await self._api.authenticator.player(request)
        room = await find_room(self._api.front_desk, request.path_params["table"])
        if seat_of(room, player) is None and not observes(room, player):
            raise SeedError(409, "NOT_AT_TABLE", "you are not at this table")
        if room.table.closed:
            self._changes.goes(player, room)
        else:
            async with self._changes.turn(player, room):
                await self._changes.depart(player, room)
        return answer(Message("You have left the table"))

    async def build_info(self, request: Request) -> Response:
        """Return the git commit of this server's source, if it is known."""
        return answer(BuildInfo(_commit()[:7] or "unknown"))


def host_name(room: Room) -> str:
    """Return the name of a table's host, or "" if it is unknown."""
    host, table = room.table.roles.host, room.table
    seated = (chair.name for chair in table.chairs if chair.player == host)
    return room.viewers.presence.names.get(host) or next(seated, "") if host else ""


def listed(room: Room) -> bool:
    """Return True if the lobby lists a table: it is public and waits for players."""
    return status(room.table) == "open" and four_in_pairs(room) and waiting(room)


def row(room: Room, player: Player) -> SeedTableRow:
    """Return a table as a row of the lobby for a player."""
    free = not all(chair.taken for chair in room.table.chairs)
    welcome = (
        sight.is_admitted(room.table, player.id) and sight.reason_not_to_sit(room.table, player.id) is None
    )
    can_join = welcome and free and waiting(room)
    return SeedTableRow(**msgspec.structs.asdict(about(room)), can_join=can_join)


def about(room: Room) -> TableAbout:
    """Return the data of a table that every player may see."""
    people, (visibility, joining) = people_of(room), visibility_of(room)
    return TableAbout(
        table_id=room.table.id,
        name=room.name,
        host_player_id=people.host,
        host_username=host_name(room),
        seats=people.seats,
        seats_available=sum(each is None for each in people.seats.values()),
        observer_count=len(people.observers),
        join_policy=joining,
        visibility=visibility,
        ruleset="Standard",
        spectating=room.table.policy.watchers,
    )


def visibility_of(room: Room) -> tuple[Visibility, JoinPolicy]:
    """Return the visibility and the join policy of a table."""
    policy = room.table.policy
    invited = policy.access == "invited" or policy.sits == "invited"
    return "public" if policy.access == "open" else "private", "invite-only" if invited else "open"


def opened_to(policy: Policy, visibility: Visibility, joining: JoinPolicy) -> Policy:
    """Return a policy changed to this visibility and join policy."""
    access, sits = "open" if visibility == "public" else "private", "invited"
    return replace(policy, access=access, sits=sits if joining == "invite-only" else "anybody")


def read_visibility(
    body: dict[str, Any], kind: type[Access | NewAccess], now: JoinPolicy | None = None
) -> tuple[Visibility, JoinPolicy]:
    """Return the visibility and the join policy in a body; `now` is the current join policy.

    Raises SeedError with status 400 for an invalid body, and with status 501 for `friends-only`.
    """
    if "friends-only" in (body.get("visibility"), body.get("joinPolicy")):
        raise SeedError(501, "NOT_IMPLEMENTED", "friends-only is not available: this server has no friends")
    visibilities = f"`visibility` to be one of {_or(tuple(JOIN_POLICIES))}"
    only_visibility = {name: value for name, value in body.items() if name == "visibility"}
    visibility = read(only_visibility, kind, "INVALID_VISIBILITY", visibilities).visibility
    allowed = JOIN_POLICIES[visibility]
    policies = f"`joinPolicy` of a {visibility} table to be {_or(allowed)}"
    requested = read(body, kind, "INVALID_JOIN_POLICY", policies).join_policy
    joining = requested or (now if now in allowed else allowed[0])
    if joining not in allowed:
        raise SeedError(400, "INVALID_JOIN_POLICY", f"expected {policies}")
    return visibility, joining


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(words)


def _read_name(body: dict[str, Any], player: Player) -> str:
    expected = f"`name` to be a text of at most {MAX_NAME} characters"
    name = read(body, TableName, "INVALID_NAME", expected).name
    if not name:
        return f"{player.name[: MAX_NAME - 8]}'s table"
    shown = clean(name)
    if not shown:
        raise SeedError(400, "INVALID_NAME", f"expected {expected}")
    return shown


@cache
def _commit() -> str:
    """Return the git commit of this source tree, or "" for an installed server."""
    git = Path(__file__).parents[3] / ".git"
    try:
        kind, _, name = (git / "HEAD").read_text().strip().partition(" ")
        return (git / name).read_text().strip() if kind == "ref:" else kind
    except OSError:
        return ""
