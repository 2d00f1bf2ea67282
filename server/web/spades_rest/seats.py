"""Coming to a table, its seats, and leaving it.

Whatever this API changes is asked of a table in one turn after the other, so that of two who want one seat at
once exactly one has it; the table itself judges whoever comes by websocket meanwhile.
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
"""Who plays where the table names no substitute of its own."""
SEATED_S = 7 * 86_400
"""How long the store remembers where a player sits."""


class Visit(NamedTuple):
    """A request about one table: who asks, of which, and the body."""

    player: Player
    room: Room
    body: bytes


def four_in_pairs(room: Room) -> bool:
    """Whether a table is one of this API's."""
    state = room.table.state
    return isinstance(state, SpadesState) and state.rules.players == 4 and state.rules.sides == "pairs"


def waiting(room: Room) -> bool:
    """Whether the game has not begun, and somebody is waited for."""
    table = room.table
    return table.deal == 0 and table.game.deal_due(table.state) and not table.ready


def robot_of(room: Room) -> str:
    """The house robot that plays for who leaves a table, and that its host seats."""
    return room.table.policy.substitute or ROBOT


def check_free(room: Room, seat: int) -> None:
    """Raise Wrong 409 for a seat that somebody, or a bot, has, and once the game has begun."""
    if not waiting(room):
        raise SeedError(409, "GAME_STARTED", "the game has begun")
    if room.table.chairs[seat].taken:
        raise SeedError(409, "SEAT_TAKEN", f"somebody has the seat {SEATS[seat]}")


class Changes:
    """What all parts of this API change tables with; it goes by the websocket's limits."""

    def __init__(self, front: SpadesApi) -> None:
        self.front = front
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def visit(self, request: Request) -> Visit:
        """Who asks, of which table that goes on. Raises Wrong 401, 404, Refusal."""
        player = await self.front.callers.player(request)
        room = await spades_room(self.front.desk, request)
        if room.table.closed:
            raise no_table()
        return Visit(player, room, await body_of(request, MAX_FRAME_BYTES))

    @asynccontextmanager
    async def turn(self, player: Player, room: Room) -> AsyncIterator[None]:
        """The player's turn at a table. Raises Wrong 404 where the table has ended before it has come."""
        async with self.alone(player), self.at(room):
            yield

    def alone(self, player: Player) -> asyncio.Lock:
        """What lets a player do one thing after the other, wherever he does it."""
        return self._turns.setdefault(("player", player.id), asyncio.Lock())

    @asynccontextmanager
    async def at(self, room: Room) -> AsyncIterator[None]:
        """As `turn`, for who is `alone` already."""
        async with self._turns.setdefault(("table", room.table.id), asyncio.Lock()):
            if room.table.closed:
                raise no_table()
            yield

    def count(self, visit: Visit) -> None:
        """Count what the store keeps for a while as a change of its table. Raises Refusal."""
        self.front.desk.check_change(visit.player, Host(table=visit.room.table.id))

    async def ask(self, room: Room, player: Player, request: Sit | Stand | Host) -> None:
        """Ask a table in a player's name. Raises Wrong 409 where somebody was faster, Refusal."""
        self.front.desk.check_change(player, request)
        await self._asked(room, player, request)

    async def in_hosts_name(self, room: Room, player: Player, **changes: Any) -> None:
        """Ask a table for what its host lets a `player` do, who answers for it."""
        request = Host(table=room.table.id, **changes)
        self.front.desk.check_change(player, request)
        await self._asked(room, Player(room.table.host), request)

    async def _asked(self, room: Room, player: Player, request: Sit | Stand | Host) -> None:
        try:
            await asked(room, player, request)
        except Refusal as refusal:
            if refusal.code in (Code.FORBIDDEN, Code.NOT_SEATED):
                raise SeedError(409, "CONFLICT", str(refusal)) from None
            raise

    # where somebody is

    async def table_of(self, player: Player) -> Room | None:
        """The table where a player has a seat, or else one that he observes."""
        seated = await self._seated_at(player)
        return seated or next(
            (room for room in self.open_rooms() if self.front.visits.visits(player, room)), None
        )

    def open_rooms(self) -> list[Room]:
        """The tables of this API that are in memory and go on."""
        return [room for room in self.front.desk.hub.rooms if not room.table.closed and four_in_pairs(room)]

    async def _seated_at(self, player: Player) -> Room | None:
        awake = next((room for room in self.open_rooms() if seat_of(room, player) is not None), None)
        kept = None if awake else await self.front.desk.hub.services.store.ticket(f"seat:{player.id}")
        if kept is None:
            return awake
        try:
            room = await find_room(self.front.desk, kept.decode())
        except SeedError:
            return None
        return room if seat_of(room, player) is not None and not room.table.closed else None

    async def elsewhere(self, player: Player, room: Room | None) -> Room | None:
        """The other table where a player sits."""
        other = await self._seated_at(player)
        return None if other is room else other

    async def check_elsewhere(self, player: Player, room: Room | None) -> None:
        """Raise Wrong 409 for who sits at another table; who only observes one does so no more."""
        other = await self.elsewhere(player, room)
        if other is not None:
            raise SeedError(409, "AT_ANOTHER_TABLE", f"you sit at table {other.table.id}: leave it first")
        for each in self.open_rooms():
            if each is not room and self.front.visits.visits(player, each):
                self.goes(player, each)

    def goes(self, player: Player, room: Room) -> None:
        """Somebody is at a table no more, as far as he was by this API."""
        self.front.visits.leave(player, room.table.id)
        self.front.board.send_off(player.id, room.table.id)

    # sitting and leaving

    async def check_seat(self, visit: Visit, *, invited: bool = False) -> int:
        """The seat that somebody may take. Raises Wrong 403, 400, 409; `invited`: the host has let him."""
        player, room, body = visit
        check_welcome(room, player)
        table = room.table
        barred = access.unseated(table, player.id)
        if barred is None and player.id in table.removed:
            barred = "the host has taken you out of your seat"
        if barred and (player.id in table.onlookers or not (invited or await self.invitation(visit))):
            raise SeedError(403, "FORBIDDEN", barred)
        seat = read_seat(plain_object(body))
        if table.chairs[seat].owner != player.id:
            if seat_of(room, player) is not None:
                raise SeedError(409, "ALREADY_SEATED", "you have a seat at this table")
            check_free(room, seat)
        await self.check_elsewhere(player, room)
        return seat

    async def invitation(self, visit: Visit) -> bytes | None:
        """The invitation to this table that waits for a player."""
        store = self.front.desk.hub.services.store
        return await store.ticket(f"invited:{visit.room.table.id}:{visit.player.id}")

    async def seat(self, player: Player, room: Room, seat: int) -> None:
        """Let somebody sit who may; who was let in by an invitation or a link is one of the invited then."""
        table = room.table
        if access.unseated(table, player.id) is not None:
            await self.in_hosts_name(room, player, invited=(*sorted(table.invited), player.id))
        if player.id in table.removed:
            await self.front.visits.come(player, room)
            await self.in_hosts_name(room, player, place={seat: player.id})
        else:
            await self.ask(room, player, Sit(table=table.id, seat=seat))
        await self.seated(player, room)

    async def seated(self, player: Player, room: Room) -> None:
        """Somebody has a seat: he is there, and the store knows it."""
        await self.note_seat(player.id, room)
        await self.front.visits.come(player, room)

    async def note_seat(self, player: str, room: Room) -> None:
        """Let the store know where somebody sits."""
        store = self.front.desk.hub.services.store
        await store.put_ticket(f"seat:{player}", room.table.id.encode(), SEATED_S)

    async def began(self, visit: Visit, seat: int) -> Response:
        """Return the answer to a change of seats; where the game has begun with it, after bots have moved."""
        await settled(self.front, visit.room, visit.player)
        return answer(SeatTaken(visit.room.table.id, SEATS[seat]))

    async def depart(self, player: Player, room: Room) -> None:
        """Let somebody leave: a bot has his seat once the game has begun, another is host, or the table ends.

        Raises Wrong 409.
        """
        seat, table = seat_of(room, player), room.table
        if seat is not None or player.id == table.host:
            heirs = _heirs(room, player.id, seat or 0)
            if not heirs:
                await self.in_hosts_name(room, player, terminate=True)
            elif player.id == table.host:
                await self.in_hosts_name(room, player, host=heirs[0])
        if seat is not None and not room.table.closed:
            if not waiting(room) and table.chairs[seat].robot is None:
                await self.in_hosts_name(room, player, seats={seat: robot_of(room)})
            await self.ask(room, player, Stand(table=table.id))
        self.goes(player, room)


