"""APIs beside protocol v1: the routes, sockets, refusals and documents that an extension adds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

import httpx
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from uvicorn.config import Config
from uvicorn.server import ServerState

from protocol.v1.codec import JSON
from protocol.v1.codes import Code
from server.hub.listeners import Frame
from server.session.session import Wire
from server.web import openapi
from server.web.client_ip import ClientAddresses
from server.web.extension import Extension
from server.web.operations import Operation
from server.web.origins import Origins
from server.web.responses import Handler
from server.web.routes import application, parts
from server.web.sockets import PATH, Begin, Conversation, Handshake, HandshakeRefused, ProtocolSocket
from server.web.websocket import Edge
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.served import TEXT, upgrade
from tests.web.served import frame as framed


class Wrong(Struct):
    """The error of the API in these tests."""

    why: str


class Echo:
    """A conversation that sends back each message."""

    codec = JSON
    greeted = True

    def __init__(self, wire: Wire, subprotocol: str) -> None:
        self._wire = wire
        self._subprotocol = subprotocol

    def receive(self, frame: bytes) -> None:
        self._wire.send(Frame(self._subprotocol.encode() + b" " + frame, False))

    def drained(self) -> None:
        return None

    def gone(self) -> None:
        return None


class EchoSockets:
    """Websockets for clients that name themselves in a header, after a query of a list of banned names."""

    about = "that of the echo"

    def choose(self, offered: Sequence[str]) -> str | None:
        return "echo.v7" if "echo.v7" in offered else None

    def admit(self, handshake: Handshake) -> Begin | Awaitable[Begin]:
        if not handshake.headers("x-name"):
            raise HandshakeRefused(401, "expected the header x-name")
        return self._admitted(handshake)

    async def _admitted(self, handshake: Handshake) -> Begin:
        await asyncio.sleep(1)
        if "Eve" in handshake.headers("x-name"):
            raise HandshakeRefused(403, "Eve is banned")

        def begin(wire: Wire, subprotocol: str) -> Conversation:
            return Echo(wire, subprotocol)

        return begin


async def hello(request: Request) -> Response:
    """Return a greeting."""
    return PlainTextResponse("hello")


def plainly(operation: Operation) -> Handler:
    return operation.handler


def refused(status: int, code: Code, text: str) -> Response:
    return PlainTextResponse(f"no: {code}", status)


ECHO = Extension(
    prefix="/echo/",
    part=openapi.Part(
        tag="Echo",
        description="Paths under `/echo` are those of the echo.",
        operations=[Operation("GET", "/echo/hello", hello, {200: Wrong}, caller="named")],
        error=Wrong,
        security={"named": [{"name": []}]},
        schemes={"name": {"type": "apiKey", "in": "header", "name": "x-name"}},
        path_parameters={},
    ),
    sockets={"/echo": EchoSockets()},
    handler=plainly,
    document=b"{}",
    refused=refused,
)


class Pipe(asyncio.Transport):
    """A connection's transport that stores the written data."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 4000)})
        self.written = b""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        return None

    def is_closing(self) -> bool:
        return False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        return None

    def abort(self) -> None:
        return None


def connects(house: House, request: bytes, *extensions: Extension) -> tuple[asyncio.Protocol, Pipe]:
    """Return a connection that has sent a request to upgrade, and its transport."""
    sockets = {PATH: ProtocolSocket(house.desk)}
    edge = Edge(
        house.desk,
        ClientAddresses(house.desk.settings),
        Origins(),
        {**sockets, **{path: each for one in extensions for path, each in one.sockets.items()}},
    )
    pipe = Pipe()
    connection = edge.protocol(Config("not:asked"), ServerState(), {})
    connection.connection_made(pipe)
    connection.data_received(request)
    return connection, pipe


