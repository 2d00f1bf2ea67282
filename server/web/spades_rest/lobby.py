"""Finding a table, opening one, coming to it and leaving it."""

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
"""What tables opened here begin with: nobody is timed, and bots do not take their time."""
JOIN_POLICIES: dict[Visibility, tuple[JoinPolicy, ...]] = {
    "public": ("open", "invite-only"),
    "private": ("invite-only",),
}
"""Who may sit at a table, by who finds it; the first is what a table has where nothing is said."""


class Lobby:
    """The handlers of the lobby, and of coming and leaving."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._front = changes.front

    def operations(self) -> list[Operation]:
        """Return what is done in the lobby."""
        at, wish = "/api/tables/{table}", (TableName, Access, Spectating)
        tables: dict[int, Any] = {200: SeedTables}
        return [
            Operation("GET", "/api/tables", self.all_tables, tables, caller="session"),
            Operation("GET", "/api/lobby/tables", self.search, tables, query=Search, caller="session"),
            Operation("GET", "/api/player/table", self.table_of, {200: PlayersTable}, caller="session"),
            change("/api/tables", self.open, NewTable, *wish)._replace(
                answers={201: NewTable}, refusals=(409, 501)
            ),
            change(f"{at}/arrive", self.arrive, TableRef),
            change(f"{at}/join", self.arrive, TableRef),
            change(f"{at}/leave", self.leave, Message),
            Operation("GET", "/api/build-info", self.build_info, {200: BuildInfo}),
        ]

    async def all_tables(self, request: Request) -> Response:
        """List the public tables that wait for players."""
        player = await self._front.callers.player(request)
        return answer(SeedTables([row(room, player) for room in self._found("")]))

    async def search(self, request: Request) -> Response:
        """List the public tables that wait for players, by part of a table's or its host's name."""
        player, query = await self._front.callers.player(request), query_of(request, Search)
        rows = [row(room, player) for room in self._found(query.search)]
        seats = query.has_seats == "true"
        return answer(SeedTables([each for each in rows if each.seats_available or not seats]))

    def _found(self, text: str) -> list[Room]:
        """The latest tables of which a text is part of the name or of the host's."""
        text = text.strip().lower()
        rooms = (room for room in reversed(self._changes.open_rooms()) if listed(room))
        return list(islice((r for r in rooms if text in f"{r.name}\n{host_name(r)}".lower()), MAX_ROWS))

    async def table_of(self, request: Request) -> Response:
        """Find the table where the player sits, or else observes."""
        player = await self._front.callers.player(request)
        room = await self._changes.table_of(player)
        return answer(PlayersTable(None if room is None else room.table.id))

    async def open(self, request: Request) -> Response:
        """Open a table, whose host sits north. A table where the player waits is left."""
        player = await self._front.callers.player(request)
        body = plain_object(await body_of(request, MAX_FRAME_BYTES))
        visibility, joining = read_visibility(body, Access)
        name = _read_name(body, player)
        expected = "`spectating` to be true or false"
        spectating = read(body, Spectating, "INVALID_SPECTATING", expected).spectating
        policy = replace(opened_to(TABLE, visibility, joining), watchers=spectating)
        wish = Open(game="spades", options={"preset": "seed"}, name=name, policy=policy)
        async with self._changes.alone(player):
            await self._leave_waiting(player)
            address = self._front.callers.address(request)
            table = await self._front.desk.opening.open(player, wish, JSON, address=address)
            room = await find_room(self._front.desk, table)
            async with self._changes.at(room):
                await self._changes.seat(player, room, NORTH)
        return answer(NewTable(table, name, visibility, joining, spectating), 201)

    async def _leave_waiting(self, player: Player) -> None:
        """Who opens a table leaves the one where he waits; a game is not left so easily. Raises Wrong 409."""
        other = await self._changes.table_of(player)
        if other is not None and waiting(other):
            async with self._changes.at(other):
                await self._changes.depart(player, other)
        await self._changes.check_elsewhere(player, None)

    async def arrive(self, request: Request) -> Response:
        """Come to a table to observe it."""
        player, room, _ = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_welcome(room, player)
            if not sight.may_enter(room.table, player.id):
                raise SeedError(403, "SPECTATING_OFF", "this table is not to be watched")
            await self.check_observer(player, room)
            await self._front.visits.come(player, room)
        return answer(TableRef(room.table.id))

    async def check_observer(self, player: Player, room: Room) -> None:
        """Raise Wrong 409 where one more may not observe a table, or who sits at another."""
        there = seat_of(room, player) is not None or observes(room, player)
        if not there and len(observers(room)) >= MAX_OBSERVERS:
            raise SeedError(409, "TABLE_FULL", f"{MAX_OBSERVERS} observe this table, and no more may")
        await self._changes.check_elsewhere(player, room)

    async def leave(self, request: Request) -> Response:
        """Leave a table. In the game a bot plays on; without a player left the table ends."""
        player = await self._front.callers.player(request)
        room = await find_room(self._front.desk, request.path_params["table"])
        if seat_of(room, player) is None and not observes(room, player):
            raise SeedError(409, "NOT_AT_TABLE", "you are not at this table")
        if room.table.closed:
            self._changes.goes(player, room)
        else:
            async with self._changes.turn(player, room):
                await self._changes.depart(player, room)
        return answer(Message("You have left the table"))

    async def build_info(self, request: Request) -> Response:
        """Tell the commit that this server was checked out at, where it is known."""
        return answer(BuildInfo(_commit()[:7] or "unknown"))