def _heirs(room: Room, leaver: str, seat: int) -> list[str]:
    """Who may be host when somebody leaves: those who sit, from his left, and before the game who observe."""
    chairs = room.table.chairs
    seated = [chair.player or chair.owner for chair in (*chairs[seat:], *chairs[:seat])]
    observing = observers(room) if waiting(room) else ()
    return [who for who in (*seated, *observing) if who is not None and who != leaver]


def check_welcome(room: Room, player: Player) -> None:
    """Raise Wrong 403 for somebody who may not come to a table at all."""
    if not access.welcome(room.table, player.id):
        raise SeedError(403, "FORBIDDEN", "this table's host does not let you in")


class Chairs:
    """The handlers of `sit`, `change-seat` and `stand`."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def operations(self) -> list[Operation]:
        """Return what players do about their seats."""
        at = "/api/tables/{table}"
        return [
            change(f"{at}/sit", self.sit, SeatTaken, SeatChoice),
            change(f"{at}/change-seat", self.change_seat, SeatTaken, SeatChoice),
            change(f"{at}/stand", self.stand, SeatLeft),
        ]

    async def sit(self, request: Request) -> Response:
        """Sit down. With the fourth player the game begins."""
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
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table: sit")
            check_free(room, seat)
            await self._changes.ask(room, player, Sit(table=room.table.id, seat=seat, move=True))
            await self._changes.seated(player, room)
        return await self._changes.began(visit, seat)

    async def stand(self, request: Request) -> Response:
        """Leave the seat and observe, before the game."""
        player, room, _ = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            seat = seat_of(room, player)
            if seat is None:
                raise SeedError(409, "NOT_SEATED", "you have no seat at this table")
            if not waiting(room):
                raise SeedError(409, "GAME_STARTED", "the game has begun: leave, and a bot plays for you")
            await self._changes.ask(room, player, Stand(table=room.table.id))
            if access.may_enter(room.table, player.id):
                await self._changes.front.visits.come(player, room)
        return answer(SeatLeft(room.table.id, SEATS[seat]))
