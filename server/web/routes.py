"""Which address leads where."""

from __future__ import annotations

from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.session.desk import Desk
from server.web.addresses import Addresses
from server.web.answers import answer, told
from server.web.bodies import Bodies
from server.web.callers import Callers
from server.web.cards import Cards
from server.web.games import Games
from server.web.rest import Rest
from server.web.spades_rest.routes import routes as spades_routes
from server.web.spades_rest.tables import Front


def application(desk: Desk, addresses: Addresses, front: Front | None = None) -> Starlette:
    """The HTTP application beside the websocket; `front` is what the seed's API shares with it."""
    callers = Callers(desk, addresses)
    bodies = Bodies()
    rest, cards = Rest(desk, addresses, callers, bodies), Cards(desk, callers, bodies)
    games = Games(desk, callers)
    schema = resources.files("protocol.v1").joinpath("schema.json").read_bytes()

    async def show_schema(request: Request) -> Response:
        return Response(schema, media_type="application/schema+json")

    async def health(request: Request) -> Response:
        store = desk.hub.services.store
        return answer({"ok": True, "durability": store.durability, "holding": desk.hub.holding()})

    async def ready(request: Request) -> Response:
        holding = desk.hub.holding()
        return answer({"ready": not holding}, 503 if holding else 200)

    return Starlette(
        routes=[
            Route("/v1/guests", told(rest.create_guest, callers.limit), methods=["POST"]),
            Route("/v1/tables", told(rest.list_tables, callers.limit), methods=["GET"]),
            Route("/v1/tables", told(rest.open_table, callers.limit), methods=["POST"]),
            Route("/v1/matches", told(rest.open_match, callers.limit), methods=["POST"]),
            Route("/v1/tables/{table}", told(rest.show_table, callers.limit), methods=["GET"]),
            Route("/v1/tables/{table}/act", told(rest.act, callers.limit), methods=["POST"]),
            Route("/v1/tables/{table}/stream", told(rest.stream, callers.limit), methods=["GET"]),
            Route("/v1/tables/{table}/card", told(cards.upload, callers.limit), methods=["PUT"]),
            Route("/v1/tables/{table}/card/{side}", told(cards.show, callers.limit), methods=["GET"]),
            Route("/v1/games/{game}", told(games.download, callers.limit), methods=["GET"]),
            Route("/v1/games/{game}/analysis", told(games.analyse, callers.limit), methods=["GET"]),
            Route("/v1/schema.json", show_schema, methods=["GET"]),
            Route("/healthz", health, methods=["GET"]),
            Route("/readyz", ready, methods=["GET"]),
            *spades_routes(front or Front(desk, addresses)),
        ]
    )
