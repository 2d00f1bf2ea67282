"""Whom a connection, a seat and an action belong to."""

from __future__ import annotations

from msgspec import Struct


class Player(Struct, frozen=True):
    """Whom a connection belongs to. `id` "" is somebody without a token, who may only watch in public.

    `house`: one of the server's own robots.
    """

    id: str
    name: str = ""
    house: bool = False
