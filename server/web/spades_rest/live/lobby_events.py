"""What the lobby's websockets are told of tables: which have come, changed or gone, whoever did it."""

from __future__ import annotations

import msgspec

from server.hub.room import Room
from server.web.spades_rest.bodies import TableAbout
from server.web.spades_rest.lobby import about, listed
from server.web.spades_rest.tables import SpadesApi


class LobbyEvents:
    """Observer of the hub that tells the lobby of every table whose people or seats change."""

    def __init__(self, front: SpadesApi) -> None:
        self._hub = front.desk.hub
        self._board = front.board
        self._told: dict[str, TableAbout] = {}

    def follow(self) -> None:
        """Subscribe to the hub's changes of rooms."""
        self._hub.changed.subscribe(self._look)

    def _look(self, room: Room) -> None:
        table, was = room.table.id, self._told.get(room.table.id)
        now = about(room) if listed(room) else None
        if now == was:
            return
        if now is None:
            self._remove(table)
            return
        if was is None:
            self._forget_sleepers()
        self._told[table] = now
        payload = msgspec.to_builtins(now)
        self._board.tell_lobby("TABLE_CREATED" if was is None else "TABLE_UPDATED", payload)

    def _forget_sleepers(self) -> None:
        for table in [table for table in self._told if self._hub.live(table) is None]:
            self._remove(table)

    def _remove(self, table: str) -> None:
        del self._told[table]
        self._board.tell_lobby("TABLE_REMOVED", {"tableId": table})
