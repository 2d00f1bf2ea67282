"""HTTP requests to find, open, enter and leave a table of the Spades API."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import JSON, MAX_FRAME_BYTES
from protocol.v1.requests import NoClock, Open, Policy
from server.hub.handle import TableHandle
from server.table import access as sight
from server.table.access import status
from server.table.player import Player
from server.table.summary import Summary
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
from server.web.spades_rest.seats import ROBOT, Changes, check_welcome, waiting
from server.web.spades_rest.serializers.people import people_of
from server.web.spades_rest.tables import GAME, find_table, four_in_pairs, observers, observes
from server.web.spades_rest.watch_session import seat_of

MAX_OBSERVERS = 20
MAX_ROWS = 100
SEARCHED_PER_TURN = 200
"""The number of tables that a search of the lobby asks in one turn of the event loop."""
NORTH = 0
TABLE = Policy(clock=NoClock(), pause_ms=0, robot_ms=0, hold_ms=60_000, substitute=ROBOT)
"""The policy of tables that the Spades API opens: no clock, and no delay before a bot acts."""
JOIN_POLICIES: dict[Visibility, tuple[JoinPolicy, ...]] = {
    "public": ("open", "invite-only"),
    "private": ("invite-only",),
}
"""The join policies that a table may have with each visibility, the default first."""


class Lobby:
    """The HTTP handlers for the lobby, and for entering and leaving tables."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._api = changes.api

    def operations(self) -> list[Operation]:
        """Return the HTTP operations of the lobby."""
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
        return answer(SeedTables([row(table, player) for table in await self._found("")]))

    async def search(self, request: Request) -> Response:
        """List the public tables that wait for players, by part of the table's name or its host's name."""
        player, query = await self._api.authenticator.player(request), query_of(request, Search)
        rows = [row(table, player) for table in await self._found(query.search)]
        seats = query.has_seats == "true"
        return answer(SeedTables([each for each in rows if each.seats_available or not seats]))

    async def _found(self, text: str) -> list[Summary]:
        """Return the newest tables that have `text` in their own name or in the name of their host."""
        text, found = text.strip().lower(), list[Summary]()
        for place, table in enumerate(self._api.front_desk.hub.newest(GAME), 1):
            if place % SEARCHED_PER_TURN == 0:
                await asyncio.sleep(0)
            if listed(table) and text in f"{table.name}\n{host_name(table)}".lower():
                found.append(table)
            if len(found) == MAX_ROWS:
                break
        return found

    async def table_of(self, request: Request) -> Response:
        """Find the table where the player has a seat, or else a table that the player observes."""
        player = await self._api.authenticator.player(request)
        table = await self._changes.table_of(player)
        return answer(PlayersTable(None if table is None else table.id))

    async def open(self, request: Request) -> Response:
        """Open a table with its host, the player of the request, in the seat north.

        A player that opens a table leaves any other table that still waits for players.
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
            id = await self._api.front_desk.opening.open(player, request_to_open, JSON, address=address)
            table = await find_table(self._api.front_desk, id)
            async with self._changes.at(table):
                await self._changes.seat(player, table, NORTH)
        return answer(NewTable(id, name, visibility, joining, spectating), 201)

    async def _leave_waiting(self, player: Player) -> None:
        """Remove a player from the table where the player sits or observes, if it waits for players.

        Raises SeedError with status 409 if the game of the player's table has begun.
        """
        other = await self._changes.table_of(player)
        if other is not None and waiting(await other.summary()):
            async with self._changes.at(other):
                await self._changes.depart(player, other)
        await self._changes.check_elsewhere(player, None)

    async def arrive(self, request: Request) -> Response:
        """Enter a table as an observer: a player without a seat."""
        player, table, _ = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_welcome(summary, player)
            if not sight.may_enter(summary, player.id):
                raise SeedError(403, "SPECTATING_OFF", "the host of this table does not allow watchers")
            await self.check_observer(player, table)
            await self._api.visits.come(player, table)
        return answer(TableRef(table.id))

    async def check_observer(self, player: Player, table: TableHandle) -> None:
        """Raise SeedError with status 409 if a table has too many observers or the player sits elsewhere."""
        summary = await table.summary()
        there = seat_of(summary, player) is not None or observes(summary, player)
        if not there and len(observers(summary)) >= MAX_OBSERVERS:
            raise SeedError(409, "TABLE_FULL", f"this table already has {MAX_OBSERVERS} observers")
        await self._changes.check_elsewhere(player, table)

    async def leave(self, request: Request) -> Response:
        """Leave a table and give up your seat.

        If a player leaves during the game, a bot gets the player's seat; if no player is left, the table
        ends.
        """
        player = await self._api.authenticator.player(request)
        table = await find_table(self._api.front_desk, request.path_params["table"])
        summary = await table.summary()
        if seat_of(summary, player) is None and not observes(summary, player):
            raise SeedError(409, "NOT_AT_TABLE", "you are not at this table")
        if summary.closed:
            self._changes.goes(player, table)
        else:
            async with self._changes.turn(player, table):
                await self._changes.depart(player, table)
        return answer(Message("You have left the table"))

    async def build_info(self, request: Request) -> Response:
        """Return the git commit of the server's source code, if it is known."""
        return answer(BuildInfo(_commit()[:7] or "unknown"))


