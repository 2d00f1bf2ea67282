"""An extension: an API that the server offers in addition to protocol v1, such as the Spades API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from starlette.responses import Response

from protocol.v1.codes import Code
from server.web.openapi import Part
from server.web.operations import Operation
from server.web.responses import Handler
from server.web.sockets import Sockets


class Extension(NamedTuple):
    """An API in addition to protocol v1; its URL paths begin with `prefix`.

    `part` describes the extension's HTTP operations for its OpenAPI document, and `sockets` has its websocket
    handlers by path. `handler` returns the HTTP handler of an operation, which applies the rate limits of the
    client's address and writes errors in the form of the extension. `refused` returns the HTTP response to a
    request that `Guard` refuses with a status, a code and a text. `document` is the OpenAPI document of the
    extension.
    """

    prefix: str
    part: Part
    sockets: Sockets
    handler: Callable[[Operation], Handler]
    document: bytes
    refused: Callable[[int, Code, str], Response]

    @property
    def document_path(self) -> str:
        """Return the path at which the OpenAPI document of this extension is served."""
        return f"{self.prefix}openapi.json"


def of_path(extensions: Sequence[Extension], path: str) -> Extension | None:
    """Return the extension to which a URL path belongs, or None if the path belongs to no extension."""
    return next((each for each in extensions if path.startswith(each.prefix)), None)
