"""The tokens of a player over HTTP: one for each device, a code for another device, and the end of tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES
from protocol.v1.codes import Code
from protocol.v1.updates import You
from server.errors import Refusal
from server.session.device_codes import LIFETIME_S, DeviceCodes
from server.session.front_desk import FrontDesk
from server.web.auth import Authenticator
from server.web.client_ip import ClientAddresses
from server.web.responses import answer, body_of, plain_object, query_of, read_message


class NewCode(Struct):
    """A code of one use, with which another device becomes the same player; valid for `lifetime_s` seconds.

    Show the code to the player alone: every person who has it can become this player. An earlier code of the
    player is not valid any more.
    """

    code: str
    lifetime_s: int


class TakenCode(Struct):
    """The body of a request that takes a code; case, spaces and hyphens of the code do not matter."""

    code: Annotated[str, Meta(max_length=40)]


class NewToken(Struct):
    """The player of a code, and a new token of this player for this device.

    `former` is the player that the request's own token named, if it is another player: its token and its
    seats stay as they are until `DELETE /v1/tokens` with that token, or until the token expires.
    """

    id: str
    name: str
    token: str
    former: You | None = None


class TokensQuery(Struct):
    """The query of a request that ends tokens."""

    which: Annotated[
        Literal["this", "others", "all"],
        Meta(
            description="The token of the request, all other tokens of the player, or all. A player without"
            " a token never comes back."
        ),
    ] = "this"


class EndedTokens(Struct):
    """The number of tokens that are not valid any more."""

    ended: int


class Tokens:
    """The HTTP handlers of a player's tokens and codes."""

    def __init__(
        self,
        front_desk: FrontDesk,
        codes: DeviceCodes,
        addresses: ClientAddresses,
        authenticator: Authenticator,
    ) -> None:
        self._front_desk = front_desk
        self._codes = codes
        self._addresses = addresses
        self._authenticator = authenticator

    async def make_code(self, request: Request) -> Response:
        """Make a code of one use, with which another device becomes the same player."""
        player, token = await self._authenticator.player_and_token(request)
        self._front_desk.allowances.check_change(player)
        return answer(NewCode(await self._codes.make(player, token), LIFETIME_S), 201)

    async def take_code(self, request: Request) -> Response:
        """Take a code: this device becomes the player that has made the code on another device."""
        wait_ms = self._addresses.code(self._authenticator.address(request), self._authenticator.now_ms())
        if wait_ms:
            raise Refusal(Code.RATE_LIMITED, "too many codes; try again later", retry_ms=wait_ms)
        former = await self._authenticator.player(request, needed=False)
        taken: TakenCode = read_message(plain_object(await body_of(request, MAX_FRAME_BYTES)), TakenCode)
        player, token = await self._codes.take(taken.code)
        was = You(id=former.id, name=former.name) if former.id not in ("", player.id) else None
        return answer(NewToken(player.id, player.name, token, was), 201)

    async def end(self, request: Request) -> Response:
        """End tokens of the player, and close their connections."""
        which = query_of(request, TokensQuery).which
        player, token = await self._authenticator.player_and_token(request)
        ended = await self._front_desk.end_tokens(player, token, which)
        return answer(EndedTokens(ended))
