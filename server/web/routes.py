"""Which address leads where."""

from __future__ import annotations

from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.session.desk import Desk
from server.web.addresses import Addresses
from server.web.rest import Rest, answer, told


def application(desk: Desk, addresses: Addresses) -> Starlette:
    """The HTTP application beside the websocket."""
    rest = Rest(desk, addresses)
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
            Route("/v1/guests", told(rest.create_guest, rest.limit), methods=["POST"]),
            Route("/v1/tables", told(rest.list_tables, rest.limit), methods=["GET"]),
            Route("/v1/tables", told(rest.open_table, rest.limit), methods=["POST"]),
            Route("/v1/tables/{table}", told(rest.show_table, rest.limit), methods=["GET"]),
            Route("/v1/tables/{table}/act", told(rest.act, rest.limit), methods=["POST"]),
            Route("/v1/tables/{table}/stream", told(rest.stream, rest.limit), methods=["GET"]),
            Route("/v1/schema.json", show_schema, methods=["GET"]),
            Route("/healthz", health, methods=["GET"]),
            Route("/readyz", ready, methods=["GET"]),
        ]
    )
