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
    True if the player's own seat, where a robot was playing for the player, has been returned to the player
    because of this command.
    """

    player: Player
    command: Command
    codec: Codec
    reply: Reply
    seat_given_back: bool = False

    @property
    def known(self) -> dict[str, Any]:
        """Return the fields `id` and `n` of the command.

        The answer repeats these fields, so that the client can match the answer to its request.
        """
        n = self.command.n if isinstance(self.command, Act) else None
        return {"id": getattr(self.command, "id", 0), "n": n}
