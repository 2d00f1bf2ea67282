"""The player that a connection, a seat or an action belongs to."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True):
    """The player of a connection.

    `id` is "" for a client without a token, which may only watch as public. `name` is the display name.
    `house` is True for the server's own robots.
    """

    id: str
    name: str = ""
    house: bool = False
