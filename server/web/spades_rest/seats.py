"""Seats: taking a seat, changing or leaving it, and leaving a table.

Requests of this API to a table are processed one after the other, so if two players request the same seat,
exactly one of them gets it. Requests over the protocol's websocket are not part of this order; the table
itself judges all requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from protocol.v1.requests import Host, Sit, Stand
from server.errors import Refusal
from server.games.spades.state import SpadesState
from server.hub.room import Room
from server.table import access
from server.table.player import Player
from server.web.operations import Operation
from server.web.responses import answer, body_of, plain_object
from server.web.spades_rest.bodies import SeatChoice, SeatLeft, SeatTaken, change, read_seat
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.tables import (
    SEATS,
    SpadesApi,
    asked,
    find_room,
    no_table,
    observers,
    settled,
    spades_room,
)
from server.web.spades_rest.watch_session import seat_of

ROBOT = "plain"
"""The robot that plays if the table names no substitute of its own."""
SEATED_S = 7 * 86_400
"""The time in seconds for which the store remembers a player's seat."""


class Visit(NamedTuple):
    """A request about one table: the player, the room and the body."""

    player: Player
    room: Room
    body: bytes


def four_in_pairs(room: Room) -> bool:
    """Return True if a table belongs to this API: a Spades table for four players in pairs."""
    state = room.table.state
    return isinstance(state, SpadesState) and state.rules.players == 4 and state.rules.sides == "pairs"


def waiting(room: Room) -> bool:
    """Return True if the game has not begun and the table waits for players."""
    table = room.table
    return table.deal == 0 and table.game.deal_due(table.state) and not table.ready


def robot_of(room: Room) -> str:
    """Return the house robot that takes the seat of a leaving player, and that the host adds as a bot."""
    return room.table.policy.substitute or ROBOT


def check_free(room: Room, seat: int) -> None:
    """Raise SeedError with status 409 if the game has begun, or if a player or bot has the seat."""
    if not waiting(room):
        raise SeedError(409, "GAME_STARTED", "the game has begun")
    if room.table.chairs[seat].taken:
        raise SeedError(409, "SEAT_TAKEN", f"the seat {SEATS[seat]} is taken")