def host_name(room: Room) -> str:
    """The name of a table's host, "" where nobody knows it any more."""
    host, table = room.table.host, room.table
    seated = (chair.name for chair in table.chairs if chair.player == host)
    return room.viewers.presence.names.get(host) or next(seated, "") if host else ""


def listed(room: Room) -> bool:
    """Whether the lobby shows a table: it waits for players, and anybody may find it."""
    return status(room.table) == "open" and four_in_pairs(room) and waiting(room)


def row(room: Room, player: Player) -> SeedTableRow:
    """Return a table as the lobby shows it to a player."""
    free = not all(chair.taken for chair in room.table.chairs)
    welcome = sight.welcome(room.table, player.id) and sight.unseated(room.table, player.id) is None
    can_join = welcome and free and waiting(room)
    return SeedTableRow(**msgspec.structs.asdict(about(room)), can_join=can_join)


def about(room: Room) -> TableAbout:
    """Return what every player is told of a table."""
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
    """Who finds a table, and who may sit at it."""
    policy = room.table.policy
    invited = policy.access == "invited" or policy.sits == "invited"
    return "public" if policy.access == "open" else "private", "invite-only" if invited else "open"


def opened_to(policy: Policy, visibility: Visibility, joining: JoinPolicy) -> Policy:
    """The policy of a table that those find, and at which these sit."""
    access, sits = "open" if visibility == "public" else "private", "invited"
    return replace(policy, access=access, sits=sits if joining == "invite-only" else "anybody")


def read_visibility(
    body: dict[str, Any], kind: type[Access | NewAccess], now: JoinPolicy | None = None
) -> tuple[Visibility, JoinPolicy]:
    """Return the visibility and the join policy that a body asks for; `now` is the present join policy.

    Raises Wrong: 400, and 501 for what is for friends only.
    """
    if "friends-only" in (body.get("visibility"), body.get("joinPolicy")):
        raise SeedError(501, "NOT_IMPLEMENTED", "this server knows no friends: nothing is friends-only")
    visibilities = f"`visibility` to be one of {_or(tuple(JOIN_POLICIES))}"
    only_visibility = {name: value for name, value in body.items() if name == "visibility"}
    visibility = read(only_visibility, kind, "INVALID_VISIBILITY", visibilities).visibility
    allowed = JOIN_POLICIES[visibility]
    policies = f"`joinPolicy` of a {visibility} table to be {_or(allowed)}"
    wish = read(body, kind, "INVALID_JOIN_POLICY", policies).join_policy
    joining = wish or (now if now in allowed else allowed[0])
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
    """What git says is checked out here; "" for a server that was installed."""
    git = Path(__file__).parents[3] / ".git"
    try:
        kind, _, name = (git / "HEAD").read_text().strip().partition(" ")
        return (git / name).read_text().strip() if kind == "ref:" else kind
    except OSError:
        return ""
