"""The Spades API as an extension, the value with which the server adds an API to protocol v1."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from importlib import resources

from starlette.responses import Response

from protocol.v1.codes import Code
from server.moderation.measures import Banned
from server.session.session import Wire
from server.web.extension import Extension
from server.web.openapi import Part
from server.web.operations import Operation
from server.web.responses import Handler
from server.web.sockets import Begin, Conversation, Handshake, HandshakeRefused
from server.web.spades_rest.auth import Auth
from server.web.spades_rest.authenticator import PLAYER, SESSION
from server.web.spades_rest.errors import SeedError, WrongBody, error_response, with_errors
from server.web.spades_rest.game import Play
from server.web.spades_rest.hosting import Hosting
from server.web.spades_rest.links import Links
from server.web.spades_rest.live.lobby_events import LobbyEvents
from server.web.spades_rest.live.seed_socket import SeedSocket
from server.web.spades_rest.lobby import Lobby
from server.web.spades_rest.seats import Chairs, Changes
from server.web.spades_rest.tables import SpadesApi

PREFIX = "/api/"
SOCKET_PATH = "/"
TAG = "The API of an older Spades server"
DESCRIPTION = (
    "The paths under `/api` are the API of an older Spades server. Its events come over a websocket at `/`."
)
SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "header",
        "name": SESSION,
        "description": "`sessionId` of `POST /api/auth/guest`.",
    },
    "player": {
        "type": "apiKey",
        "in": "header",
        "name": PLAYER,
        "description": "`playerId` of `POST /api/auth/guest`.",
    },
}


def extension(api: SpadesApi) -> Extension:
    """Return the Spades API as an extension, and begin to send events to the websockets in its lobby."""
    LobbyEvents(api).follow()

    def handler(operation: Operation) -> Handler:
        return with_errors(operation.handler, api.authenticator.limit, operation.bodies)

    return Extension(
        prefix=PREFIX,
        part=Part(
            tag=TAG,
            description=DESCRIPTION,
            operations=_operations(api),
            error=WrongBody,
            security={"session": [{"session": [], "player": []}]},
            schemes=SCHEMES,
            path_parameters={
                "token": (str, "The token of a link."),
                "invite": (str, "The id of an invitation."),
                "player": (str, "The id of a player."),
            },
        ),
        sockets={SOCKET_PATH: SeedSockets(api)},
        handler=handler,
        document=resources.files("server.web.spades_rest").joinpath("openapi.json").read_bytes(),
        refused=_refused,
    )


def _operations(api: SpadesApi) -> list[Operation]:
    """Return the HTTP operations of the Spades API; their handlers may raise SeedError and Refusal."""
    changes = Changes(api)
    lobby = Lobby(changes)
    handlers = (Auth(api), Play(api), Links(changes, lobby), lobby, Chairs(changes), Hosting(changes))
    return [operation for each in handlers for operation in each.operations()]


def _refused(status: int, code: Code, text: str) -> Response:
    return error_response(SeedError(status, code.upper(), text))


class SeedSockets:
    """The handler of the Spades API's websockets, which use no subprotocol."""

    about = "the websocket of the seed's API"

    def __init__(self, api: SpadesApi) -> None:
        self._api = api

    def choose(self, offered: Sequence[str]) -> str | None:
        """Choose no websocket subprotocol, whatever a client offers."""
        return None

    def admit(self, handshake: Handshake) -> Awaitable[Begin]:
        """Accept the client of a handshake; if the handshake's headers name a session, it must be known."""
        return self._admitted(handshake)

    async def _admitted(self, handshake: Handshake) -> Begin:
        session, player_id = (",".join(handshake.headers(name)) for name in (SESSION, PLAYER))
        try:
            player = await self._api.authenticator.of_session(session, player_id) if session else None
        except SeedError as error:
            raise HandshakeRefused(error.status, str(error)) from None
        except Banned as banned:
            raise HandshakeRefused(403, str(banned)) from None
        except OSError:
            raise HandshakeRefused(503, "the store does not answer; connect again") from None

        def begin(wire: Wire, subprotocol: str) -> Conversation:
            return SeedSocket(wire, self._api, player, handshake.address)

        return begin
