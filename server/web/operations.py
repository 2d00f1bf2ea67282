"""The addresses of this server as data, of which the routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from server.web.responses import BodyRule, Handler

Caller = str
"""`anybody`: no player is needed; `guest`: a token may be sent; `player`: a token is needed.

An API beside protocol v1 may have another kind, which its part of the OpenAPI document describes.
"""


class File(NamedTuple):
    """A file of one of some content types, as body or answer."""

    media_types: tuple[str, ...]


class JsonLines(NamedTuple):
    """An answer of lines, each a JSON value of a `kind`, as long as the client listens."""

    kind: Any


class Without(NamedTuple):
    """A message of the protocol as a body: without `fields`, which the address tells, or with other ones."""

    kind: type[Struct]
    fields: tuple[str, ...] = ()
    others: Mapping[str, Any] = {}


class Operation(NamedTuple):
    """One method of one address.

    `answers` are types by their HTTP statuses, `refusals` the statuses that are not usual for its kind.
    `body` are the types that its JSON must be valid as, or a File.
    """

    method: str
    path: str
    handler: Handler
    answers: Mapping[int, Any]
    body: tuple[Any, ...] = ()
    query: type[Struct] | None = None
    caller: Caller = "anybody"
    refusals: tuple[int, ...] = ()
    bodies: BodyRule = BodyRule.JSON
    counted: bool = True
