"""The operators' interface over HTTP: `POST /v1/orders` with an order, and the schema of orders and answers.

The interface never listens on the public port of the server.
"""

from __future__ import annotations

import logging

import msgspec
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from protocol.v1.codes import Code
from server.admin.office import Office
from server.admin.operators import Operators
from server.admin.orders import ORDERS, Signed, schema
from server.errors import Refusal
from server.web.responses import BodyRule, answer, body_of, refused, with_refusals
from server.web.safe_headers import SafeApplication

log = logging.getLogger("kibitz.operators")

SCHEMA = "/v1/schema.json"
MOST_BYTES = 16 * 1024
UNKNOWN = "expected the header `Authorization: Bearer SECRET` with an operator's secret"

_read_signed = msgspec.json.Decoder(Signed).decode


class Guard:
    """An ASGI application that passes only requests with an operator's secret on to `app`."""

    def __init__(self, app: ASGIApp, operators: Operators) -> None:
        self._app = app
        self._operators = operators

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        scheme, _, secret = Request(scope).headers.get("authorization", "").partition(" ")
        name = self._operators.name_of(secret.strip()) if scheme.lower() == "bearer" else None
        if name is None:
            log.warning("a request to the operators' interface without a known secret was refused")
            await refused(Refusal(Code.UNAUTHORIZED, UNKNOWN))(scope, receive, send)
        else:
            scope["operator"] = name
            await self._app(scope, receive, send)


def interface(office: Office, operators: Operators) -> SafeApplication:
    """Return the ASGI application of the operators' interface."""
    published = msgspec.json.encode(schema())

    async def order(request: Request) -> Response:
        body = await body_of(request, MOST_BYTES)
        try:
            signed = _read_signed(body)
        except msgspec.DecodeError as error:
            raise Refusal(Code.INVALID_MESSAGE, str(error)) from None
        return answer(await office.carry_out(signed, request.scope["operator"]))

    async def show_schema(request: Request) -> Response:
        return Response(published, media_type="application/schema+json")

    def unlimited(request: Request) -> None:
        """Count no requests: operators have no limits."""

    return SafeApplication(
        routes=[
            Route(ORDERS, with_refusals(order, unlimited, BodyRule.JSON_ALWAYS), methods=["POST"]),
            Route(SCHEMA, show_schema, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, operators=operators)],
    )
