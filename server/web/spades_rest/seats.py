"""HTTP requests to take, change or leave a seat, and the departure of a player from a table.

Requests of the Spades API to a table are processed one after the other, so if two players request the same
seat, exactly one of them gets it. Requests over the websocket of protocol v1 do not wait for those of the
Spades API; the table itself judges all requests.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from protocol.v1.requests import Sit, Stand
from server.errors import Refusal
from server.hub.handle import TableHandle
from server.table import access
from server.table.player import Player
from server.table.summary import Summary
from server.table.typed_requests import ChangeTable
from server.web.operations import Operation
from server.web.responses import answer, body_of, plain_object
from server.web.spades_rest.bodies import SeatChoice, SeatLeft, SeatTaken, change, read_seat
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.tables import (
    GAME,
    SEATS,
    SpadesApi,
    asked,
    find_table,
    four_in_pairs,
    no_table,
    observers,
    settled,
    spades_table,
)
from server.web.spades_rest.ticket_keys import invited_key, seat_key
from server.web.spades_rest.watch_session import seat_of

MOVED = "seed player moved"
"""The kind of the news that a player is at one table, and so at no other one as an observer."""
ROBOT = "plain"
"""The robot that takes a seat if the table's policy names no robot as a substitute."""


class Visit(NamedTuple):
    """A request about one table: the player, the table and the request's body."""

    player: Player
    table: TableHandle
    body: bytes


def waiting(table: Summary) -> bool:
    """Return True if a table waits for players because its game has not begun."""
    return not (table.begun or table.ready)


def robot_of(table: Summary) -> str:
    """Return the robot that a table's host adds as a bot, and that takes a leaving player's seat."""
    return table.policy.substitute or ROBOT


def check_free(table: Summary, seat: int) -> None:
    """Raise SeedError with status 409 if the game has begun, or if a player or bot has the seat `seat`."""
    if not waiting(table):
        raise SeedError(409, "GAME_STARTED", "the game has begun, so no seat is free")
    if table.chairs[seat].taken:
        raise SeedError(409, "SEAT_TAKEN", f"the seat {SEATS[seat]} is taken")


