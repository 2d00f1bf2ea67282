"""Events of the lobby: tables that were opened, changed or removed, over the Spades API or another API."""

from __future__ import annotations

import msgspec

from server.table.summary import Summary
from server.web.spades_rest.bodies import TableAbout
from server.web.spades_rest.lobby import about, listed
from server.web.spades_rest.tables import SpadesApi


class LobbyEvents:
    """An observer of the hub that sends an event to the lobby when a table's people or seats change."""

    def __init__(self, api: SpadesApi) -> None:
        self._hub = api.front_desk.hub
        self._broadcast = api.broadcast
        self._sent: dict[str, TableAbout] = {}

    def follow(self) -> None:
        """Begin to observe the changes of people and seats at all tables, also of other hubs."""
        self._hub.changed.subscribe(self._compare)
        self._hub.others.announcements.changed.subscribe(self._compare)

    def _compare(self, summary: Summary) -> None:
        table, before = summary.id, self._sent.get(summary.id)
        after = about(summary) if listed(summary) else None
        if after == before:
            return
        if after is None:
            self._remove(table)
            return
        if before is None:
            self._forget_unloaded()
        self._sent[table] = after
        payload = msgspec.to_builtins(after)
        self._broadcast.tell_lobby("TABLE_CREATED" if before is None else "TABLE_UPDATED", payload)

    def _forget_unloaded(self) -> None:
        for table in [table for table in self._sent if not self._hub.is_awake(table)]:
            self._remove(table)

    def _remove(self, table: str) -> None:
        del self._sent[table]
        self._broadcast.tell_lobby("TABLE_REMOVED", {"tableId": table})
