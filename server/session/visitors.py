"""The list of all sessions with a client that has sent `hello`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Protocol

from protocol.v1.codes import CloseCode
from protocol.v1.updates import Notice, ToClient
from server.hub.far.ledgers import Ledgers
from server.hub.handle import TableHandle
from server.table.player import Player

MOST_BYTES = 120
"""The largest number of bytes of a reason that fits into the close frame of a websocket."""


class Visitor(Protocol):
    """The methods of a session that `Visitors`, the list of all sessions, calls."""

    player: Player
    key: str
    """The hash of the client's token, or "" for a session that does not know it."""

    @property
    def address(self) -> str:
        """Return the address of the session's client, "" for a client inside this process."""
        ...

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

    `per_player` is the largest number of sessions of one player at all hubs together, and `per_bot` that of a
    robot with a bot token. `hub` is the id of this
    hub and `now_ms` its clock.
    """

    def __init__(
        self,
        per_player: int,
        hub: str = "",
        now_ms: Callable[[], int] = lambda: 0,
        ledgers: Ledgers | None = None,
        per_bot: int | None = None,
    ) -> None:
        self._per_player = per_player
        self._per_bot = per_player if per_bot is None else per_bot
        self._hub = hub
        self._now_ms = now_ms
        self._visitors: dict[Visitor, None] = {}
        self._by_player: dict[str, list[tuple[int, Visitor]]] = {}
        self._entered = (ledgers or Ledgers()).ledger("sessions of players", tuple[int, ...])
        self._entered.changed.subscribe(self._replace)

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: Visitor) -> None:
        """Add a session to the list of open sessions.

        If the player of the session now has too many sessions, close the player's oldest session, or let the
        hub close it that has it.
        """
        self._visitors[visitor] = None
        player = visitor.player
        if not player.id or player.house:
            return
        self._by_player.setdefault(player.id, []).append((self._now_ms(), visitor))
        self._note(player.id)
        self._replace(player.id)

    def _note(self, player: str) -> None:
        """Tell the other hubs when the sessions of a player at this hub have begun."""
        mine = self._by_player.get(player)
        self._entered.set(player, tuple(began_ms for began_ms, _ in mine) if mine else None)

    def _replace(self, player: str) -> None:
        """Close those of a player's sessions that are too many and at this hub."""
        elsewhere = self._entered.elsewhere(player)
        theirs = chain.from_iterable(((ms, hub) for ms in began_ms) for hub, began_ms in elsewhere)
        # All hubs order the sessions alike, so that each closes its own part of the oldest ones.
        mine = self._by_player.get(player, [])
        every = sorted(chain(((ms, self._hub) for ms, _ in mine), theirs))
        most = self._per_bot if mine and mine[0][1].player.has_bot_token else self._per_player
        too_many = every[: max(0, len(every) - most)]
        replaced = mine[: sum(hub == self._hub for _, hub in too_many)]
        if replaced:
            del mine[: len(replaced)]
            self._note(player)
        for _, visitor in replaced:
            visitor.close(
                CloseCode.REPLACED,
                "replaced by a newer connection, because this player has too many connections",
            )

    def leave(self, visitor: Visitor) -> None:
        """Remove a session that has ended."""
        self._visitors.pop(visitor, None)
        player = visitor.player.id
        mine = self._by_player.get(player, ())
        left = [each for each in mine if each[1] is not visitor]
        if len(left) < len(mine):
            if left:
                self._by_player[player] = left
            else:
                del self._by_player[player]
            self._note(player)

    def tell(self, player: str, update: ToClient) -> None:
        """Send a message to all sessions of a player at this hub."""
        for _, visitor in list(self._by_player.get(player, ())):
            visitor.send(update)

    def dismiss(self, player: str, key: str = "") -> None:
        """Close the sessions of the player with the id `player` after a logout.

        With the hash `key` of a token, close only the sessions of this token, and those that may be of it.
        """
        for _, visitor in list(self._by_player.get(player, ())):
            if not key or visitor.key in ("", key):
                visitor.close(CloseCode.UNAUTHORIZED, "you have logged out")

    def remove(self, player: str, reason: str) -> int:
        """Close the sessions of a player that an operator removes, and return their number."""
        mine = [visitor for _, visitor in self._by_player.get(player, ())]
        for visitor in mine:
            visitor.close(CloseCode.REMOVED, short(reason))
        return len(mine)

    def each(self) -> tuple[Visitor, ...]:
        """Return all sessions except those of house robots."""
        return tuple(visitor for visitor in self._visitors if not visitor.player.house)

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


def short(reason: str) -> str:
    """Return the beginning of a reason that fits into the close frame of a websocket.

    >>> len(short("\u00e9" * 100))
    60
    """
    return reason.encode()[:MOST_BYTES].decode(errors="ignore")
