"""Which address leads where."""

from __future__ import annotations

from importlib import resources
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from protocol.v1.requests import Act, Match, Open
from protocol.v1.updates import Done, ToClient
from server.games.registry import DEFAULT_GAME
from server.records import registry
from server.records.base import Position
from server.session.front_desk import FrontDesk
from server.web import openapi
from server.web.auth import Authenticator
from server.web.bodies import Bodies
from server.web.cards import ENDINGS, CardQuery, Cards, UploadedCard
from server.web.client_ip import ClientAddresses
from server.web.games import GameQuery, Games
from server.web.guard import Guard
from server.web.operations import File, JsonLines, Operation, Without
from server.web.origins import Origins
from server.web.responses import BodyRule, answer, told
from server.web.rest import (
    AsQuery,
    FileQuery,
    Guest,
    NewGuest,
    OpenedMatch,
    OpenedTable,
    Rest,
    Tables,
    TableShown,
    TablesQuery,
)
from server.web.spades_rest import routes as spades_rest
from server.web.spades_rest.tables import SpadesApi

CARD = File(tuple(ENDINGS))
RECORDS = File(registry.media_types())
ANALYSES = tuple(each.analysing.answer_type for each in registry.RECORDS.values() if each.analysing)
GAME = Annotated[str, Meta(max_length=60, extra_json_schema={"default": DEFAULT_GAME})]
BOARDS = Annotated[Any, Meta(description="A file of boards as text, or as the JSON that it is.")]


class Health(Struct):
    """How the server is. `holding`: its store is away, and nothing is done until it is back."""

    ok: bool
    durability: str
    holding: bool


class Ready(Struct):
    """Whether the server takes requests."""

    ready: bool


def operations(desk: FrontDesk, addresses: ClientAddresses, front: SpadesApi) -> list[Operation]:
    """Return every operation of this server, for the OpenAPI document."""
    return [*_operations(desk, addresses, Authenticator(desk, addresses)), *spades_rest.operations(front)]


def application(
    desk: FrontDesk,
    addresses: ClientAddresses,
    front: SpadesApi | None = None,
    origins: Origins | None = None,
) -> Starlette:
    """Return the HTTP application beside the websocket; `front` is what the seed's API shares with it."""
    callers = Authenticator(desk, addresses)
    front = front or SpadesApi(desk, addresses)
    own, seed = _operations(desk, addresses, callers), spades_rest.operations(front)
    routes = [
        *(Route(each.path, _handler(each, callers), methods=[each.method]) for each in own),
        *(spades_rest.route(front, each) for each in seed),
    ]
    document = resources.files("server.web").joinpath("openapi.json").read_bytes()

    async def show_document(request: Request) -> Response:
        return Response(document, media_type="application/json")

    return Starlette(
        routes=[*routes, Route(openapi.PATH, show_document, methods=["GET"])],
        middleware=[Middleware(Guard, origins=origins or Origins())],
    )


def _handler(operation: Operation, callers: Authenticator) -> Any:
    if not operation.counted:
        return operation.handler
    return told(operation.handler, callers.limit, operation.bodies)


def _operations(desk: FrontDesk, addresses: ClientAddresses, callers: Authenticator) -> list[Operation]:
    bodies = Bodies()
    rest, cards = Rest(desk, addresses, callers, bodies), Cards(desk, callers, bodies)
    games = Games(desk, callers)
    schema = resources.files("protocol.v1").joinpath("schema.json").read_bytes()

    async def show_schema(request: Request) -> Response:
        """Return protocol v1 as a JSON Schema."""
        return Response(schema, media_type="application/schema+json")

    async def health(request: Request) -> Response:
        """Tell how the server is."""
        store = desk.hub.services.store
        return answer(Health(True, store.durability, desk.hub.holding()))

    async def ready(request: Request) -> Response:
        """Tell whether the server takes requests."""
        holding = desk.hub.holding()
        return answer(Ready(not holding), 503 if holding else 200)

    at = "/v1/tables/{table}"
    others = {"game": GAME, "boards": BOARDS}
    wish, match = Without(Open, ("t",), others), Without(Match, ("t",), others)
    act = Without(Act, ("t", "table"))
    return [
        Operation(
            "POST", "/v1/guests", rest.create_guest, {201: NewGuest}, (Guest,), bodies=BodyRule.JSON_ALWAYS
        ),
        Operation("GET", "/v1/tables", rest.list_tables, {200: Tables}, query=TablesQuery),
        Operation(
            "POST",
            "/v1/tables",
            rest.open_table,
            {201: OpenedTable},
            (wish,),
            query=FileQuery,
            caller="player",
            bodies=BodyRule.FILES,
        ),
        Operation(
            "POST",
            "/v1/matches",
            rest.open_match,
            {201: OpenedMatch},
            (match,),
            query=FileQuery,
            caller="player",
            bodies=BodyRule.FILES,
        ),
        Operation("GET", at, rest.show_table, {200: TableShown}, query=AsQuery, caller="guest"),
        Operation(
            "POST", f"{at}/act", rest.act, {200: Done}, (act,), caller="player", refusals=(409, 422, 500)
        ),
        Operation(
            "GET", f"{at}/stream", rest.stream, {200: JsonLines(ToClient)}, query=AsQuery, caller="guest"
        ),
        Operation(
            "PUT", f"{at}/card", cards.upload, {201: UploadedCard}, (CARD,), query=CardQuery, caller="player"
        ),
        Operation("GET", f"{at}/card/{{side}}", cards.show, {200: CARD}, query=AsQuery, caller="player"),
        Operation(
            "GET",
            "/v1/games/{game}",
            games.download,
            {200: (Position, RECORDS)},
            query=GameQuery,
            caller="guest",
            refusals=(413, 500, 501, 504),
        ),
        Operation(
            "GET",
            "/v1/games/{game}/analysis",
            games.analyse,
            {200: ANALYSES},
            caller="guest",
            refusals=(413, 500, 501, 504),
        ),
        Operation(
            "GET", "/v1/schema.json", show_schema, {200: File(("application/schema+json",))}, counted=False
        ),
        Operation("GET", "/healthz", health, {200: Health}, counted=False),
        Operation("GET", "/readyz", ready, {200: Ready, 503: Ready}, counted=False),
    ]