class Changes:
    """The changes of tables for all handlers of the Spades API, with the same rate limits as protocol v1."""

    def __init__(self, api: SpadesApi) -> None:
        self.api = api
        self._hub = api.front_desk.hub
        self._hub.others.told.subscribe(self._on_told)

    def _on_told(self, hub: str, what: str, news: Raw) -> None:
        if what == MOVED:
            player, table = msgspec.msgpack.decode(news, type=tuple[str, str])
            self._hub.services.tasks.run(self._leave_others(Player(player), table))

    async def _leave_others(self, player: Player, table: str) -> None:
        """End a player's visits through this hub to all tables but one, at which the player is now."""
        with suppress(Refusal):
            for each in await self._visited(player):
                if each.id != table and self.api.visits.is_here(player, each.id):
                    self.goes(player, each)

    async def visit(self, request: Request) -> Visit:
        """Return the player, the open table and the body of a request.

        Raises SeedError with status 401 for an unknown session or 404 for an unknown table, and Refusal after
        too many requests.
        """
        player = await self.api.authenticator.player(request)
        table = await spades_table(self.api.front_desk, request)
        if (await table.summary()).closed:
            raise no_table()
        return Visit(player, table, await body_of(request, MAX_FRAME_BYTES))

    @asynccontextmanager
    async def turn(self, player: Player, table: TableHandle) -> AsyncIterator[Summary]:
        """Wait until earlier requests of the player or for the table have ended; make later requests wait.

        Yields the summary of the table after the earlier requests. Raises SeedError with status 404 if the
        table has closed while the request waited.
        """
        # Take the player's turn first everywhere: two requests that took the two turns in opposite orders
        # would wait for each other for ever.
        async with self.alone(player), self.at(table) as summary:
            yield summary

    def alone(self, player: Player) -> AbstractAsyncContextManager[None]:
        """Return the turn of a player; while one request of the player has it, the player's others wait."""
        return self._hub.others.turns.of(f"seed player {player.id}")

    @asynccontextmanager
    async def at(self, table: TableHandle) -> AsyncIterator[Summary]:
        """Wait for earlier requests to change the table to end, and make later ones wait.

        Yields the summary of the table after the earlier requests. The caller must have the turn of the
        player (see `alone`).

        Raises SeedError with status 404 if the table has been closed while the request waited.
        """
        async with self._hub.others.turns.of(f"seed table {table.id}"):
            summary = await table.summary()
            if summary.closed:
                raise no_table()
            yield summary

    def count(self, visit: Visit) -> None:
        """Count a change that is only stored, such as a new link, against the player's rate limit.

        Raises Refusal if the player has made too many changes of tables.
        """
        self.api.front_desk.allowances.check_change(visit.player)

    async def ask(self, table: TableHandle, player: Player, command: Sit | Stand | ChangeTable) -> None:
        """Send a command to a table on behalf of a player.

        Raises SeedError with status 409 for a conflict with the game or other players, and Refusal for other
        errors.
        """
        self.api.front_desk.check_change(player, command, table.game)
        await self._send(table, player, command)

    async def in_hosts_name(self, table: TableHandle, player: Player, **changes: Any) -> None:
        """Make a change that only the host may make, on behalf of the host, because a player asks for it.

        `changes` are the fields of `ChangeTable`. The change counts against the rate limits of `player`, not
        against those of the host. Raises SeedError with status 409 for a conflict with the game or other
        players, and Refusal for other errors.
        """
        command = ChangeTable(**changes)
        self.api.front_desk.check_change(player, command, table.game)
        await self._send(table, Player((await table.summary()).roles.host), command)

    async def _send(self, table: TableHandle, player: Player, command: Sit | Stand | ChangeTable) -> None:
        try:
            await asked(table, player, command)
        except Refusal as refusal:
            if refusal.code in (Code.FORBIDDEN, Code.NOT_SEATED):
                raise SeedError(409, "CONFLICT", str(refusal)) from None
            raise

    async def table_of(self, player: Player) -> TableHandle | None:
        """Return the table where a player has a seat, or else a table that the player observes."""
        return await self._seated_at(player) or next(iter(await self._visited(player)), None)

    async def _visited(self, player: Player) -> list[TableHandle]:
        """Return the open tables of the Spades API at which a player is present over HTTP."""
        found = []
        for id in self.api.visits.tables(player):
            try:
                table = self._hub.loaded(id) or await self._hub.handle(id)
                if _is_open(await table.summary()):
                    found.append(table)
            except Refusal as refusal:
                if refusal.code is not Code.NO_SUCH_TABLE:
                    raise
        return found

    async def _seated_at(self, player: Player) -> TableHandle | None:
        for table in self._hub.tables(GAME, right=player.id):
            summary = await table.summary()
            # The player may have left the seat after the table's hub announced it.
            if _is_open(summary) and summary.right_of(player.id) is not None:
                return table
        stored = await self.api.tickets.ticket(seat_key(player.id))
        if stored is None:
            return None
        try:
            table = await find_table(self.api.front_desk, stored.decode())
        except SeedError:
            return None
        summary = await table.summary()
        return table if seat_of(summary, player) is not None and not summary.closed else None

    async def elsewhere(self, player: Player, table: TableHandle | None) -> TableHandle | None:
        """Return the table, other than `table`, where a player has a seat, or None."""
        other = await self._seated_at(player)
        return None if other is None or _is_same(other, table) else other

    async def check_elsewhere(self, player: Player, table: TableHandle | None) -> None:
        """Raise SeedError with status 409 if the player sits at another table.

        If the player sits at no other table, end the player's visits to other tables as an observer.
        """
        other = await self.elsewhere(player, table)
        if other is not None:
            raise SeedError(409, "AT_ANOTHER_TABLE", f"you sit at table {other.id}: leave it first")
        for each in await self._visited(player):
            if not _is_same(each, table):
                self.goes(player, each)
        # A visit that has just begun through another hub may not be known here yet.
        self._hub.others.tell(MOVED, (player.id, "" if table is None else table.id))

    def goes(self, player: Player, table: TableHandle) -> None:
        """End the player's visit to a table, because the player leaves it."""
        self.api.visits.leave(player, table.id)
        self.api.broadcast.send_off(player.id, table.id)

    async def check_seat(self, visit: Visit, *, invited: bool = False) -> int:
        """Return the number of the seat that a request asks for, if the player may take the seat.

        Raises SeedError with status 400 for a body without a seat, and 403 or 409 if the player may not take
        the seat. The argument `invited` is True if the player uses a link or an invitation of the host.
        """
        player, table, body = visit
        summary = await table.summary()
        check_welcome(summary, player)
        barred = access.reason_not_to_sit(summary, player.id)
        if barred is None and player.id in summary.roles.removed:
            barred = "the host has removed you from your seat"
        if barred and (player.id in summary.roles.onlookers or not (invited or await self.invitation(visit))):
            raise SeedError(403, "FORBIDDEN", barred)
        seat, summary = read_seat(plain_object(body)), await table.summary()
        if summary.chairs[seat].owner != player.id:
            if seat_of(summary, player) is not None:
                raise SeedError(409, "ALREADY_SEATED", "you already have a seat at this table")
            check_free(summary, seat)
        await self.check_elsewhere(player, table)
        return seat

    async def invitation(self, visit: Visit) -> bytes | None:
        """Return the id of a player's invitation to the table of the request, or None if there is none."""
        return await self.api.tickets.ticket(invited_key(visit.table.id, visit.player.id))

    async def seat(self, player: Player, table: TableHandle, seat: int) -> None:
        """Seat a player that is allowed to sit down at a table.

        A player that needs an invitation or link to sit is first added to the table's invited players.
        """
        summary = await table.summary()
        if access.reason_not_to_sit(summary, player.id) is not None:
            await self.in_hosts_name(table, player, invited=(*sorted(summary.roles.invited), player.id))
        if player.id in summary.roles.removed:
            await self.api.visits.come(player, table)
            await self.in_hosts_name(table, player, place={seat: player.id})
        else:
            await self.ask(table, player, Sit(table=table.id, seat=seat))
        await self.seated(player, table)

    async def seated(self, player: Player, table: TableHandle) -> None:
        """Note that a player has taken a seat: count the player as present, and store the id of the table."""
        await self.note_seat(player.id, table)
        await self.api.visits.come(player, table)

    async def note_seat(self, player: str, table: TableHandle) -> None:
        """Store the id of the table at which a player sits."""
        await self.api.tickets.put_ticket(seat_key(player), table.id.encode())

    async def began(self, visit: Visit, seat: int) -> Response:
        """Return the answer to a request that changed the seats of a table.

        If the game began with the last change of seats, wait until the bots have acted.
        """
        await settled(self.api, visit.table, visit.player)
        return answer(SeatTaken(visit.table.id, SEATS[seat]))

    async def depart(self, player: Player, table: TableHandle) -> None:
        """Remove a player from a table; during the game, a bot gets the seat.

        Raises SeedError with status 409 if the table refuses the departure of the player.

        If the leaving player is the host, another player becomes the host. If no other player remains at the
        table, the table ends.
        """
        summary = await table.summary()
        seat = seat_of(summary, player)
        if seat is not None or player.id == summary.roles.host:
            next_hosts = _next_hosts(summary, player.id, seat or 0)
            if not next_hosts:
                await self.in_hosts_name(table, player, terminate=True)
            elif player.id == summary.roles.host:
                await self.in_hosts_name(table, player, host=next_hosts[0])
            summary = await table.summary()
        if seat is not None and not summary.closed:
            if not waiting(summary) and summary.chairs[seat].robot is None:
                await self.in_hosts_name(table, player, seats={seat: robot_of(summary)})
            await self.ask(table, player, Stand(table=table.id))
        self.goes(player, table)


