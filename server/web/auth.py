"""Authentication of HTTP requests: client addresses, bearer tokens and rate limits.

The function `watch_of` turns an HTTP request into a `watch` request for the table and the audience that the
HTTP request names.
"""

from __future__ import annotations

from starlette.requests import Request

from protocol.v1.codes import Code
from protocol.v1.requests import Watch
from server.errors import Refusal
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.responses import read_message


class Authenticator:
    """The identification of the player and the client address of HTTP requests, with rate limits for both."""

    def __init__(self, front_desk: FrontDesk, addresses: ClientAddresses) -> None:
        self._front_desk = front_desk
        self._addresses = addresses

    def now_ms(self) -> int:
        """Return the current time in milliseconds since 1970."""
        return self._front_desk.hub.services.now_ms()

    def limit(self, request: Request) -> None:
        """Count a request against the rate limit of its client's address.

        Raises Refusal if the address has sent too many requests.
        """
        wait_ms = self._addresses.request(self.address(request), self.now_ms())
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED,
                "too many requests from your address; wait a moment, and send the request again",
                retry_ms=wait_ms,
            )

    def address(self, request: Request) -> str:
        """Return the address of a request's client, from the header of a trusted proxy or from the socket."""
        return self._addresses.address_of(request.client, request.headers.getlist)

    async def player(self, request: Request, *, needed: bool) -> Player:
        """Return the player with the request's bearer token, or an anonymous player if there is no token.

        Raises Refusal if the token is unknown, if `needed` is True and the request has no token, or if the
        player has sent too many requests.
        """
        scheme, token = _authorization(request)
        if not token:
            if needed:
                raise Refusal(Code.UNAUTHORIZED, "expected a header `Authorization: Bearer …`")
            return Player("")
        player = await self._front_desk.guests.find(token) if scheme == "bearer" else None
        if player is None:
            raise Refusal(Code.UNAUTHORIZED, "expected a known token, got one that is unknown or has expired")
        wait_ms = self._front_desk.allowances.request(player, self.now_ms())
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED,
                "you have sent too many requests; wait a moment, and send the request again",
                retry_ms=wait_ms,
            )
        return player

    async def player_and_token(self, request: Request) -> tuple[Player, str]:
        """Return the player with the request's bearer token, and the token.

        Raises Refusal as the method `player` does.
        """
        return await self.player(request, needed=True), _authorization(request)[1]


def _authorization(request: Request) -> tuple[str, str]:
    """Return the scheme and the credentials of the header `Authorization`, each "" without the header."""
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    return scheme.lower(), credentials.strip()


def watch_of(request: Request, default: str = "public") -> Watch:
    """Return a `watch` request for the table in the URL's path and the audience in the parameter `as`.

    If the query has no `as`, the audience is `default`. Raises Refusal if the URL's path or query is not
    valid.
    """
    wish = request.query_params.get("as", default)
    audience = int(wish) if wish.isdecimal() and len(wish) < 4 else wish
    watch: Watch = read_message({"t": "watch", "table": request.path_params["table"], "as": audience}, Watch)
    return watch
