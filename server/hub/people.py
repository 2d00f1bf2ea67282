"""Who is at a table, and what they say: presence and chat, which are never part of a view."""

from __future__ import annotations

from collections import deque

from protocol.v1.updates import Chat, People, Said, SeatRow
from server.hub.outbox import Listener
from server.table.player import Player
from server.table.table import Table

CHAT_LINES = 50
"""How much of the chat a newcomer is told."""


class Gathering:
    """The listeners of one table and its chat."""

    def __init__(self) -> None:
        self._here: dict[Listener, Player] = {}
        self._seat_lines: deque[Said] = deque(maxlen=CHAT_LINES)
        self._watcher_lines: deque[Said] = deque(maxlen=CHAT_LINES)

    def enter(self, listener: Listener, player: Player) -> None:
        self._here[listener] = player

    def leave(self, listener: Listener) -> None:
        self._here.pop(listener, None)

    @property
    def somebody(self) -> bool:
        """Whether anybody but house robots is here."""
        return any(not player.house for player in self._here.values())

    def listeners_of(self, player: str) -> tuple[Listener, ...]:
        return tuple(listener for listener, who in self._here.items() if who.id == player)

    def player_of(self, listener: Listener) -> Player | None:
        return self._here.get(listener)

    def seats(self, table: Table) -> tuple[SeatRow, ...]:
        """Every seat with who has it; `here` for a player who is connected and for a robot."""
        here = {player.id for player in self._here.values()}
        return tuple(
            SeatRow(
                seat=seat,
                name=chair.name if chair.player is not None else chair.robot or "",
                player=chair.player,
                robot=chair.robot if chair.player is None else None,
                here=(chair.player in here) if chair.player is not None else chair.robot is not None,
            )
            for seat, chair in enumerate(table.chairs)
        )

    def watchers(self, table: Table) -> int:
        seated = {chair.player for chair in table.chairs}
        return sum(1 for who in self._here.values() if not who.house and who.id not in seated)

    def people(self, table: Table, host: str) -> People:
        return People(
            table=table.id,
            seats=self.seats(table),
            watchers=self.watchers(table),
            host=host,
            paused=table.paused,
        )

    def say(self, table: Table, player: Player, text: str, at_ms: int) -> tuple[Chat, tuple[Listener, ...]]:
        """The line and those who hear it: all hear a seat, only watchers hear a watcher."""
        seat = table.seat_of(player.id)
        said = Said(name=player.name, text=text, at_ms=at_ms, seat=seat)
        (self._watcher_lines if seat is None else self._seat_lines).append(said)
        seated = {chair.player for chair in table.chairs if chair.player is not None}
        hear = tuple(
            listener
            for listener, who in self._here.items()
            if not who.house and (seat is not None or who.id not in seated)
        )
        return Chat(table=table.id, lines=(said,)), hear

    def said(self, table: Table, player: Player) -> Chat | None:
        """What was said lately and this player may hear; None for silence."""
        lines = list(self._seat_lines)
        if table.seat_of(player.id) is None:
            lines = sorted((*lines, *self._watcher_lines), key=lambda line: line.at_ms)[-CHAT_LINES:]
        return Chat(table=table.id, lines=tuple(lines)) if lines else None
