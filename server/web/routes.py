"""The HTTP application: all URL paths with their handlers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from protocol.v1.requests import Act, Match, Open, OpenSet, Sit, Stand
from protocol.v1.updates import Done, ToClient
from server.events.commands import Command as EventCommand
from server.events.shown import EventShown, RankingShown, ResultsShown
from server.games.registry import DEFAULT_GAME
from server.hub.archive.archive import Archive
from server.hub.archive.player_games import PlayerGames
from server.records import registry
from server.records.base import Position
from server.session.device_codes import DeviceCodes
from server.session.event_desk import NewEvent
from server.session.front_desk import FrontDesk
from server.session.robot_teams import RobotTeams
from server.store.files_and_tickets import FilesAndTickets
from server.web import asyncapi, openapi
from server.web.auth import Authenticator
from server.web.bodies import Bodies
from server.web.cards import ENDINGS, CardQuery, Cards, UploadedCard
from server.web.client_ip import ClientAddresses
from server.web.events import EventRows, Events, ResultsQuery
from server.web.extension import Extension
from server.web.games import GameQuery, Games
from server.web.guard import Guard
from server.web.invitations import Invitation, Invitations, Reach
from server.web.meanings import Meanings, MeaningsShown
from server.web.operations import File, JsonLines, Operation, Without
from server.web.origins import Origins
from server.web.page import Page
from server.web.players import (
    DeletedPlayer,
    DeletionQuery,
    ExportLine,
    GamesQuery,
    PlayedGames,
    Players,
)
from server.web.requests import FileQuery, SetFileQuery
from server.web.responses import BodyRule, answer, with_refusals
from server.web.rest import (
    AsQuery,
    Guest,
    NewGuest,
    OpenedMatch,
    OpenedTable,
    Rest,
    Tables,
    TableShown,
    TablesQuery,
)
from server.web.safe_headers import SafeApplication
from server.web.schemas import GameRows, GameSchema, Schemas
from server.web.sets import OpenedSet, SetQuery, Sets, SetShown
from server.web.teams import PLAYED, ReservedTeam, Teams, WantedTeam
from server.web.tokens import EndedTokens, NewCode, NewToken, TakenCode, Tokens, TokensQuery

CARD = File(tuple(ENDINGS))
RECORDS = File(registry.media_types())
ANALYSES = tuple(each.analysing.answer_type for each in registry.RECORDS.values() if each.analysing)
RESULT_FILES = File(
    tuple(
        dict.fromkeys(
            media_type
            for each in registry.RECORDS.values()
            if each.event_files is not None
            for media_type, _ in each.event_files.formats.values()
        )
    )
)
PRINTED = File(("text/html", "text/plain"))
GAME = Annotated[str, Meta(max_length=60, extra_json_schema={"default": DEFAULT_GAME})]
BOARDS = Annotated[Any, Meta(description="A file of boards as text, or as JSON if the file is JSON.")]


class Health(Struct):
    """The answer to a health check: the state of the server.

    `holding` is true while the server's store does not answer; in that time no request can change a table.
    """

    ok: bool
    durability: str
    holding: bool


class Ready(Struct):
    """The answer to a check whether the server is ready for requests."""

    ready: bool


def parts(
    front_desk: FrontDesk,
    files_and_tickets: FilesAndTickets,
    addresses: ClientAddresses,
    extensions: Sequence[Extension],
) -> list[openapi.Part]:
    """Return every part of this server's HTTP API: protocol v1 first, then the extensions."""
    authenticator = Authenticator(front_desk, addresses)
    own = openapi.own_part(_operations(front_desk, files_and_tickets, addresses, authenticator))
    return [own, *(each.part for each in extensions)]


