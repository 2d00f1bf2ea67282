"""What a table's host does: bots, other people's seats, sending away, passing the table on, ending it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.requests import Host
from server.hub.room import Room
from server.table.player import Player
from server.table.seats import rights
from server.web.operations import Operation
from server.web.responses import answer, plain_object
from server.web.spades_rest.bodies import (
    Message,
    NewAccess,
    NewHost,
    PlayerChoice,
    SeatChoice,
    SeatTaken,
    SeedTableRow,
    TableAccess,
    change,
    read_player,
    read_seat,
)
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.lobby import opened_to, read_visibility, row, visibility_of
from server.web.spades_rest.seats import (
    Changes,
    Visit,
    check_free,
    robot_of,
    waiting,
)
from server.web.spades_rest.tables import SEATS, observers, settled

BOT = "bot:"


class Hosting:
    """The handlers for hosts; whoever is none gets 403."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._board = changes.front.board

    def operations(self) -> list[Operation]:
        """Return what the host does."""
        at = "/api/tables/{table}"
        return [
            change(f"{at}/add-bot", self.add_bot, SeatTaken, SeatChoice),
            change(f"{at}/assign-seat", self.assign_seat, SeatTaken, PlayerChoice, SeatChoice),
            change(f"{at}/kick", self.kick, SeedTableRow, PlayerChoice),
            change(f"{at}/transfer-host", self.transfer_host, NewHost, PlayerChoice),
            change(f"{at}/visibility", self.set_visibility, TableAccess, NewAccess)._replace(
                refusals=(409, 501)
            ),
            change(f"{at}/terminate", self.terminate, Message),
        ]

    async def _change(self, visit: Visit, **changes: Any) -> None:
        await self._changes.ask(visit.room, visit.player, Host(table=visit.room.table.id, **changes))

    async def add_bot(self, request: Request) -> Response:
        """Seat a bot, as host. With the fourth player the game begins."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            seat = read_seat(plain_object(body))
            check_free(room, seat)
            await self._change(visit, seats={seat: robot_of(room)})
        return await self._changes.began(visit, seat)

    async def assign_seat(self, request: Request) -> Response:
        """Give a seat to a player who is at the table, as host."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            plain = plain_object(body)
            who, seat = read_player(plain), read_seat(plain)
            check_here(room, who)
            check_free(room, seat)
            if who in room.table.onlookers:
                raise SeedError(409, "SPECTATOR", "who came by a spectator link never sits")
            if await self._changes.elsewhere(Player(who), room) is not None:
                raise SeedError(409, "AT_ANOTHER_TABLE", "this player sits at another table")
            await self._change(visit, place={seat: who})
            await self._changes.note_seat(who, room)
        return await self._changes.began(visit, seat)

    async def kick(self, request: Request) -> Response:
        """Send a player away until invited again, or remove a bot before the game, as host."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            who = read_player(plain_object(body))
            if who == player.id:
                raise SeedError(400, "INVALID_PLAYER", "nobody kicks himself: leave")
            if who.startswith(BOT):
                await self._take_bot(visit, who.removeprefix(BOT))
            else:
                check_here(room, who)
                await self._send_away(visit, who)
        await settled(self._changes.front, room, player)
        return answer(row(room, player))

    async def _take_bot(self, visit: Visit, name: str) -> None:
        seat = SEATS.index(name) if name in SEATS else None
        if seat is None or visit.room.table.chairs[seat].house is None:
            raise SeedError(404, "PLAYER_NOT_FOUND", "expected `playerId` to be that of a bot at this table")
        if not waiting(visit.room):
            raise SeedError(409, "GAME_STARTED", "the game has begun, and needs its bots")
        await self._change(visit, seats={seat: None})

    async def _send_away(self, visit: Visit, who: str) -> None:
        """A bot has his seat once the game has begun; the table ends where nobody is left who plays."""
        room, table = visit.room, visit.room.table
        seat = table.right_of(who)
        gone: dict[str, Any] = {"unwelcome": (*sorted(table.unwelcome), who)}
        if seat is not None:
            gone["place"] = {seat: None}
            if not waiting(room) and table.chairs[seat].robot is None:
                gone["seats"] = {seat: robot_of(room)}
        await self._change(visit, **gone)
        told = {"tableId": table.id, "playerId": who, "seat": None if seat is None else SEATS[seat]}
        self._board.tell_player(who, "KICKED_FROM_TABLE", {"tableId": table.id})
        self._board.tell_table(table.id, "PLAYER_KICKED", told)
        if not waiting(room) and not rights(room.table.chairs):
            await self._change(visit, terminate=True)

    async def transfer_host(self, request: Request) -> Response:
        """Make another player at the table its host, as host."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            who = read_player(plain_object(body))
            if who.startswith(BOT):
                raise SeedError(400, "INVALID_PLAYER", "a bot is no host")
            check_here(room, who)
            if who == player.id:
                raise SeedError(409, "ALREADY_HOST", "you are the host")
            await self._change(visit, host=who)
        seat = room.table.right_of(who)
        new = None if seat is None else SEATS[seat]
        return answer(NewHost(room.table.id, who, new))

    async def set_visibility(self, request: Request) -> Response:
        """Change which players find the table, and which may sit, as host."""
        player, room, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            plain = plain_object(body)
            if "visibility" not in plain:
                raise SeedError(400, "INVALID_VISIBILITY", "expected `visibility`")
            visibility, joining = read_visibility(plain, NewAccess, visibility_of(room)[1])
            await self._change(visit, policy=opened_to(room.table.policy, visibility, joining))
        told = {"tableId": room.table.id, "visibility": visibility, "joinPolicy": joining}
        self._board.tell_table(room.table.id, "TABLE_VISIBILITY_CHANGED", told)
        return answer(TableAccess(room.table.id, visibility, joining))

    async def terminate(self, request: Request) -> Response:
        """End the table, as host."""
        player, room, _ = visit = await self._changes.visit(request)
        async with self._changes.turn(player, room):
            check_host(visit)
            await self._change(visit, terminate=True)
        return answer(Message("The table is ended"))


def check_host(visit: Visit) -> None:
    """Raise Wrong 403 for anybody but the host."""
    if visit.player.id != visit.room.table.host:
        raise SeedError(403, "NOT_HOST", "only the host of this table does that")


def check_here(room: Room, player: str) -> None:
    """Raise Wrong 404 for a player who neither sits at the table nor observes it."""
    if room.table.right_of(player) is None and player not in observers(room):
        raise SeedError(404, "PLAYER_NOT_FOUND", "expected `playerId` to be that of somebody at this table")
