"""Authentication for the Spades API: a guest's session token in one header and the guest's id in another."""

from __future__ import annotations

from starlette.requests import Request

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.spades_rest.errors import SeedError

SESSION, PLAYER = "x-session-id", "x-player-id"
UNKNOWN = "expected the headers x-session-id and x-player-id of a known session"


class SeedAuthenticator:
    """The identification of the player of each request to the Spades API, with rate limits.

    A session or a player's id in the URL of a request is ignored.
    """

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

    async def player(self, request: Request) -> Player:
        """Return the player of the session that the header `x-session-id` names.

        The header `x-player-id` must name the player of the session in `x-session-id`. Raises SeedError with
        status 401 if the headers do not name a session and its player, and Refusal if the player has sent too
        many requests.
        """
        headers = request.headers
        player = await self.known(headers.get(SESSION, ""), headers.get(PLAYER, ""))
        wait_ms = self._front_desk.allowances.request(player, self.now_ms())
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED,
                "you have sent too many requests; wait a moment, and send the request again",
                retry_ms=wait_ms,
            )
        return player

    async def known(self, session: str, player_id: str) -> Player:
        """Return the player of a session, which is a guest's token; the player must have the id `player_id`.

        Raises SeedError with status 401 for an unknown session or another player's id, and OSError if the
        store does not answer.
        """
        if not player_id:
            raise SeedError(401, "UNAUTHORIZED", UNKNOWN)
        return await self.of_session(session, player_id)

    async def of_session(self, session: str, player_id: str) -> Player:
        """Return the player of a session; the player must have the id `player_id`, unless that is "".

        Raises SeedError with status 401 for an unknown session or a wrong player's id, and OSError if the
        store does not answer.
        """
        player = await self._front_desk.guests.find(session) if session else None
        if player is None or player_id not in ("", player.id):
            raise SeedError(401, "UNAUTHORIZED", UNKNOWN)
        return player
