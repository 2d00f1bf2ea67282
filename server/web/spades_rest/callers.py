"""Who asks by the seed's API: a guest's token and id, each in its header."""

from __future__ import annotations

from starlette.requests import Request

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.front_desk import FrontDesk
from server.table.player import Player
from server.web.client_ip import ClientAddresses
from server.web.spades_rest.errors import SeedError

SESSION, PLAYER = "x-session-id", "x-player-id"
UNKNOWN = "expected the headers x-session-id and x-player-id of one session that is known"


class SeedCallers:
    """Knows whoever asks, and counts; nobody is ever known by what stands in an address."""

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

    async def player(self, request: Request) -> Player:
        """Who asks: the player of `x-session-id`, who must be `x-player-id`. Raises Wrong 401, Refusal."""
        headers = request.headers
        player = await self.known(headers.get(SESSION, ""), headers.get(PLAYER, ""))
        wait_ms = self._desk.allowances.request(player, self.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many requests", retry_ms=wait_ms)
        return player

    async def known(self, session: str, player_id: str) -> Player:
        """The player of a session (a guest's token), who must have this id. Raises Wrong 401, OSError."""
        if not player_id:
            raise SeedError(401, "UNAUTHORIZED", UNKNOWN)
        return await self.of_session(session, player_id)

    async def of_session(self, session: str, player_id: str) -> Player:
        """The player of a session, who must have this id where one is given. Raises Wrong 401, OSError."""
        player = await self._desk.guests.find(session) if session else None
        if player is None or player_id not in ("", player.id):
            raise SeedError(401, "UNAUTHORIZED", UNKNOWN)
        return player