def _is_open(table: Summary) -> bool:
    """Return True if a table belongs to the Spades API and is not closed."""
    return four_in_pairs(table) and not table.closed


def _is_same(table: TableHandle, other: TableHandle | None) -> bool:
    return other is not None and table.id == other.id


def _next_hosts(table: Summary, leaver: str, seat: int) -> list[str]:
    """Return the ids of the players that may become the host, the best choice first.

    The seated players, clockwise, and before the game also the observers may become the host.
    """
    chairs = table.chairs
    seated = [chair.player or chair.owner for chair in (*chairs[seat:], *chairs[:seat])]
    observing = observers(table) if waiting(table) else ()
    return [each for each in (*seated, *observing) if each is not None and each != leaver]


def check_welcome(table: Summary, player: Player) -> None:
    """Raise SeedError with status 403 if the player is not allowed to enter the table."""
    if not access.is_admitted(table, player.id):
        raise SeedError(403, "FORBIDDEN", "the host of this table does not let you enter")


class Chairs:
    """The HTTP handlers of `sit`, `change-seat` and `stand`."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def operations(self) -> list[Operation]:
        """Return the HTTP operations to take, change and leave a seat."""
        at = "/api/tables/{table}"
        return [
            change(f"{at}/sit", self.sit, SeatTaken, SeatChoice),
            change(f"{at}/change-seat", self.change_seat, SeatTaken, SeatChoice),
            change(f"{at}/stand", self.stand, SeatLeft),
        ]

    async def sit(self, request: Request) -> Response:
        """Sit down at a table. The Spades game begins when the fourth seat is taken."""
        visit = await self._changes.visit(request)
        async with self._changes.turn(visit.player, visit.table):
            seat = await self._changes.check_seat(visit)
            await self._changes.seat(visit.player, visit.table, seat)
        return await self._changes.began(visit, seat)

    async def change_seat(self, request: Request) -> Response:
        """Change to another seat of the table before the game begins."""
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            seat = read_seat(plain_object(body))
            if seat_of(summary, player) is None:
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table: sit down first")
            check_free(summary, seat)
            await self._changes.ask(table, player, Sit(table=table.id, seat=seat, move=True))
            await self._changes.seated(player, table)
        return await self._changes.began(visit, seat)

    async def stand(self, request: Request) -> Response:
        """Leave your seat and become an observer, before the game begins."""
        player, table, _ = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            seat = seat_of(summary, player)
            if seat is None:
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table")
            if not waiting(summary):
                raise SeedError(
                    409,
                    "GAME_STARTED",
                    "the game has begun: leave the table, and a bot plays for you",
                )
            await self._changes.ask(table, player, Stand(table=table.id))
            if access.may_enter(await table.summary(), player.id):
                await self._changes.api.visits.come(player, table)
        return answer(SeatLeft(table.id, SEATS[seat]))
