"""Which address of the seed's API leads where."""

from __future__ import annotations

from starlette.routing import Route

from server.web.spades_rest.game import Play
from server.web.spades_rest.tables import Front, Row
from server.web.spades_rest.wrong import said


def routes(front: Front) -> list[Route]:
    """All routes of this API, each counted by its address."""
    rows: list[Row] = [*Play(front).rows()]
    return [
        Route(path, said(handler, front.callers.limit), methods=[method]) for method, path, handler in rows
    ]
