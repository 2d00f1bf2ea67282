"""The guard before the application: requests for other hosts and from foreign pages reach no handler."""

from __future__ import annotations

import httpx
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from server.web.client_ip import ClientAddresses
from server.web.guard import Guard
from server.web.origins import Origins
from server.web.spades_rest.extension import extension
from server.web.spades_rest.tables import SpadesApi
from tests.rooms import House
from tests.virtual import virtual


class Application:
    """An ASGI application that answers every request, with a record of the types of scopes that it gets."""

    def __init__(self) -> None:
        self.scopes: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope["type"])
        if scope["type"] == "http":
            await PlainTextResponse("done")(scope, receive, send)


async def fetched(guard: Guard, path: str = "/", **headers: str) -> httpx.Response:
    """Return the response of a guarded application at a path."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url="http://localhost") as client:
        return await client.post(path, headers=headers)


async def test_a_request_without_an_origin_and_one_of_the_servers_own_page_pass() -> None:
    app = Application()
    guard = Guard(app, Origins(loopback=True))
    assert (await fetched(guard)).text == "done"
    assert (await fetched(guard, origin="http://localhost")).text == "done"
    assert app.scopes == ["http", "http"]


async def test_a_foreign_page_and_a_foreign_host_are_refused_before_the_application() -> None:
    app = Application()
    guard = Guard(app, Origins(loopback=True))
    page = await fetched(guard, origin="https://evil.example")
    assert (page.status_code, page.json()["code"]) == (403, "forbidden")
    host = await fetched(guard, host="evil.example")
    assert host.status_code in (400, 403) and host.json()["message"]
    assert app.scopes == []


@virtual
async def test_a_refusal_has_the_format_of_the_api_to_which_the_path_belongs() -> None:
    async with House() as house:
        seed = extension(SpadesApi(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings)))
        guard = Guard(Application(), Origins(), (seed,))
        at_seed = await fetched(guard, "/api/tables", origin="https://evil.example")
        assert at_seed.status_code == 403 and at_seed.json().keys() == {"error", "code"}
        at_v1 = await fetched(guard, "/v1/tables", origin="https://evil.example")
        assert at_v1.status_code == 403 and at_v1.json()["t"] == "refused"


async def test_the_start_of_the_server_and_websockets_are_not_judged_here() -> None:
    app = Application()
    guard = Guard(app, Origins())

    async def receive() -> dict[str, str]:
        return {"type": "lifespan.startup"}

    async def send(message: object) -> None:
        raise AssertionError(f"expected no answer, got {message}")

    for kind in ("lifespan", "websocket"):
        await guard({"type": kind, "headers": [(b"origin", b"https://evil.example")]}, receive, send)
    assert app.scopes == ["lifespan", "websocket"]
