"""The registry of the sessions that have said hello."""

from __future__ import annotations

from typing import Protocol

from protocol.v1.codes import CloseCode
from protocol.v1.updates import Notice, ToClient
from server.hub.room import Room
from server.table.player import Player


class Visitor(Protocol):
    """A session, as the registry knows it."""

    player: Player

    def send(self, update: ToClient) -> None:
        """Send one message to this client alone."""
        ...

    def close(self, code: CloseCode, reason: str) -> None:
        """End the connection."""
        ...

    def moved(self, room: Room) -> None:
        """Follow a table that this hub has lost to wherever it is now."""
        ...


class Visitors:
    """All sessions that have said hello and not ended; `per_player` is the most that one player may have."""

    def __init__(self, per_player: int) -> None:
        self._per_player = per_player
        self._visitors: dict[Visitor, None] = {}
        self._by_player: dict[str, list[Visitor]] = {}

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: Visitor) -> None:
        """Add a session; the oldest one of a player with too many is closed."""
        self._visitors[visitor] = None
        player = visitor.player
        if not player.id or player.house:
            return
        mine = self._by_player.setdefault(player.id, [])
        mine.append(visitor)
        if len(mine) > self._per_player:
            mine.pop(0).close(CloseCode.REPLACED, "too many connections of this player")

    def leave(self, visitor: Visitor) -> None:
        """Remove a session that has ended."""
        self._visitors.pop(visitor, None)
        mine = self._by_player.get(visitor.player.id)
        if mine is not None and visitor in mine:
            mine.remove(visitor)
            if not mine:
                del self._by_player[visitor.player.id]

    def dismiss(self, player: Player) -> None:
        """Close the sessions of a player who has logged out."""
        for visitor in list(self._by_player.get(player.id, ())):
            visitor.close(CloseCode.UNAUTHORIZED, "you have logged out")

    def say_goodbye(self) -> None:
        """Close all sessions but those of house robots, as the server stops."""
        for visitor in list(self._visitors):
            if not visitor.player.house:
                visitor.close(CloseCode.RESTART, "the server restarts")

    def tell_held(self, held: bool) -> None:
        """Tell all sessions that the hub holds, or that it goes on."""
        for visitor in list(self._visitors):
            visitor.send(Notice(kind="hold", message="the store is away") if held else Notice(kind="go"))

    def tell_moved(self, room: Room) -> None:
        """Tell all sessions that this hub has lost a table."""
        for visitor in list(self._visitors):
            visitor.moved(room)
