"""Which address of the seed's API leads where."""

from __future__ import annotations

from starlette.routing import Route

from server.web.operations import Operation
from server.web.spades_rest.auth import Auth
from server.web.spades_rest.errors import said
from server.web.spades_rest.game import Play
from server.web.spades_rest.hosting import Hosting
from server.web.spades_rest.links import Links
from server.web.spades_rest.live.lobby_events import LobbyEvents
from server.web.spades_rest.lobby import Lobby
from server.web.spades_rest.seats import Chairs, Changes
from server.web.spades_rest.tables import SpadesApi


def operations(front: SpadesApi) -> list[Operation]:
    """Return the operations of this API; their handlers may raise `Wrong` and `Refusal`."""
    LobbyEvents(front).follow()
    changes = Changes(front)
    lobby = Lobby(changes)
    rooms = (Auth(front), Play(front), Links(changes, lobby), lobby, Chairs(changes), Hosting(changes))
    return [operation for each in rooms for operation in each.operations()]


def route(front: SpadesApi, operation: Operation) -> Route:
    """Return the route of an operation, counted by its address."""
    handler = said(operation.handler, front.callers.limit, operation.bodies)
    return Route(operation.path, handler, methods=[operation.method])
