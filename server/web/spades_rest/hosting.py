"""HTTP requests of a table's host: about bots, players' seats, kicks, a new host and the table's end."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from server.table.player import Player
from server.table.seats import rights
from server.table.summary import Summary
from server.table.typed_requests import ChangeTable
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
    """The HTTP handlers of requests that only the host may send; other players get status 403."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._broadcast = changes.api.broadcast

    def operations(self) -> list[Operation]:
        """Return the HTTP operations that only the host of a table may use."""
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
        await self._changes.ask(visit.table, visit.player, ChangeTable(**changes))

    async def add_bot(self, request: Request) -> Response:
        """Add a bot to a seat; only the host may do this.

        The Spades game begins when all four seats are taken.
        """
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            seat = read_seat(plain_object(body))
            check_free(summary, seat)
            await self._change(visit, seats={seat: robot_of(summary)})
        return await self._changes.began(visit, seat)

    async def assign_seat(self, request: Request) -> Response:
        """Give a seat to a player at the table; only the host may do this."""
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            plain = plain_object(body)
            player_id, seat = read_player(plain), read_seat(plain)
            check_here(summary, player_id)
            check_free(summary, seat)
            if player_id in summary.roles.onlookers:
                raise SeedError(409, "SPECTATOR", "this player came by a spectator link and cannot sit")
            if await self._changes.elsewhere(Player(player_id), table) is not None:
                raise SeedError(409, "AT_ANOTHER_TABLE", "this player sits at another table")
            await self._change(visit, place={seat: player_id})
            await self._changes.note_seat(player_id, table)
        return await self._changes.began(visit, seat)

    async def kick(self, request: Request) -> Response:
        """Exclude a player, or remove a bot before the game; only the host may do this.

        An excluded player may enter the table again after a new invitation.
        """
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            player_id = read_player(plain_object(body))
            if player_id == player.id:
                raise SeedError(400, "INVALID_PLAYER", "you cannot kick yourself: leave the table instead")
            if player_id.startswith(BOT):
                await self._take_bot(visit, summary, player_id.removeprefix(BOT))
            else:
                check_here(summary, player_id)
                await self._send_away(visit, summary, player_id)
        await settled(self._changes.api, table, player)
        return answer(row(await table.summary(), player))

    async def _take_bot(self, visit: Visit, table: Summary, name: str) -> None:
        seat = SEATS.index(name) if name in SEATS else None
        if seat is None or table.chairs[seat].house is None:
            raise SeedError(
                404, "PLAYER_NOT_FOUND", "expected `playerId` to be the id of a bot at this table"
            )
        if not waiting(table):
            raise SeedError(409, "GAME_STARTED", "the game has begun, so its bots cannot be removed")
        await self._change(visit, seats={seat: None})

    async def _send_away(self, visit: Visit, table: Summary, player_id: str) -> None:
        """Exclude a player from a table, as the host of the table has requested.

        During the game a bot gets the seat of the excluded player; if no player remains at the table, the
        table ends. Raises SeedError with status 409 for a player in the middle of a hand, unless the player
        has been absent for long.
        """
        seat = table.right_of(player_id)
        if seat is not None and table.hidden and table.chairs[seat].player == player_id:
            raise SeedError(409, "HAND_IN_PROGRESS", "a player can be excluded only between two hands")
        removal: dict[str, Any] = {"unwelcome": (*sorted(table.roles.unwelcome), player_id)}
        if seat is not None:
            removal["place"] = {seat: None}
            if not waiting(table) and table.chairs[seat].robot is None:
                removal["seats"] = {seat: robot_of(table)}
        await self._change(visit, **removal)
        payload = {"tableId": table.id, "playerId": player_id, "seat": None if seat is None else SEATS[seat]}
        self._broadcast.tell_player(player_id, "KICKED_FROM_TABLE", {"tableId": table.id})
        self._broadcast.tell_table(table.id, "PLAYER_KICKED", payload)
        table = await visit.table.summary()
        if not waiting(table) and not rights(table.chairs):
            await self._change(visit, terminate=True)

    async def transfer_host(self, request: Request) -> Response:
        """Make another player at the table its host; only the present host may do this."""
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            player_id = read_player(plain_object(body))
            if player_id.startswith(BOT):
                raise SeedError(400, "INVALID_PLAYER", "a bot cannot be the host")
            check_here(summary, player_id)
            if player_id == player.id:
                raise SeedError(409, "ALREADY_HOST", "you are already the host")
            await self._change(visit, host=player_id)
        seat = (await table.summary()).right_of(player_id)
        new = None if seat is None else SEATS[seat]
        return answer(NewHost(table.id, player_id, new))

    async def set_visibility(self, request: Request) -> Response:
        """Change the visibility and the join policy of the table; only the host may do this."""
        player, table, body = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            plain = plain_object(body)
            if "visibility" not in plain:
                raise SeedError(400, "INVALID_VISIBILITY", "expected `visibility`, got a body without it")
            visibility, joining = read_visibility(plain, NewAccess, visibility_of(summary)[1])
            await self._change(visit, policy=opened_to(summary.policy, visibility, joining))
        payload = {"tableId": table.id, "visibility": visibility, "joinPolicy": joining}
        self._broadcast.tell_table(table.id, "TABLE_VISIBILITY_CHANGED", payload)
        return answer(TableAccess(table.id, visibility, joining))

    async def terminate(self, request: Request) -> Response:
        """End the table for all players; only the host may do this."""
        player, table, _ = visit = await self._changes.visit(request)
        async with self._changes.turn(player, table) as summary:
            check_host(summary, player)
            await self._change(visit, terminate=True)
        return answer(Message("The table has ended"))


def check_host(table: Summary, player: Player) -> None:
    """Raise SeedError with status 403 unless the player is the table's host."""
    if player.id != table.roles.host:
        raise SeedError(403, "NOT_HOST", "only the host of this table may do this")


def check_here(table: Summary, player: str) -> None:
    """Raise SeedError with status 404 if the player `player` neither sits at the table nor observes it."""
    if table.right_of(player) is None and player not in observers(table):
        raise SeedError(404, "PLAYER_NOT_FOUND", "expected `playerId` to be the id of a player at this table")