class Changes:
    """The changes of tables for all handlers of this API, with the same rate limits as protocol v1."""

    def __init__(self, api: SpadesApi) -> None:
        self.api = api
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def visit(self, request: Request) -> Visit:
        """Return the player, the open table and the body of a request.

        Raises SeedError with status 401 or 404, and Refusal if there were too many requests.
        """
        player = await self.api.authenticator.player(request)
        room = await spades_room(self.api.front_desk, request)
        if room.table.closed:
            raise no_table()
        return Visit(player, room, await body_of(request, MAX_FRAME_BYTES))

    @asynccontextmanager
    async def turn(self, player: Player, room: Room) -> AsyncIterator[None]:
        """Wait until earlier changes by the player or of the table have ended; make later changes wait.

        Raises SeedError with status 404 if the table has closed during the wait.
        """
        async with self.alone(player), self.at(room):
            yield

    def alone(self, player: Player) -> asyncio.Lock:
        """Return the lock that makes all changes by one player run one after the other."""
        return self._turns.setdefault(("player", player.id), asyncio.Lock())

    @asynccontextmanager
    async def at(self, room: Room) -> AsyncIterator[None]:
        """Wait for earlier changes of the table to end, and make later changes of the table wait.

        The caller must have the lock of the player.

        Raises SeedError with status 404 if the table has closed during the wait.
        """
        async with self._turns.setdefault(("table", room.table.id), asyncio.Lock()):
            if room.table.closed:
                raise no_table()
            yield

    def count(self, visit: Visit) -> None:
        """Count a change in the store, such as a link, against the limits for changes of a table.

        Raises Refusal if the player has made too many changes.
        """
        self.api.front_desk.check_change(visit.player, Host(table=visit.room.table.id))

    async def ask(self, room: Room, player: Player, request: Sit | Stand | Host) -> None:
        """Send a request to a table in a player's name.

        Raises SeedError with status 409 for a conflict with the game or other players, and Refusal for other
        errors.
        """
        self.api.front_desk.check_change(player, request)
        await self._send(room, player, request)

    async def in_hosts_name(self, room: Room, player: Player, **changes: Any) -> None:
        """Send a request in the name of the table's host.

        The request counts against the limits of `player`.
        """
        request = Host(table=room.table.id, **changes)
        self.api.front_desk.check_change(player, request)
        await self._send(room, Player(room.table.roles.host), request)

    async def _send(self, room: Room, player: Player, request: Sit | Stand | Host) -> None:
        try:
            await asked(room, player, request)
        except Refusal as refusal:
            if refusal.code in (Code.FORBIDDEN, Code.NOT_SEATED):
                raise SeedError(409, "CONFLICT", str(refusal)) from None
            raise

    async def table_of(self, player: Player) -> Room | None:
        """Return the table where a player has a seat, or else a table that the player observes."""
        seated = await self._seated_at(player)
        return seated or next(
            (room for room in self.open_rooms() if self.api.visits.visits(player, room)), None
        )

    def open_rooms(self) -> list[Room]:
        """Return the open tables of this API that are in memory."""
        return [
            room for room in self.api.front_desk.hub.rooms if not room.table.closed and four_in_pairs(room)
        ]

    async def _seated_at(self, player: Player) -> Room | None:
        loaded = next((room for room in self.open_rooms() if seat_of(room, player) is not None), None)
        stored = None if loaded else await self.api.front_desk.hub.services.store.ticket(f"seat:{player.id}")
        if stored is None:
            return loaded
        try:
            room = await find_room(self.api.front_desk, stored.decode())
        except SeedError:
            return None
        return room if seat_of(room, player) is not None and not room.table.closed else None

    async def elsewhere(self, player: Player, room: Room | None) -> Room | None:
        """Return the other table where a player has a seat, or None."""
        other = await self._seated_at(player)
        return None if other is room else other

    async def check_elsewhere(self, player: Player, room: Room | None) -> None:
        """Raise SeedError with status 409 if the player sits at another table.

        If the player sits at no other table, end the player's visits to other tables.
        """
        other = await self.elsewhere(player, room)
        if other is not None:
            raise SeedError(409, "AT_ANOTHER_TABLE", f"you sit at table {other.table.id}: leave it first")
        for each in self.open_rooms():
            if each is not room and self.api.visits.visits(player, each):
                self.goes(player, each)

    def goes(self, player: Player, room: Room) -> None:
        """End the presence of a player at a table in this API."""
        self.api.visits.leave(player, room.table.id)
        self.api.broadcast.send_off(player.id, room.table.id)

    async def check_seat(self, visit: Visit, *, invited: bool = False) -> int:
        """Return the seat that the request asks for, if the player may take it.

        Raises SeedError with status 403, 400 or 409. `invited` is True if the player uses a link or an
        invitation of the host.
        """
        player, room, body = visit
        check_welcome(room, player)
        table = room.table
        barred = access.reason_not_to_sit(table, player.id)
        if barred is None and player.id in table.roles.removed:
            barred = "the host has removed you from your seat"
        if barred and (player.id in table.roles.onlookers or not (invited or await self.invitation(visit))):
            raise SeedError(403, "FORBIDDEN", barred)
        seat = read_seat(plain_object(body))
        if table.chairs[seat].owner != player.id:
            if seat_of(room, player) is not None:
                raise SeedError(409, "ALREADY_SEATED", "you have a seat at this table")
            check_free(room, seat)
        await self.check_elsewhere(player, room)
        return seat

    async def invitation(self, visit: Visit) -> bytes | None:
        """Return the stored invitation of a player to this table, or None."""
        store = self.api.front_desk.hub.services.store
        return await store.ticket(f"invited:{visit.room.table.id}:{visit.player.id}")

    async def seat(self, player: Player, room: Room, seat: int) -> None:
        """Seat a player that may sit down.

        A player with an invitation or a link is first added to the invited players.
        """
        table = room.table
        if access.reason_not_to_sit(table, player.id) is not None:
            await self.in_hosts_name(room, player, invited=(*sorted(table.roles.invited), player.id))
        if player.id in table.roles.removed:
            await self.api.visits.come(player, room)
            await self.in_hosts_name(room, player, place={seat: player.id})
        else:
            await self.ask(room, player, Sit(table=table.id, seat=seat))
        await self.seated(player, room)

    async def seated(self, player: Player, room: Room) -> None:
        """Record that a player has a seat: mark the player as present, and store the seat."""
        await self.note_seat(player.id, room)
        await self.api.visits.come(player, room)

    async def note_seat(self, player: str, room: Room) -> None:
        """Store the table at which a player sits."""
        store = self.api.front_desk.hub.services.store
        await store.put_ticket(f"seat:{player}", room.table.id.encode(), SEATED_S)

    async def began(self, visit: Visit, seat: int) -> Response:
        """Return the answer to a request that changed the seats of a table.

        If the game began with the change, wait until the bots have acted.
        """
        await settled(self.api, visit.room, visit.player)
        return answer(SeatTaken(visit.room.table.id, SEATS[seat]))

    async def depart(self, player: Player, room: Room) -> None:
        """Remove a player from a table; during the game, a bot gets the seat.

        Raises SeedError with status 409 if the table refuses the change.

        If the player is the host, another player becomes the host. If no other player remains, the table
        ends.
        """
        seat, table = seat_of(room, player), room.table
        if seat is not None or player.id == table.roles.host:
            next_hosts = _next_hosts(room, player.id, seat or 0)
            if not next_hosts:
                await self.in_hosts_name(room, player, terminate=True)
            elif player.id == table.roles.host:
                await self.in_hosts_name(room, player, host=next_hosts[0])
        if seat is not None and not room.table.closed:
            if not waiting(room) and table.chairs[seat].robot is None:
                await self.in_hosts_name(room, player, seats={seat: robot_of(room)})
            await self.ask(room, player, Stand(table=table.id))
        self.goes(player, room)


