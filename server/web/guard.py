"""ASGI middleware that refuses requests with a foreign `Host` and requests from foreign web pages."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from protocol.v1.codes import Code
from server.errors import Refusal
from server.web.extension import Extension, of_path
from server.web.origins import Origins
from server.web.responses import refused

CODES = {400: Code.INVALID_MESSAGE, 403: Code.FORBIDDEN}


class Guard:
    """An ASGI application `app` that is called only for requests that the check `origins` allows.

    A request that `origins` refuses does not count against the rate limits of its address.
    """

    def __init__(self, app: ASGIApp, origins: Origins, extensions: Sequence[Extension] = ()) -> None:
        self._app = app
        self._origins = origins
        self._extensions = extensions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            denied = self._origins.refusal(Headers(scope=scope).getlist, scope["http_version"])
            if denied is not None:
                status, code, message = denied.status, CODES[denied.status], denied.message
                extension = of_path(self._extensions, scope["path"])
                if extension is None:
                    app = refused(Refusal(code, message), status)
                else:
                    app = extension.refused(status, code, message)
        await app(scope, receive, send)