def host_name(table: Summary) -> str:
    """Return the name of a table's host, or "" if it is unknown."""
    host = table.roles.host
    seated = (chair.name for chair in table.chairs if chair.player == host)
    return table.names.get(host) or next(seated, "") if host else ""


def listed(table: Summary) -> bool:
    """Return True if the lobby lists a table, because the table is public and waits for players."""
    return status(table) == "open" and four_in_pairs(table) and waiting(table)


def row(table: Summary, player: Player) -> SeedTableRow:
    """Return a table as a row in the list of tables that a player sees in the lobby."""
    free = not all(chair.taken for chair in table.chairs)
    welcome = sight.is_admitted(table, player.id) and sight.reason_not_to_sit(table, player.id) is None
    can_join = welcome and free and waiting(table)
    return SeedTableRow(**msgspec.structs.asdict(about(table)), can_join=can_join)


def about(table: Summary) -> TableAbout:
    """Return the data about a table that every player may see in the lobby."""
    people, (visibility, joining) = people_of(table), visibility_of(table)
    return TableAbout(
        table_id=table.id,
        name=table.name,
        host_player_id=people.host,
        host_username=host_name(table),
        seats=people.seats,
        seats_available=sum(each is None for each in people.seats.values()),
        observer_count=len(people.observers),
        join_policy=joining,
        visibility=visibility,
        ruleset="Standard",
        spectating=table.policy.watchers,
    )


def visibility_of(table: Summary) -> tuple[Visibility, JoinPolicy]:
    """Return the visibility and the join policy of a table."""
    policy = table.policy
    invited = policy.access == "invited" or policy.sits == "invited"
    return "public" if policy.access == "open" else "private", "invite-only" if invited else "open"


def opened_to(policy: Policy, visibility: Visibility, joining: JoinPolicy) -> Policy:
    """Return the policy of a table, changed to the visibility `visibility` and the join policy `joining`."""
    access, sits = "open" if visibility == "public" else "private", "invited"
    return replace(policy, access=access, sits=sits if joining == "invite-only" else "anybody")


def read_visibility(
    body: dict[str, Any], kind: type[Access | NewAccess], now: JoinPolicy | None = None
) -> tuple[Visibility, JoinPolicy]:
    """Return the visibility and the join policy in a request's body.

    `now` is the table's present join policy, which stays if the body names none. Raises SeedError with status
    400 for an invalid body, and with status 501 for the visibility `friends-only`.
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
