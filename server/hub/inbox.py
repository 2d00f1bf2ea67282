"""The inbox of a table: commands that wait to be handled, and the callbacks that get their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.updates import Done, Refused
from server.table.commands import Command
from server.table.events import Effort
from server.table.player import Player
from server.table.typed_requests import MakeAction

Reply = Callable[[Done | Refused], None]


class Sender(Protocol):
    """The connection that sent a command: it can hold back its next frames and then write them at once."""

    def gather(self) -> None:
        """Hold back all frames to this connection until `flush` is called."""
        ...

    def flush(self) -> None:
        """Write all frames that were held back, in one write, and write later frames as they come."""
        ...


class InboxRequest(Struct, frozen=True):
    """A command in a table's inbox, with the player that sent it and the callback for the answer.

    `reply` is called exactly once, with the answer to the command; the answer names the table.
    `seat_given_back` is True if the player's own seat, where a robot was playing for the player, has been
    returned to the player because of this command. `sender` is the connection of the player, if it
    follows the table: what the command changes and its answer then go to this connection in one write.
    `effort` says how busy the server was while a house robot chose its action, and goes into the log
    entry of the action.
    """

    player: Player
    command: Command
    reply: Reply
    seat_given_back: bool = False
    sender: Sender | None = None
    effort: Effort | None = None

    def done(self, table: str) -> Done:
        """Return the answer that the command is done, with the fields `id` and `n` of the command."""
        command = self.command
        if isinstance(command, MakeAction):
            return Done(id=command.id, n=command.n, table=table)
        return Done(id=getattr(command, "id", 0), table=table)

    @property
    def known(self) -> dict[str, Any]:
        """Return the fields `id` and `n` of the command.

        The answer to a command repeats the command's `id` and `n`, so that the client can match the answer to
        its request.
        """
        n = self.command.n if isinstance(self.command, MakeAction) else None
        return {"id": getattr(self.command, "id", 0), "n": n}
