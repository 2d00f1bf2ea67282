"""The request for a seat: during a deal, the players of the deal must agree to a newcomer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from bots.client import Client
from bots.errors import Refused
from bots.registry import deal_number
from bots.wire.reader import Updates
from bots.wire.table_view import TableView
from protocol.v1.codes import Code
from protocol.v1.updates import Notice, Pong

AGAIN_S = 5.0
"""The time after which a player that waits for a seat asks again: players that had to agree may have left."""


class Companions:
    """The robots of one program that come to one table: each robot agrees to the others as newcomers.

    `ids` are the ids of the players as which the robots play. The robots sit down one after the other,
    because only players that have a seat are asked for their consent.
    """

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.turn = asyncio.Lock()


def do_nothing() -> None:
    """Do nothing; the default for the argument `asked` of `sit_down`."""


async def sit_down(client: Client, table: str, seat: int, asked: Callable[[], None] = do_nothing) -> None:
    """Take a seat.

    If the players of the present deal must agree to a newcomer, wait until they agree or the deal ends. The
    function `asked` is called once if the players are asked for their consent. Raises Refused if the server
    refuses the seat for another reason than missing consent.
    """
    updates, told = client.updates(table), False
    while True:
        try:
            await client.sit(table, seat)
        except Refused as refused:
            if refused.code is not Code.FORBIDDEN:
                raise
            watched = client.tables.get(table)
            if watched is None:
                # Only a watcher is told that the players are asked. A free seat is taken without this detour.
                with suppress(Refused):
                    await client.watch(table, "public")
                if table not in client.tables:
                    raise
                continue
            if not await _players_are_asked(client, updates, seat):
                raise
            if not told:
                asked()
            told = True
            await _may_sit_now(updates, watched, seat)
        else:
            return


async def _players_are_asked(client: Client, updates: Updates, seat: int) -> bool:
    """Return True if the server has asked the players of the deal after its last refusal of the seat."""
    found = False
    # The server sends the notice right after the refusal, so it arrives before the answer to this `ping`.
    await client.ping()
    async for update in updates:
        match update:
            case Notice(kind="asked", seat=asked_for) if asked_for == seat:
                found = True
            case Pong():
                return found
    return found


async def _may_sit_now(updates: Updates, watched: TableView, seat: int) -> None:
    """Wait until all players agree to the newcomer, the deal ends, or `AGAIN_S` seconds have passed."""
    deal = deal_number(watched.view)
    with suppress(TimeoutError):
        async with asyncio.timeout(AGAIN_S):
            async for update in updates:
                if isinstance(update, Notice) and update.kind == "agreed" and update.seat == seat:
                    return
                over = watched.view.pub.result is not None
                if over or deal_number(watched.view) != deal or watched.ended is not None:
                    return
