"""Who asks by HTTP, and how much: addresses, bearer tokens, and whose view a request wants."""

from __future__ import annotations

from starlette.requests import Request

from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from server.errors import Refusal
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.responses import typed


class Authenticator:
    """Knows whoever asks, and counts."""

    def __init__(self, desk: FrontDesk, addresses: ClientAddresses) -> None:
        self._desk = desk
        self._addresses = addresses

    def now_ms(self) -> int:
        return self._desk.hub.services.now_ms()

    def limit(self, request: Request) -> None:
        """Count a request of its address. Raises Refusal."""
        wait_ms = self._addresses.request(self.address(request), self.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many requests from this address", retry_ms=wait_ms)

    def address(self, request: Request) -> str:
        """Where a request comes from, as limits count it."""
        return self._addresses.of(request.client, request.headers.getlist)

    async def player(self, request: Request, *, needed: bool) -> Player:
        """Who asks, by bearer token; nobody without one, unless it is `needed`. Raises Refusal."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if not token:
            if needed:
                raise Refusal(Code.UNAUTHORIZED, "expected a header `Authorization: Bearer …`")
            return Player("")
        player = await self._desk.guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if player is None:
            raise Refusal(Code.UNAUTHORIZED, "this token is not known, or too old")
        wait_ms = self._desk.allowances.request(player, self.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many requests", retry_ms=wait_ms)
        return player


def watch_of(request: Request, default: str = "public") -> Watch:
    """The table of the path, as whom the query's `as` says. Raises Refusal."""
    wish = request.query_params.get("as", default)
    audience = int(wish) if wish.isdecimal() and len(wish) < 4 else wish
    watch: Watch = typed({"t": "watch", "table": request.path_params["table"], "as": audience}, Watch)
    return watch
