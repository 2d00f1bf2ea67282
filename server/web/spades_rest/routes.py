"""Which address of the seed's API leads where."""

from __future__ import annotations

from starlette.routing import Route

from server.web.spades_rest.auth import Auth
from server.web.spades_rest.game import Play
from server.web.spades_rest.hosting import Hosting
from server.web.spades_rest.links import Links
from server.web.spades_rest.live.listing import Listing
from server.web.spades_rest.lobby import Lobby
from server.web.spades_rest.seats import Chairs, Changes
from server.web.spades_rest.tables import Front, Row
from server.web.spades_rest.wrong import said


def routes(front: Front) -> list[Route]:
    """All routes of this API, each counted by its address."""
    Listing(front).follow()
    changes = Changes(front)
    lobby = Lobby(changes)
    tables = (Links(changes, lobby), lobby, Chairs(changes), Hosting(changes))
    rows: list[Row] = [*Auth(front).rows(), *Play(front).rows()]
    for each in tables:
        rows += each.rows()
    return [
        Route(path, said(handler, front.callers.limit), methods=[method]) for method, path, handler in rows
    ]