def application(
    front_desk: FrontDesk,
    files_and_tickets: FilesAndTickets,
    addresses: ClientAddresses,
    extensions: Sequence[Extension] = (),
    origins: Origins | None = None,
    page: Page | None = None,
    reached_at: Sequence[str] = (),
) -> SafeApplication:
    """Return the ASGI application for all HTTP requests except websockets.

    The ASGI application serves protocol v1, the given extensions, and the web page. `reached_at` are the
    addresses at which other machines reach this server.
    """
    authenticator = Authenticator(front_desk, addresses)
    routes = [
        Route(each.path, _handler(each, authenticator), methods=[each.method])
        for each in _operations(front_desk, files_and_tickets, addresses, authenticator, reached_at)
    ]
    for extension in extensions:
        for each in extension.part.operations:
            routes.append(Route(each.path, extension.handler(each), methods=[each.method]))
        routes.append(_document(extension.document_path, extension.document))
    document = resources.files("server.web").joinpath("openapi.json").read_bytes()
    return SafeApplication(
        routes=[
            *routes,
            _document(openapi.PATH, document),
            *(page or Page(None)).routes(),
        ],
        middleware=[Middleware(Guard, origins=origins or Origins(), extensions=extensions)],
    )


def _document(path: str, document: bytes) -> Route:
    """Return the route of an OpenAPI document."""

    async def show_document(request: Request) -> Response:
        return Response(document, media_type="application/json")

    return Route(path, show_document, methods=["GET"])


def _handler(operation: Operation, authenticator: Authenticator) -> Any:
    if not operation.counted:
        return operation.handler
    return with_refusals(operation.handler, authenticator.limit, operation.bodies)


