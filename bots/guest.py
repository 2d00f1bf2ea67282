"""How a stranger becomes a player: a guest of the server, with a token of its own."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bots.errors import GaveUp, Refused
from bots.transport import http_address
from protocol.v1.codes import Code

TIMEOUT_S = 10.0


class Guest(Struct, frozen=True):
    """A player that the server has made; whoever has the `token` is this player."""

    id: str
    name: str
    token: str


class _No(Struct):
    code: Code = Code.INTERNAL
    message: str = ""
    retry_ms: int | None = None


async def guest(url: str, name: str) -> Guest:
    """Make a player of this name at the server. Raises Refused, or GaveUp where there is no server."""
    import httpx  # here, because it loads slower than everything else that a house robot needs

    address = f"{http_address(url)}/v1/guests"
    try:
        async with httpx.AsyncClient(timeout=TIMEOUT_S) as http:
            answer = await http.post(address, json={"name": name})
    except httpx.TransportError as error:
        raise GaveUp(f"no answer from {address}: {error}") from error
    try:
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=Guest)
        no = msgspec.json.decode(answer.content, type=_No)
    except msgspec.MsgspecError:
        raise GaveUp(f"expected a guest from {address}, got HTTP status {answer.status_code}") from None
    raise Refused(no.code, no.message, no.retry_ms)
