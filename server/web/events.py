"""Events over HTTP: their list, what the caller may see of one, and the requests to it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.requests import Name, TableId
from server.events.commands import Command
from server.events.shown import EventRow
from server.session.event_desk import NewEvent
from server.session.front_desk import FrontDesk
from server.web.auth import Authenticator
from server.web.bodies import Bodies
from server.web.responses import answer, body_of, plain_object, query_of, read_message
from server.web.sets import DOCUMENT


class EventRows(Struct):
    """The events that are open or run on this site, and those that have ended in the last days."""

    events: tuple[EventRow, ...]


class ResultsQuery(Struct):
    """The query of a request for the results of an event: the form of the answer."""

    format: Annotated[
        Name,
        Meta(description="`json`, or a file: `csv`, `text`, `html`, or at bridge `usebio` or `pbn`."),
    ] = "json"
    version: Annotated[
        Name, Meta(description="The version of the format: at `usebio` 1.2 or 1.3; the usual one without it.")
    ] = ""


class Events:
    """The HTTP handlers of events."""

    def __init__(self, front_desk: FrontDesk, authenticator: Authenticator, bodies: Bodies) -> None:
        self._desk = front_desk.events
        self._authenticator = authenticator
        self._bodies = bodies

    async def list_events(self, request: Request) -> Response:
        """List the events that are open or run, and those that have ended in the last days."""
        return answer(EventRows(self._desk.list()))

    async def open_event(self, request: Request) -> Response:
        """Open an event; the caller becomes its director. The same caller and `id` get the same event."""
        player = await self._authenticator.player(request, needed=True)
        address = self._authenticator.address(request)
        async with self._bodies.held(request, address):
            wanted: NewEvent = read_message(plain_object(await body_of(request)), NewEvent)
            return answer(await self._desk.open(player, wanted, address), 201)

    async def show(self, request: Request) -> Response:
        """Return what the caller may see of an event: its entries, rounds, tables and announcements."""
        player = await self._authenticator.player(request, needed=False)
        return answer(await self._desk.show(player, _id(request), "event"))

    async def show_ranking(self, request: Request) -> Response:
        """Return the ranking of an event, computed from the boards that no table will play any more."""
        player = await self._authenticator.player(request, needed=False)
        return answer(await self._desk.show(player, _id(request), "ranking"))

    async def show_results(self, request: Request) -> Response:
        """Return the results of those boards of an event that no table will play any more.

        With another format than `json`, the answer is a file that other programs read.
        """
        player = await self._authenticator.player(request, needed=False)
        query = query_of(request, ResultsQuery)
        if query.format != "json":
            found = await self._desk.file(player, _id(request), query.format, query.version)
            saved = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(found.name)}"}
            headers = {**DOCUMENT, **saved} if query.format == "html" else saved
            return Response(found.text, headers=headers, media_type=found.media_type)
        return answer(await self._desk.show(player, _id(request), "results"))

    async def ask(self, request: Request) -> Response:
        """Take part in an event, or direct it; `t` names the request. A repeated `id` is done once."""
        player = await self._authenticator.player(request, needed=True)
        plain = plain_object(await body_of(request))
        command: Command = read_message(plain, Command)
        return answer(await self._desk.ask(player, _id(request), command))


class _Path(Struct):
    id: TableId


def _id(request: Request) -> str:
    found: str = read_message({"id": request.path_params["event"]}, _Path).id
    return found
