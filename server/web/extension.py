"""An API other than protocol v1, as one value with everything that the server needs to serve the API."""

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
    """An API with paths that begin with `prefix`.

    `part` has the operations of the API and their description for the OpenAPI document, and `sockets` has its
    websocket handlers by path. `handler` returns the HTTP handler of an operation, which applies the limits
    of the address and answers errors in the form of this API. `refused` returns the response to a request
    that the guard refuses with a status, a code and a text.
    """

    prefix: str
    part: Part
    sockets: Sockets
    handler: Callable[[Operation], Handler]
    refused: Callable[[int, Code, str], Response]


def of_path(extensions: Sequence[Extension], path: str) -> Extension | None:
    """Return the extension to which a path belongs, or None for a path of protocol v1."""
    return next((each for each in extensions if path.startswith(each.prefix)), None)
