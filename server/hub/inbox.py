"""The inbox of a table: commands that wait for the room, and the callbacks for their answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from protocol.v1.codec import Codec
from protocol.v1.requests import Act
from protocol.v1.updates import Done, Refused
from server.table.commands import Command
from server.table.player import Player

Reply = Callable[[Done | Refused], None]


class InboxRequest(Struct, frozen=True):
    """A command in a table's inbox, with the player that sent it and the callback for the answer.

    `reply` is called exactly once. `codec` is the encoding of the player's connection. `seat_given_back` is
    True once the table has returned the player's seat to the player because of this command.
    """

    player: Player
    command: Command
    codec: Codec
    reply: Reply
    seat_given_back: bool = False

    @property
    def known(self) -> dict[str, Any]:
        """Return the fields of the command that the answer repeats, by which the client knows its request."""
        n = self.command.n if isinstance(self.command, Act) else None
        return {"id": getattr(self.command, "id", 0), "n": n}
