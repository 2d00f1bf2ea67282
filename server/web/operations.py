"""Descriptions of this server's HTTP operations, from which the routes and the OpenAPI document are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from server.web.responses import BodyRule, Handler

Caller = str
"""The identification that an operation requires: `anybody` (none), `guest` (optional token) or `player`
(token).

An API other than protocol v1 may have other kinds of callers; its `Part` describes them in the OpenAPI
document.
"""


class File(NamedTuple):
    """A file as the body of an HTTP request or answer, with one of several content types."""

    media_types: tuple[str, ...]


class JsonLines(NamedTuple):
    """An HTTP answer of JSON lines, each of the type `kind`, which continues until the client disconnects."""

    kind: Any


class Without(NamedTuple):
    """A message of the protocol as the body of an HTTP request, without the fields in `fields`.

    `others` maps the names of fields to types that replace the protocol's types.
    """

    kind: type[Struct]
    fields: tuple[str, ...] = ()
    others: Mapping[str, Any] = {}


class Operation(NamedTuple):
    """The description of one HTTP method at one URL path.

    `answers` maps the HTTP status of each successful answer to the type of its body. `refusals` lists the
    HTTP statuses of refusals that do not follow from the other fields, as the status 401 follows from
    `caller`. `body` lists the types that a JSON body must satisfy, or a File for a body of another type.
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
