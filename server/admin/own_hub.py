"""The part of an operator's order that each hub does with its own tables, connections and words.

Any hub takes an order of an operator. It asks the other hubs for their parts over the links between them.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, assert_never

import msgspec
from msgspec import Raw, Struct

from protocol.v1.codes import Code
from server.admin.orders import Connection, HubRow
from server.errors import Refusal
from server.hub import operating
from server.session.front_desk import FrontDesk
from server.version import NAME

IN_A_TURN = 200
"""The number of connections or tables that are listed in one turn of the event loop."""
PART = "operators"
"""The name under which hubs ask each other for parts of orders."""


class _Part(Struct, frozen=True, tag_field="t"):
    """A part of an order that one hub does."""


class Describe(_Part, frozen=True, tag="describe"):
    """Describe this hub (`HubRow`)."""


class ListConnections(_Part, frozen=True, tag="connections"):
    """List this hub's connections (`PlayersHere`)."""


class CloseOwnTable(_Part, frozen=True, tag="close"):
    """Close a table that this hub has in memory."""

    table: str
    reason: str


class KickHere(_Part, frozen=True, tag="kick"):
    """Close a player's connections here, and take the player's seats here away (`KickedHere`)."""

    player: str
    reason: str


class RenameHere(_Part, frozen=True, tag="rename"):
    """Change a player's name in its seats here, and return the ids of the tables."""

    player: str
    name: str


class ListFaults(_Part, frozen=True, tag="faults"):
    """Return the faults of the tables that this hub could not load, by table."""


class DrainHere(_Part, frozen=True, tag="drain"):
    """Hand over all tables of this hub, and return the number of those that are left."""


class ReloadHere(_Part, frozen=True, tag="reload"):
    """Read the list of forbidden words again, and return the number of its entries."""


Part = (
    Describe | ListConnections | CloseOwnTable | KickHere | RenameHere | ListFaults | DrainHere | ReloadHere
)


class PlayerHere(Struct, frozen=True):
    """A player with a connection at a hub."""

    player: str
    name: str
    connection: Connection


class KickedHere(Struct, frozen=True):
    """The number of connections that a hub has closed, and the tables at which the player lost a seat."""

    connections: int
    tables: tuple[str, ...]


_read_part = msgspec.msgpack.Decoder(Part).decode


class OwnHub:
    """The parts of operators' orders that this hub does; it answers other hubs that ask for them."""

    def __init__(self, front_desk: FrontDesk) -> None:
        self._front_desk = front_desk
        self._hub = front_desk.hub
        front_desk.hub.others.edges.answers[PART] = self._answer

    async def _answer(self, request: Raw) -> object:
        try:
            part: Part = _read_part(request)
        except msgspec.ValidationError:
            raise Refusal(Code.UNAVAILABLE, "this hub has an older release", retry_ms=5_000) from None
        return await self.do(part)

    async def do(self, part: Part) -> Any:
        """Do a part of an order, and return what the part names. Raises Refusal if it cannot be done now."""
        front_desk, hub = self._front_desk, self._hub
        match part:
            case Describe():
                connections = len(front_desk.visitors.each())
                return HubRow(hub.id, NAME, operating.table_count(hub), connections, hub.draining)
            case ListConnections():
                return await self._connections()
            case CloseOwnTable():
                return await operating.close_table(hub, part.table, part.reason)
            case KickHere():
                return await self._kick(part)
            case RenameHere():
                return await operating.rename(hub, part.player, part.name)
            case ListFaults():
                return dict(hub.quarantined)
            case DrainHere():
                return await self._drain()
            case ReloadHere():
                return self._reload_words()
            case _:
                assert_never(part)

    async def _connections(self) -> tuple[PlayerHere, ...]:
        found: list[PlayerHere] = []
        for visitor in self._front_desk.visitors.each():
            connection = Connection(self._hub.id, visitor.address, visitor.followed)
            found.append(PlayerHere(visitor.player.id, visitor.player.name, connection))
            if len(found) % IN_A_TURN == 0:
                await asyncio.sleep(0)
        return tuple(found)

    async def _kick(self, part: KickHere) -> KickedHere:
        """Kick a player here; the connections are closed also if a table refuses to free the seat now."""
        # A ban, or the end of a bot token, holds here before the player can come back.
        with contextlib.suppress(OSError):
            await self._front_desk.moderation.load()
        try:
            # First the seats: a client that loses its connection may come back at once.
            tables = await operating.unseat(self._hub, part.player)
        finally:
            connections = self._front_desk.visitors.remove(part.player, part.reason)
        return KickedHere(connections, tables)

    async def _drain(self) -> int:
        if all(load.draining for load in self._hub.others.loads):
            raise Refusal(Code.FORBIDDEN, "no other hub runs that could take the tables of this one")
        await self._hub.drain()
        return operating.table_count(self._hub)

    def _reload_words(self) -> int:
        try:
            return self._front_desk.moderation.reload_words()
        except ValueError as error:
            raise Refusal(Code.FORBIDDEN, str(error)) from None
