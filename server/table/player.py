"""The player of a connection."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True):
    """The player of a connection.

    `id` is "" for a client without a token, which may only watch as public. `name` is the name that other
    people see. `house` is True for a house robot, which the server itself runs.
    """

    id: str
    name: str = ""
    house: bool = False
