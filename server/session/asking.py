"""One command to a table and its answer, for callers without a session."""

from __future__ import annotations

import asyncio

from protocol.v1.updates import Done, Refused
from server.hub.action_trace import ActionTrace
from server.hub.handle import TableHandle
from server.hub.inbox import InboxRequest
from server.table.commands import Command
from server.table.player import Player


async def answer_to(
    table: TableHandle, player: Player, command: Command, trace: ActionTrace | None = None, way: str = ""
) -> Done | Refused:
    """Send a player's command to a table, and return the table's answer.

    `way` names the kind of the request in `trace`.
    """
    answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()

    def reply(update: Done | Refused) -> None:
        if not answered.done():
            answered.set_result(update)

    asked = InboxRequest(player, command, reply)
    if trace is not None:
        asked = trace.follow(asked, table.id, way)
    table.send(asked)
    return await answered
