"""ASGI middleware that refuses requests for other hosts, and requests of foreign web pages."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.origins import Origins
from server.web.responses import refused
from server.web.spades_rest.errors import SeedError, shown

SEED_PATH = "/api/"
CODES = {400: Code.INVALID_MESSAGE, 403: Code.FORBIDDEN}


class Guard:
    """The application behind the rule of `origins`. A refused request is not counted for its address."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            denied = self._origins.refusal(Headers(scope=scope).getlist, scope["http_version"])
            if denied is not None and scope["path"].startswith(SEED_PATH):
                app = shown(SeedError(denied.status, CODES[denied.status].upper(), denied.message))
            elif denied is not None:
                app = refused(Refusal(CODES[denied.status], denied.message), denied.status)
        await app(scope, receive, send)
