"""Who one is: a guest's session, its end, and the accounts and friends that this server does not have."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.answers import Handler, answer, body_of, plain_object
from server.web.spades_rest.callers import PLAYER, SESSION
from server.web.spades_rest.tables import Front, Row
from server.web.spades_rest.wrong import Wrong

MAX_NAME = 50
ACCOUNTS = "this server has no accounts: POST /api/auth/guest gives a session"
FRIENDS = "this server knows no friends and no blocks"
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
"""What the seed offers and this server does not, and why."""


class Auth:
    """The handlers of sessions."""

    def __init__(self, front: Front) -> None:
        self._front = front

    def rows(self) -> list[Row]:
        missing: list[Row] = [(method, path, _without(words)) for (method, path), words in MISSING.items()]
        return [
            ("POST", "/api/auth/guest", self.guest),
            ("POST", "/api/auth/logout", self.logout),
            *missing,
        ]

    async def guest(self, request: Request) -> Response:
        """`POST /api/auth/guest`: `{username?}`; the session is the token of `POST /v1/guests`."""
        callers = self._front.callers
        wait_ms = self._front.addresses.guest(callers.address(request), callers.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many guests from this address", retry_ms=wait_ms)
        name = plain_object(await body_of(request, MAX_FRAME_BYTES)).get("username") or ""
        if not isinstance(name, str) or len(name) > MAX_NAME:
            raise Wrong(400, "INVALID_USERNAME", f"expected `username` of at most {MAX_NAME} characters")
        player, token = await self._front.desk.guests.create(name)
        return answer({"sessionId": token, "playerId": player.id, "username": player.name}, 201)

    async def logout(self, request: Request) -> Response:
        """`POST /api/auth/logout`: its connections end; whoever has none is answered alike."""
        session, player = request.headers.get(SESSION, ""), request.headers.get(PLAYER, "")
        try:
            known = await self._front.callers.of_session(session, player)
        except Wrong:
            return answer({"message": "Logged out"})
        await self._front.desk.guests.forget(session)
        self._front.desk.dismiss(known)
        return answer({"message": "Logged out"})


def _without(words: str) -> Handler:
    async def refuse(request: Request) -> Response:
        raise Wrong(501, "NOT_IMPLEMENTED", words)

    return refuse
