"""Sessions of guests in the Spades API, and refusals for accounts and friends, which Kibitz does not have."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.operations import Operation
from server.web.responses import BodyRule, Handler, answer, body_of, plain_object
from server.web.spades_rest.authenticator import PLAYER, SESSION
from server.web.spades_rest.bodies import MAX_NAME, GuestName, Message, SeedSession, read
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.tables import SpadesApi

ACCOUNTS = "this server has no accounts; POST /api/auth/guest creates a session"
FRIENDS = "this server has no friends and no blocks"
MISSING = {
    ("POST", "/api/auth/register"): ACCOUNTS,
    ("GET", "/api/auth/verify-email"): ACCOUNTS,
    ("POST", "/api/auth/resend-verification"): ACCOUNTS,
    ("POST", "/api/auth/login"): ACCOUNTS,
    ("POST", "/api/auth/forgot-password"): ACCOUNTS,
    ("POST", "/api/auth/reset-password"): ACCOUNTS,
    ("GET", "/api/profile/{player}"): ACCOUNTS,
    ("GET", "/api/players/search"): ACCOUNTS,
    ("POST", "/api/friends/request"): FRIENDS,
    ("POST", "/api/friends/accept"): FRIENDS,
    ("POST", "/api/friends/decline"): FRIENDS,
    ("GET", "/api/friends"): FRIENDS,
    ("DELETE", "/api/friends/{player}"): FRIENDS,
    ("GET", "/api/friends/{player}/table"): FRIENDS,
    ("POST", "/api/friends/{player}/go-to-table"): FRIENDS,
    ("POST", "/api/players/{player}/block"): FRIENDS,
    ("DELETE", "/api/players/{player}/block"): FRIENDS,
    ("GET", "/api/players/blocked"): FRIENDS,
}
"""The HTTP operations of the older Spades server that this server refuses, each with the reason."""


class Auth:
    """The HTTP handlers that create and end sessions of guests."""

    def __init__(self, api: SpadesApi) -> None:
        self._api = api

    def operations(self) -> list[Operation]:
        """Return the HTTP operations of sessions, and those of accounts and friends, which are refused."""
        guest_path, logout_path = "/api/auth/guest", "/api/auth/logout"
        always = BodyRule.JSON_ALWAYS
        return [
            Operation("POST", guest_path, self.guest, {201: SeedSession}, (GuestName,), bodies=always),
            Operation("POST", logout_path, self.logout, {200: Message}),
            *(
                Operation(method, path, _without(reason), {}, refusals=(501,))
                for (method, path), reason in MISSING.items()
            ),
        ]

    async def guest(self, request: Request) -> Response:
        """Create a guest: a player without an account.

        The session id in the answer is a guest's token, as `POST /v1/guests` creates it.
        """
        authenticator = self._api.authenticator
        wait_ms = self._api.addresses.guest(authenticator.address(request), authenticator.now_ms())
        if wait_ms:
            raise Refusal(
                Code.RATE_LIMITED, "too many new guests from your address; try again later", retry_ms=wait_ms
            )
        body = plain_object(await body_of(request, MAX_FRAME_BYTES))
        expected = f"`username` of at most {MAX_NAME} characters"
        guest = read(body, GuestName, "INVALID_USERNAME", expected)
        player, token = await self._api.front_desk.guests.create(guest.username or "")
        return answer(SeedSession(token, player.id, player.name), 201)

    async def logout(self, request: Request) -> Response:
        """End the session that the request's headers name, and close its connections.

        The answer to a logout is the same if the headers name no known session.
        """
        session, player = request.headers.get(SESSION, ""), request.headers.get(PLAYER, "")
        try:
            known = await self._api.authenticator.of_session(session, player)
        except SeedError:
            return answer(Message("Logged out"))
        await self._api.front_desk.end_tokens(known, session, "this")
        return answer(Message("Logged out"))


def _without(reason: str) -> Handler:
    async def refuse(request: Request) -> Response:
        raise SeedError(501, "NOT_IMPLEMENTED", reason)

    refuse.__doc__ = f"Refuse: {reason}."
    return refuse
