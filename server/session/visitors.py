"""The list of all sessions with a client that has sent `hello`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from protocol.v1.codes import CloseCode
from protocol.v1.updates import Notice, ToClient
from server.hub.handle import TableHandle
from server.table.player import Player


class Visitor(Protocol):
    """The methods of a session that `Visitors`, the list of all sessions, calls."""

    player: Player

    @property
    def followed(self) -> tuple[str, ...]:
        """Return the ids of the tables that this session follows."""
        ...

    def send(self, update: ToClient) -> None:
        """Send one message to this client alone."""
        ...

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the session's connection with a code and a reason."""
        ...

    def moved(self, table: TableHandle) -> None:
        """Let the client follow again a table that this hub has lost, as soon as any hub serves the table."""
        ...


class Visitors:
    """All open sessions with a client that has sent `hello`.

    `per_player` is the largest number of sessions of one player.
    """

    def __init__(self, per_player: int) -> None:
        self._per_player = per_player
        self._visitors: dict[Visitor, None] = {}
        self._by_player: dict[str, list[Visitor]] = {}

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: Visitor) -> None:
        """Add a session to the list of open sessions.

        If the player of the session now has too many sessions, close the player's oldest session.
        """
        self._visitors[visitor] = None
        player = visitor.player
        if not player.id or player.house:
            return
        mine = self._by_player.setdefault(player.id, [])
        mine.append(visitor)
        if len(mine) > self._per_player:
            mine.pop(0).close(
                CloseCode.REPLACED,
                "replaced by a newer connection, because this player has too many connections",
            )

    def leave(self, visitor: Visitor) -> None:
        """Remove a session that has ended."""
        self._visitors.pop(visitor, None)
        mine = self._by_player.get(visitor.player.id)
        if mine is not None and visitor in mine:
            mine.remove(visitor)
            if not mine:
                del self._by_player[visitor.player.id]

    def dismiss(self, player: str) -> None:
        """Close the sessions of the player with the id `player` after a logout."""
        for visitor in list(self._by_player.get(player, ())):
            visitor.close(CloseCode.UNAUTHORIZED, "you have logged out")

    def say_goodbye(self) -> None:
        """Close all sessions except those of house robots, because the server stops."""
        for visitor in list(self._visitors):
            if not visitor.player.house:
                visitor.close(CloseCode.RESTART, "the server restarts")

    def tell_held(self, held: bool) -> None:
        """Notify all clients that the hub pauses because the store does not answer (`held`), or goes on."""
        for visitor in list(self._visitors):
            visitor.send(
                Notice(kind="hold", message="the store does not answer") if held else Notice(kind="go")
            )

    def tell_moved(self, tables: Sequence[TableHandle]) -> None:
        """Notify all sessions that this hub has lost tables, which another hub may own now."""
        lost = {table.id: table for table in tables}
        for visitor in list(self._visitors):
            for table in lost.keys() & set(visitor.followed):
                visitor.moved(lost[table])
