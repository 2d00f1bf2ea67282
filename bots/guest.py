"""How a stranger becomes a player: a guest of the server, with a token of its own."""

from __future__ import annotations

from msgspec import Struct

from bots.wire.http import Http, read


class Guest(Struct, frozen=True):
    """A player that the server has made; whoever has the `token` is this player."""

    id: str
    name: str
    token: str


async def guest(url: str, name: str) -> Guest:
    """Make a player of this name at the server. Raises Refused, or GaveUp where there is no server."""
    return read(await Http(url).ask("POST", "/v1/guests", json={"name": name}), Guest)