def _next_hosts(room: Room, leaver: str, seat: int) -> list[str]:
    """Return the ids of the players that may become the host, the best choice first.

    Possible hosts are the seated players clockwise and, before the game, also the observers.
    """
    chairs = room.table.chairs
    seated = [chair.player or chair.owner for chair in (*chairs[seat:], *chairs[:seat])]
    observing = observers(room) if waiting(room) else ()
    return [each for each in (*seated, *observing) if each is not None and each != leaver]


def check_welcome(room: Room, player: Player) -> None:
    """Raise SeedError with status 403 if the player is not allowed to enter the table."""
    if not access.is_admitted(room.table, player.id):
        raise SeedError(403, "FORBIDDEN", "the host of this table does not let you enter")


class Chairs:
    """The handlers of `sit`, `change-seat` and `stand`."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def operations(self) -> list[Operation]:
        """Return the operations of seats."""
        at = "/api/tables/{table}"
        return [
            change(f"{at}/sit", self.sit, SeatTaken, SeatChoice),
            change(f"{at}/change-seat", self.change_seat, SeatTaken, SeatChoice),
            change(f"{at}/stand", self.stand, SeatLeft),
        ]

    async def sit(self, request: Request) -> Response:
        """Sit down. The game begins when the fourth seat is taken."""
        visit = await self._changes.visit(request)
        async with self._changes.turn(visit.player, visit.room):
            seat = await self._changes.check_seat(visit)
            await self._changes.seat(visit.player, visit.room, seat)
        return await self._changes.began(visit, seat)

    async def change_seat(self, request: Request) -> Response:
        """Change to another seat of the table, before the game."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            seat = read_seat(plain_object(body))
            if seat_of(room, player) is None:
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table: sit down first")
            check_free(room, seat)
            await self._changes.ask(room, player, Sit(table=room.table.id, seat=seat, move=True))
            await self._changes.seated(player, room)
        return await self._changes.began(visit, seat)

    async def stand(self, request: Request) -> Response:
        """Leave the seat and become an observer, before the game begins."""
        player, room, _ = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            seat = seat_of(room, player)
            if seat is None:
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table")
            if not waiting(room):
                raise SeedError(
                    409,
                    "GAME_STARTED",
                    "the game has begun: leave the table, and a bot plays for you",
                )
            await self._changes.ask(room, player, Stand(table=room.table.id))
            if access.may_enter(room.table, player.id):
                await self._changes.api.visits.come(player, room)
        return answer(SeatLeft(room.table.id, SEATS[seat]))
