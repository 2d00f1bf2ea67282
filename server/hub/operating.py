"""The orders of an operator to the tables of one hub: to close, to free a seat, to change a name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.hub.inbox import InboxRequest
from server.hub.room import Room
from server.table.commands import Rename, Terminate, Unseat
from server.table.player import Player


class Tables(Protocol):
    """The methods of a hub that the orders of an operator use."""

    @property
    def rooms(self) -> tuple[Room, ...]: ...

    async def room(self, table: str, away_ms: int = 0) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory.

        Raises Refusal if there is no such table, or if the table cannot be loaded now.
        """
        ...


def table_count(hub: Tables) -> int:
    """Return the number of tables that a hub has in memory."""
    return len(hub.rooms)


async def close_table(hub: Tables, table: str, reason: str) -> None:
    """Close a table of this hub for good, and tell its people the reason.

    Raises Refusal if the table cannot be closed now.
    """
    await _ordered(await hub.room(table), Terminate(reason))


async def unseat(hub: Tables, player: str) -> tuple[str, ...]:
    """Take a player's seats at all tables in this hub's memory away, and return the ids of the tables.

    Raises Refusal if a table cannot do so now.
    """
    return await _at_each(_with_right(hub.rooms, player), lambda: Unseat(player))


async def rename(hub: Tables, player: str, name: str) -> tuple[str, ...]:
    """Change the name of a player in its seats at all tables in this hub's memory.

    Returns the ids of the tables. Raises Refusal if a table cannot do so now.
    """
    return await _at_each(_with_right(hub.rooms, player), lambda: Rename(player, name))


def _with_right(rooms: Iterable[Room], player: str) -> tuple[Room, ...]:
    return tuple(room for room in rooms if not room.table.closed and room.table.right_of(player) is not None)


async def _at_each(rooms: tuple[Room, ...], command: Callable[[], Unseat | Rename]) -> tuple[str, ...]:
    await asyncio.gather(*(_ordered(room, command()) for room in rooms))
    return tuple(room.table.id for room in rooms)


async def _ordered(room: Room, command: Terminate | Unseat | Rename) -> None:
    answered: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
    room.put(InboxRequest(Player(""), command, answered.set_result))
    answer = await answered
    if isinstance(answer, Refused):
        raise Refusal(answer.code, answer.message, answer.retry_ms)
