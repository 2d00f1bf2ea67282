"""Functions that find a Spades room, read its people, and send requests to it."""

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
from server.hub.inbox import InboxRequest
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.table.commands import Command as TableRequest
from server.table.player import Player
from server.table.schedule import due
from server.web.client_ip import ClientAddresses
from server.web.responses import read_message
from server.web.spades_rest.authenticator import SeedAuthenticator
from server.web.spades_rest.broadcast import Broadcast
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.http_presence import HttpPresence
from server.web.spades_rest.serializers.words import SEATS as SEATS
from server.web.spades_rest.watch_session import seat_of as seat_of

SETTLE_S = 10.0
"""The maximum time in seconds that an answer waits until the robots and the table have acted; a table's
policy may make them slow.
"""


class SpadesApi:
    """The services that the handlers and websockets of this API share."""

    def __init__(self, front_desk: FrontDesk, addresses: ClientAddresses) -> None:
        self.front_desk = front_desk
        self.addresses = addresses
        self.authenticator = SeedAuthenticator(front_desk, addresses)
        self.visits = HttpPresence(front_desk)
        self.broadcast = Broadcast()


class _Named(Struct):
    table: TableId


def no_table() -> SeedError:
    """Return the error 404 for a table that does not exist or does not belong to this API."""
    return SeedError(404, "TABLE_NOT_FOUND", "expected the id of a Spades table for four players in pairs")


async def spades_room(front_desk: FrontDesk, request: Request) -> Room:
    """Return the room of the table in the request's path, loaded if necessary.

    Raises SeedError with status 404 if there is no such Spades table.
    """
    return await find_room(front_desk, request.path_params["table"])


async def find_room(front_desk: FrontDesk, table: str) -> Room:
    """Return the room of a Spades table for four players in pairs, loading it if necessary.

    Raises SeedError with status 404 for any other table, and for a table that ended before its game was over.
    """
    try:
        read_message({"table": table}, _Named)
    except Refusal:
        raise no_table() from None
    try:
        room = await front_desk.hub.room(table)
    except Refusal as refusal:
        raise no_table() if refusal.code is Code.NO_SUCH_TABLE else refusal from None
    state = room.table.state
    if not isinstance(state, SpadesState) or state.rules.players != 4 or state.rules.sides != "pairs":
        raise no_table()
    if room.table.closed and not game_over(room):
        raise no_table()
    return room


def game_over(room: Room) -> bool:
    """Return True if a side has won the game."""
    state = room.table.state
    ended = SPADES.result(state)
    return (state.winner if ended is None else ended.winner) is not None


def observes(room: Room, player: Player) -> bool:
    """Return True if a player is present without a seat, or had a seat in a game that has ended."""
    known = player.id in room.viewers.presence.names or room.table.right_of(player.id) is not None
    return seat_of(room, player) is None and known


def observers(room: Room) -> tuple[str, ...]:
    """Return the ids of all people at the table without a seat, in the order of their arrival."""
    names = room.viewers.presence.names
    return tuple(id for id in names if id and room.table.right_of(id) is None)


def rests(room: Room, now_ms: int) -> bool:
    """Return True if neither a house robot nor the table itself has to act now."""
    table = room.table
    if table.closed or table.paused:
        return True
    next_event = due(table, None)
    if next_event is not None and next_event[1] <= now_ms:
        return False
    return all(table.chairs[seat].house is None for seat in table.game.to_act(table.state))


async def come(api: SpadesApi, room: Room, player: Player) -> None:
    """Start a visit of the player to the table, and wait until robots that can act now have acted.

    Raises Refusal if the player is not allowed to watch the table.
    """
    if await api.visits.come(player, room):
        await settled(api, room, player)


async def settled(api: SpadesApi, room: Room, player: Player) -> None:
    """Wait until no robot and no step of the table is due, but at most `SETTLE_S`."""
    now_ms = api.authenticator.now_ms
    await api.visits.settled(player, lambda: rests(room, now_ms()), SETTLE_S)


async def asked(room: Room, player: Player, request: TableRequest) -> Done:
    """Send a request to a table and return its answer, once the change is stored.

    Raises Refusal if the table refuses the request.
    """
    answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()

    def reply(update: Done | Refused) -> None:
        if not answered.done():
            answered.set_result(update)

    room.put(InboxRequest(player=player, command=request, codec=JSON, reply=reply))
    outcome = await answered
    if isinstance(outcome, Refused):
        raise Refusal(outcome.code, outcome.message, outcome.retry_ms)
    return outcome