async def fetched(house: House, path: str, *extensions: Extension, **headers: str) -> httpx.Response:
    """Return the response at a path of an application with these extensions."""
    app = application(house.desk, house.files_and_tickets, ClientAddresses(house.desk.settings), extensions)
    carried = httpx.ASGITransport(app, client=("192.0.2.1", 4000))
    async with httpx.AsyncClient(transport=carried, base_url="http://t", headers=headers) as client:
        return await client.get(path)


@virtual
async def test_the_operations_of_an_extension_are_there_with_it_and_not_without() -> None:
    async with House() as house:
        assert (await fetched(house, "/echo/hello", ECHO)).text == "hello"
        assert (await fetched(house, "/echo/hello")).status_code == 404
        assert (await fetched(house, "/api/tables")).status_code == 404
        assert (await fetched(house, "/healthz", ECHO)).status_code == 200


@virtual
async def test_the_guard_refuses_a_foreign_page_in_the_format_of_the_requested_api() -> None:
    async with House() as house:
        foreign = {"origin": "https://evil.example"}
        at_echo = await fetched(house, "/echo/hello", ECHO, **foreign)
        assert (at_echo.status_code, at_echo.text) == (403, "no: forbidden")
        assert (await fetched(house, "/healthz", ECHO, **foreign)).json()["code"] == "forbidden"
        assert (await fetched(house, "/echo/hello", **foreign)).json()["code"] == "forbidden"


@virtual
async def test_the_refusal_at_an_unknown_path_names_the_websocket_paths() -> None:
    async with House() as house:
        for extensions, words in (
            ((), "the websocket is at /v1/ws\n"),
            ((ECHO,), "the websocket is at /v1/ws, that of the echo at /echo\n"),
        ):
            _, pipe = connects(house, upgrade(path="/"), *extensions)
            assert b" 404 " in pipe.written and pipe.written.decode().endswith(words)


@virtual
async def test_a_socket_of_an_extension_has_its_own_rule_for_subprotocols_and_its_own_messages() -> None:
    async with House() as house:
        for offered, said in (("soap, echo.v7", b"echo.v7 ping"), ("soap", b" ping")):
            connection, pipe = connects(house, upgrade(offered, path="/echo?x=1", X_Name="Ann"), ECHO)
            assert pipe.written == b""
            await passes(2_000)
            head, _, rest = pipe.written.partition(b"\r\n\r\n")
            assert b" 101 " in head and (b"echo.v7" in head) is ("echo" in offered) and rest == b""
            connection.data_received(framed(TEXT, b"ping"))
            assert pipe.written.endswith(said)
            connection.connection_lost(None)


@virtual
async def test_a_handler_refuses_a_handshake_at_once_or_later_with_its_own_status() -> None:
    async with House() as house:
        _, pipe = connects(house, upgrade("", path="/echo"), ECHO)
        assert b" 401 " in pipe.written and b"expected the header x-name" in pipe.written
        _, pipe = connects(house, upgrade("", path="/echo", X_Name="Eve"), ECHO)
        assert pipe.written == b""
        await passes(2_000)
        assert b" 403 " in pipe.written and b"Eve is banned" in pipe.written


@virtual
async def test_the_document_describes_an_extension_with_its_tag_errors_and_proofs_of_identity() -> None:
    async with House() as house:
        addresses = ClientAddresses(house.desk.settings)
        document = openapi.document(parts(house.desk, house.files_and_tickets, addresses, (ECHO,)))
        operation = document["paths"]["/echo/hello"]["get"]
        assert operation["tags"] == ["Echo"] and operation["security"] == [{"name": []}]
        assert "Wrong" in str(operation["responses"]["403"])
        assert document["info"]["description"].split("\n\n")[1] == ECHO.part.description
        assert set(document["components"]["securitySchemes"]) == {"token", "name"}
        alone = openapi.document(parts(house.desk, house.files_and_tickets, addresses, ()))
        assert not [path for path in alone["paths"] if path.startswith(("/api", "/echo"))]
        assert "session" not in alone["components"]["securitySchemes"] and "/api" not in str(alone["info"])
