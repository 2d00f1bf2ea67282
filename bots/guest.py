"""The creation of a guest: a player without an account, identified by a token."""

from __future__ import annotations

from msgspec import Struct

from bots.wire.http import Http, read


class Guest(Struct, frozen=True):
    """A player without an account. A client with the guest's `token` acts as this player."""

    id: str
    name: str
    token: str


async def guest_of_code(url: str, code: str) -> Guest:
    """Return the player that has made a code on another device, with a new token; a code works once.

    Raises Refused if the server does not know the code, and GaveUp if no server answers.
    """
    return read(await Http(url).ask("POST", "/v1/tokens", json={"code": code}), Guest)


async def guest(url: str, name: str) -> Guest:
    """Create a guest with this name at the server.

    Raises Refused if the server refuses to create the guest, and GaveUp if no server answers.
    """
    return read(await Http(url).ask("POST", "/v1/guests", json={"name": name}), Guest)
