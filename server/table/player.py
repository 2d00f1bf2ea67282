"""The player for which a connection sends requests."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True):
    """The player for which a connection sends requests.

    `id` is "" for a client without a token, which may see only the public view of a table. `name` is the name
    that other people see. `house` is True for a house robot, which the server itself runs.
    """

    id: str
    name: str = ""
    house: bool = False