def _operations(
    front_desk: FrontDesk,
    files_and_tickets: FilesAndTickets,
    addresses: ClientAddresses,
    authenticator: Authenticator,
    reached_at: Sequence[str] = (),
) -> list[Operation]:
    bodies = Bodies()
    rest = Rest(front_desk, addresses, authenticator, bodies)
    cards = Cards(front_desk, files_and_tickets, authenticator, bodies)
    meanings = Meanings(front_desk, authenticator)
    archive = Archive(front_desk.hub)
    games = Games(front_desk, archive, authenticator)
    player_games = PlayerGames(archive, front_desk.hub.services.archive)
    players = Players(front_desk, player_games, addresses, authenticator)
    sets = Sets(front_desk, authenticator, bodies)
    events = Events(front_desk, authenticator, bodies)
    invitations = Invitations(front_desk, authenticator, reached_at)
    codes = DeviceCodes(front_desk.guests, files_and_tickets)
    tokens = Tokens(front_desk, codes, addresses, authenticator)
    robot_teams = RobotTeams(
        front_desk.hub, files_and_tickets, front_desk.settings.table_manager_port, PLAYED
    )
    teams = Teams(front_desk, robot_teams, authenticator)
    schemas = Schemas(front_desk.hub.games)
    schema = resources.files("protocol.v1").joinpath("schema.json").read_bytes()
    messages = resources.files("server.web").joinpath("asyncapi.json").read_bytes()

    async def show_schema(request: Request) -> Response:
        """Return the JSON Schema of all messages of protocol v1."""
        return Response(schema, media_type="application/schema+json")

    async def show_asyncapi(request: Request) -> Response:
        """Return the AsyncAPI document of the messages of the websocket and of the stream."""
        return Response(messages, media_type="application/json")

    async def health(request: Request) -> Response:
        """Return the state of the server, which tells if it waits for its store."""
        return answer(Health(True, front_desk.hub.durability, front_desk.hub.holding()))

    async def ready(request: Request) -> Response:
        """Return 200 if the server can serve every table, and 503 otherwise."""
        is_ready = front_desk.hub.ready
        return answer(Ready(is_ready), 200 if is_ready else 503)

    at = "/v1/tables/{table}"
    others = {"game": GAME, "boards": BOARDS}
    opening, match, board_set = (Without(kind, ("t",), others) for kind in (Open, Match, OpenSet))
    act = Without(Act, ("t", "table"))
    return [
        Operation(
            "POST", "/v1/guests", rest.create_guest, {201: NewGuest}, (Guest,), bodies=BodyRule.JSON_ALWAYS
        ),
        Operation(
            "GET",
            "/v1/players/{player}/games",
            players.list_games,
            {200: PlayedGames},
            query=GamesQuery,
            caller="guest",
            refusals=(413,),
        ),
        Operation(
            "GET", "/v1/players/me/export", players.export, {200: JsonLines(ExportLine)}, caller="player"
        ),
        Operation(
            "DELETE",
            "/v1/players/me",
            players.delete,
            {200: DeletedPlayer},
            query=DeletionQuery,
            caller="player",
        ),
        Operation("POST", "/v1/players/me/codes", tokens.make_code, {201: NewCode}, caller="player"),
        Operation(
            "POST",
            "/v1/tokens",
            tokens.take_code,
            {201: NewToken},
            (TakenCode,),
            caller="guest",
            bodies=BodyRule.JSON_ALWAYS,
        ),
        Operation("DELETE", "/v1/tokens", tokens.end, {200: EndedTokens}, query=TokensQuery, caller="player"),
        Operation("GET", "/v1/tables", rest.list_tables, {200: Tables}, query=TablesQuery),
        Operation(
            "POST",
            "/v1/tables",
            rest.open_table,
            {201: OpenedTable},
            (opening,),
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
        Operation(
            "POST",
            "/v1/sets",
            sets.open_set,
            {201: OpenedSet},
            (board_set,),
            query=SetFileQuery,
            caller="player",
            bodies=BodyRule.FILES,
        ),
        Operation(
            "GET", "/v1/sets/{set}", sets.show, {200: (SetShown, PRINTED)}, query=SetQuery, caller="guest"
        ),
        Operation("GET", "/v1/events", events.list_events, {200: EventRows}),
        Operation(
            "POST",
            "/v1/events",
            events.open_event,
            {201: EventShown},
            (NewEvent,),
            caller="player",
            refusals=(413, 422),
        ),
        Operation("GET", "/v1/events/{event}", events.show, {200: EventShown}, caller="guest"),
        Operation(
            "POST",
            "/v1/events/{event}",
            events.ask,
            {200: EventShown},
            (EventCommand,),
            caller="player",
            refusals=(409, 413, 422),
        ),
        Operation(
            "GET", "/v1/events/{event}/ranking", events.show_ranking, {200: RankingShown}, caller="guest"
        ),
        Operation(
            "GET",
            "/v1/events/{event}/results",
            events.show_results,
            {200: (ResultsShown, RESULT_FILES)},
            query=ResultsQuery,
            caller="guest",
        ),
        Operation("GET", f"{at}/invitation", invitations.show, {200: Invitation}, refusals=(404,)),
        Operation("GET", "/v1/reach", invitations.show_reach, {200: Reach}),
        Operation("GET", at, rest.show_table, {200: TableShown}, query=AsQuery, caller="guest"),
        Operation(
            "POST", f"{at}/act", rest.act, {200: Done}, (act,), caller="player", refusals=(409, 422, 500)
        ),
        Operation(
            "POST",
            f"{at}/sit",
            rest.sit,
            {200: Done},
            (Without(Sit, ("t", "table")),),
            caller="player",
            refusals=(409, 422, 500),
        ),
        Operation(
            "POST",
            f"{at}/stand",
            rest.stand,
            {200: Done},
            (Without(Stand, ("t", "table")),),
            caller="player",
            refusals=(409, 422, 500),
        ),
        Operation(
            "POST",
            f"{at}/teams",
            teams.reserve,
            {201: ReservedTeam},
            (WantedTeam,),
            caller="player",
            refusals=(409, 503),
        ),
        Operation(
            "GET", f"{at}/stream", rest.stream, {200: JsonLines(ToClient)}, query=AsQuery, caller="guest"
        ),
        Operation(
            "PUT", f"{at}/card", cards.upload, {201: UploadedCard}, (CARD,), query=CardQuery, caller="player"
        ),
        Operation("GET", f"{at}/meanings", meanings.show, {200: MeaningsShown}, caller="player"),
        Operation("GET", f"{at}/card/{{side}}", cards.show, {200: CARD}, query=AsQuery, caller="player"),
        Operation(
            "GET",
            f"{at}/analysis",
            games.analyse_shown,
            {200: ANALYSES},
            caller="guest",
            refusals=(413, 500, 501, 504),
        ),
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
        Operation("GET", asyncapi.PATH, show_asyncapi, {200: File(("application/json",))}, counted=False),
        Operation("GET", "/v1/schemas", schemas.list_games, {200: GameRows}),
        Operation("GET", "/v1/schemas/{game}", schemas.show_game, {200: GameSchema}),
        Operation("GET", "/healthz", health, {200: Health}, counted=False),
        Operation("GET", "/readyz", ready, {200: Ready, 503: Ready}, counted=False),
    ]
