"""The inbox of a table: commands that wait for the room, and the callbacks for their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.codec import Codec
from protocol.v1.requests import Act
from protocol.v1.updates import Done, Refused
from server.table.commands import Command
from server.table.player import Player

Reply = Callable[[Done | Refused], None]


class Sender(Protocol):
    """The connection that sent a command: it can keep its next frames and then write them at once."""

    def gather(self) -> None:
        """Keep the frames to this connection until `flush`."""
        ...

    def flush(self) -> None:
        """Write the kept frames in one write, and all later frames as they come."""
        ...


class InboxRequest(Struct, frozen=True):
    """A command in a table's inbox, with the player that sent it and the callback for the answer.

    `reply` is called exactly once. `codec` is the encoding of the player's connection. `seat_given_back` is
    True if the player's own seat, where a robot was playing for the player, has been returned to the player
    because of this command. `sender` is the connection of the player, if it follows the table: what the
    command changes and its answer then go to this connection in one write.
    """

    player: Player
    command: Command
    codec: Codec
    reply: Reply
    seat_given_back: bool = False
    sender: Sender | None = None

    def done(self, table: str) -> Done:
        """Return the answer that the command is done, with the fields `id` and `n` of the command."""
        command = self.command
        if isinstance(command, Act):
            return Done(id=command.id, n=command.n, table=table)
        return Done(id=getattr(command, "id", 0), table=table)

    @property
    def known(self) -> dict[str, Any]:
        """Return the fields `id` and `n` of the command.

        The answer repeats these fields, so that the client can match the answer to its request.
        """
        n = self.command.n if isinstance(self.command, Act) else None
        return {"id": getattr(self.command, "id", 0), "n": n}
