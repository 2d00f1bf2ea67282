"""Tables as the seed's API knows them: named seats, who sits, who observes, and how one is asked."""

from __future__ import annotations

import asyncio

from msgspec import Struct
from starlette.requests import Request

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from protocol.v1.requests import TableId
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.hub.room import Ask, Room
from server.session.front_desk import FrontDesk
from server.table.commands import Request as TableRequest
from server.table.player import Player
from server.table.schedule import due
from server.web.client_ip import ClientAddresses
from server.web.responses import typed
from server.web.spades_rest.broadcast import Broadcast
from server.web.spades_rest.callers import SeedCallers
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.http_presence import HttpPresence
from server.web.spades_rest.serializers.words import SEATS as SEATS
from server.web.spades_rest.watch_session import seat_of as seat_of

SETTLE_S = 10.0
"""How long an answer waits at most for robots and the table, which a policy may have made slow."""


class SpadesApi:
    """What the handlers of this API and its websocket share."""

    def __init__(self, desk: FrontDesk, addresses: ClientAddresses) -> None:
        self.desk = desk
        self.addresses = addresses
        self.callers = SeedCallers(desk, addresses)
        self.visits = HttpPresence(desk)
        self.board = Broadcast()


class _Named(Struct):
    table: TableId


def no_table() -> SeedError:
    """404: there is no such table for this API."""
    return SeedError(404, "TABLE_NOT_FOUND", "there is no such table of Spades for four in pairs")


async def spades_room(desk: FrontDesk, request: Request) -> Room:
    """The table of the path, as `find_room`."""
    return await find_room(desk, request.path_params["table"])


async def find_room(desk: FrontDesk, table: str) -> Room:
    """A Spades table for four in pairs, woken if it sleeps. Raises Wrong 404, also once it was terminated."""
    try:
        typed({"table": table}, _Named)
    except Refusal:
        raise no_table() from None
    try:
        room = await desk.hub.room(table)
    except Refusal as refusal:
        raise no_table() if refusal.code is Code.NO_SUCH_TABLE else refusal from None
    state = room.table.state
    if not isinstance(state, SpadesState) or state.rules.players != 4 or state.rules.sides != "pairs":
        raise no_table()
    if room.table.closed and not game_over(room):
        raise no_table()
    return room


def game_over(room: Room) -> bool:
    """Whether a side has won the game."""
    state = room.table.state
    ended = SPADES.result(state)
    return (state.winner if ended is None else ended.winner) is not None


def observes(room: Room, player: Player) -> bool:
    """Whether a player is at the table without a seat, or was away from his when the game ended."""
    known = player.id in room.viewers.presence.names or room.table.right_of(player.id) is not None
    return seat_of(room, player) is None and known


def observers(room: Room) -> tuple[str, ...]:
    """The ids of all who are at the table without a seat, in the order in which they came."""
    names = room.viewers.presence.names
    return tuple(id for id in names if id and room.table.right_of(id) is None)


def rests(room: Room, now_ms: int) -> bool:
    """Whether neither a house robot nor the table itself has to act now."""
    table = room.table
    if table.closed or table.paused:
        return True
    todo = due(table, None)
    if todo is not None and todo[1] <= now_ms:
        return False
    return all(table.chairs[seat].house is None for seat in table.game.to_act(table.state))


async def come(front: SpadesApi, room: Room, player: Player) -> None:
    """Let a player be at the table; what waited for somebody to be there is done then. Raises Refusal."""
    if await front.visits.come(player, room):
        await settled(front, room, player)


async def settled(front: SpadesApi, room: Room, player: Player) -> None:
    """Return when the table rests, as far as a player who visits it can wait: robots have moved then."""
    now_ms = front.callers.now_ms
    await front.visits.settled(player, lambda: rests(room, now_ms()), SETTLE_S)


async def asked(room: Room, player: Player, request: TableRequest) -> Done:
    """What a table answers to a request, once it is stored. Raises Refusal."""
    answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()

    def reply(told: Done | Refused) -> None:
        if not answered.done():
            answered.set_result(told)

    room.ask(Ask(player=player, request=request, codec=JSON, reply=reply))
    told = await answered
    if isinstance(told, Refused):
        raise Refusal(told.code, told.message, told.retry_ms)
    return told
