"""The trace of actions: lines in the server's log that follow each action of a player through the hubs.

The trace is on at the log level `debug`. Each line names its action TABLE/PLAYER/N, where N is the player's
number of the action at the table. This name is the same at every hub, so that a search for it in the logs of
all hubs finds all lines about one action. No line tells which action it is, because that may name a card.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from protocol.v1.updates import Done, Refused
from server.hub.inbox import InboxRequest
from server.store.table_logs import Append
from server.table.typed_requests import MakeAction

log = logging.getLogger("kibitz.trace")


class ActionTrace:
    """The lines about the actions that pass through one hub.

    `hub` is the id of the hub, which sets it. `now_ms` returns the server's time.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.hub = ""
        self._now_ms = now_ms
        self._connections = count(1)

    def new_connection(self) -> str:
        """Return the name of a new connection in the trace."""
        return f"connection {next(self._connections)}"

    def follow(self, asked: InboxRequest, table: str, source: str, peer: str = "") -> InboxRequest:
        """Log that a request has come from `source`, and return the request with a reply that is logged.

        `peer` is the id of the hub from which the request has come, "" for one of a client of this hub.
        """
        command = asked.command
        if not isinstance(command, MakeAction):
            return asked
        came_ms = self._now_ms()
        self._write(asked, table, f"received from {source}", step="received", source=source, peer=peer)

        def reply(answer: Done | Refused) -> None:
            asked.reply(answer)
            code = answer.code if isinstance(answer, Refused) else "done"
            took_ms = self._now_ms() - came_ms
            text = f"answered {code} to {source} after {took_ms} ms"
            about = {"source": source, "peer": peer, "code": str(code), "ms": took_ms}
            self._write(asked, table, text, step="answered", **about)

        return replace(asked, reply=reply)

    def passed_on(self, asked: InboxRequest, table: str, owner: str, number: int) -> None:
        """Log that a request goes to the hub that owns the table, with its number on the link."""
        text = f"passed on to hub {owner} as request {number}"
        self._write(asked, table, text, step="passed_on", peer=owner)

    def appending(self, asked: InboxRequest, append: Append) -> None:
        """Log that the entry of an action goes to the store."""
        text = f"entry {append.index} of deal {append.log.deal} goes to the store"
        self._write_entry(asked, append, text, step="appending")

    def stored(self, asked: InboxRequest, append: Append, took_ms: int) -> None:
        """Log that the store has saved the entry of an action."""
        text = f"entry {append.index} of deal {append.log.deal} is stored after {took_ms} ms"
        self._write_entry(asked, append, text, step="stored", ms=took_ms)

    def _write_entry(self, asked: InboxRequest, append: Append, text: str, **fields: object) -> None:
        self._write(asked, append.table, text, deal=append.log.deal, entry=append.index, **fields)

    def _write(self, asked: InboxRequest, table: str, text: str, **fields: object) -> None:
        command, player = asked.command, asked.player.id
        if isinstance(command, MakeAction):
            about = {"hub": self.hub, "table": table, "player": player, "n": command.n, **fields}
            line = "hub %s: action %s/%s/%d: %s"
            log.debug(line, self.hub, table, player, command.n, text, extra=about)
