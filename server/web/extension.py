"""An API beside protocol v1, as the one value by which the wiring registers it."""

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
    """An API whose addresses begin with `prefix`.

    `part` are its operations and how the OpenAPI document describes them; `sockets` its websockets by their
    paths. `handler` puts an operation behind the limits of its address and words refusals as this API does.
    `refused` is the answer to a request that the guard turns away, with a status, a code and a text.
    """

    prefix: str
    part: Part
    sockets: Sockets
    handler: Callable[[Operation], Handler]
    refused: Callable[[int, Code, str], Response]


def of_path(extensions: Sequence[Extension], path: str) -> Extension | None:
    """Return the extension to which a path belongs, None for a path of protocol v1."""
    return next((each for each in extensions if path.startswith(each.prefix)), None)
