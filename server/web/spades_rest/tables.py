"""Functions that find a Spades table, read its people, and send requests to it."""

from __future__ import annotations

import asyncio

from msgspec import Struct
from starlette.requests import Request

from protocol.v1.codes import Code
from protocol.v1.requests import TableId
from protocol.v1.spades import Options
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.action_trace import ActionTrace
from server.hub.handle import TableHandle
from server.hub.inbox import InboxRequest
from server.session.front_desk import FrontDesk
from server.store.files_and_tickets import FilesAndTickets
from server.table.commands import Command
from server.table.player import Player
from server.table.summary import Summary
from server.web.client_ip import ClientAddresses
from server.web.responses import read_message
from server.web.spades_rest.authenticator import SeedAuthenticator
from server.web.spades_rest.broadcast import Broadcast
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.http_presence import HttpPresence
from server.web.spades_rest.serializers.words import SEATS as SEATS
from server.web.spades_rest.watch_session import seat_of as seat_of

GAME = "spades"
SETTLE_S = 10.0
"""The maximum time in seconds that an answer waits for actions of robots and of the table, which a table's
policy may slow down.
"""


class SpadesApi:
    """The services that the handlers and websockets of the Spades API share."""

    def __init__(self, front_desk: FrontDesk, tickets: FilesAndTickets, addresses: ClientAddresses) -> None:
        self.front_desk = front_desk
        self.tickets = tickets
        self.addresses = addresses
        self.authenticator = SeedAuthenticator(front_desk, addresses)
        self.visits = HttpPresence(front_desk)
        self.broadcast = Broadcast(front_desk.hub.others, self.visits.end)


class _Named(Struct):
    table: TableId


def no_table() -> SeedError:
    """Return the error 404 for a table that does not exist or does not belong to the Spades API."""
    return SeedError(404, "TABLE_NOT_FOUND", "expected the id of a Spades table for four players in pairs")


async def spades_table(front_desk: FrontDesk, request: Request) -> TableHandle:
    """Return the Spades table in the URL's path, loading it if necessary.

    Raises SeedError with status 404 if the id in the path is not that of a Spades table for four in pairs.
    """
    return await find_table(front_desk, request.path_params["table"])


async def find_table(front_desk: FrontDesk, table: str) -> TableHandle:
    """Return a Spades table for four players in pairs, loading it if necessary.

    Raises SeedError with status 404 for a table of another kind, and for a table that ended before its game
    was over.
    """
    try:
        read_message({"table": table}, _Named)
    except Refusal:
        raise no_table() from None
    try:
        found = await front_desk.hub.handle(table)
    except Refusal as refusal:
        raise no_table() if refusal.code is Code.NO_SUCH_TABLE else refusal from None
    summary = await found.summary()
    if not four_in_pairs(summary) or (summary.closed and not summary.finished):
        raise no_table()
    return found


def four_in_pairs(table: Summary) -> bool:
    """Return True if a table belongs to the Spades API: a Spades table for four players in pairs."""
    options = table.options
    return (
        table.game == GAME
        and isinstance(options, Options)
        and (options.players, options.sides) == (4, "pairs")
    )


def observes(table: Summary, player: Player) -> bool:
    """Return True if a player is at the table without a seat, or had a seat until the game ended."""
    known = player.id in table.names or table.right_of(player.id) is not None
    return seat_of(table, player) is None and known


def observers(table: Summary) -> tuple[str, ...]:
    """Return the ids of all people that are at the table without a seat, in the order of their arrival."""
    return tuple(id for id in table.names if id and table.right_of(id) is None)


async def come(api: SpadesApi, table: TableHandle, player: Player) -> None:
    """Start a player's visit to a table, and wait until all robots that can act now have acted.

    Raises Refusal if the player is not allowed to watch the table.
    """
    if await api.visits.come(player, table):
        await settled(api, table, player)


async def settled(api: SpadesApi, table: TableHandle, player: Player) -> None:
    """Wait, at most `SETTLE_S` seconds, until neither a robot nor the table has to act now."""
    if not api.visits.is_here(player, table.id) and table.id in api.visits.tables(player):
        # The player came through another hub; only a visit through this one sees what the robots do.
        await api.visits.come(player, table)

    async def rests() -> bool:
        return (await table.summary()).rests

    await api.visits.settled(player, rests, SETTLE_S)


async def asked(
    table: TableHandle, player: Player, command: Command, trace: ActionTrace | None = None
) -> Done:
    """Send a player's command to a table, and return the answer once the change of the table is stored.

    `trace` writes lines about an action into the server's log. Raises Refusal if the table refuses the
    player's command.
    """
    answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()

    def reply(update: Done | Refused) -> None:
        if not answered.done():
            answered.set_result(update)

    request = InboxRequest(player, command, reply)
    table.send(request if trace is None else trace.follow(request, table.id, "the Spades API"))
    outcome = await answered
    if isinstance(outcome, Refused):
        raise Refusal(outcome.code, outcome.message, outcome.retry_ms)
    return outcome
