"""The OpenAPI 3.1 document of this server, made of its operations and their types.

The committed `openapi.json` beside this file is written by the tests, and served as it is: to make it takes
longer than a start should.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from protocol.v1 import schema
from protocol.v1.requests import TableId
from protocol.v1.schema import Definitions, Schema
from protocol.v1.updates import Refused
from server.web.operations import Caller, File, JsonLines, Operation, Without
from server.web.responses import BodyRule

RENAMED = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Phrases of RFC 9110 where Python before 3.13 has those of older RFCs: the document is one for all."""
PATH = "/v1/openapi.json"
DESCRIPTION = (
    "HTTP beside the websocket at `/v1/ws`, whose messages are the schemas `ToServer` and `ToClient`."
)
BODIES = """\
Bodies are JSON, said to be so by `Content-Type: application/json`. An object that has a key twice is refused.
What a web page of another origin asks for is refused with 403. So is a `Host` other than loopback by a server
that listens on loopback only."""
JSON = "application/json"
SECURITY: Mapping[Caller, list[dict[str, list[str]]]] = {
    "anybody": [],
    "guest": [{}, {"token": []}],
    "player": [{"token": []}],
}
SCHEMES: Schema = {
    "token": {"type": "http", "scheme": "bearer", "description": "`token` of `POST /v1/guests`."},
}
PathParameters = Mapping[str, tuple[Any, str]]
PATH_PARAMETERS: PathParameters = {
    "table": (TableId, "The id of a table."),
    "side": (Literal["NS", "EW"], "The side of a bridge table."),
    "game": (str, "The id of a table, with `.` and the number of a board, a hand or a game for one of them."),
}
_PARAMETER = re.compile(r"{(\w+)}")


class Part(NamedTuple):
    """One API in the document: its operations, and what they have in common.

    `description` is a paragraph about the API, and `error` the body of its refusals. `security` tells for
    each kind of caller which of the `schemes` prove its identity. `path_parameters` are the types and
    descriptions of the names in paths.
    """

    tag: str
    description: str
    operations: Sequence[Operation]
    error: type[Struct]
    security: Mapping[Caller, list[dict[str, list[str]]]]
    schemes: Schema
    path_parameters: PathParameters


def own_part(operations: Sequence[Operation]) -> Part:
    """Return protocol v1 as a part of the document."""
    return Part("Protocol v1", DESCRIPTION, operations, Refused, SECURITY, SCHEMES, PATH_PARAMETERS)


def text(parts: Iterable[Part]) -> bytes:
    """Return the document as the file that is committed and served."""
    return msgspec.json.format(msgspec.json.encode(document(tuple(parts))), indent=1) + b"\n"


def document(parts: Sequence[Part]) -> Schema:
    """Return the document of these parts and of itself, as plain data.

    A part may use the kinds of callers and the path parameters of the parts before it.
    """
    defs = schema.definitions(wide=True)
    paths: dict[str, Schema] = {}
    security: dict[Caller, list[dict[str, list[str]]]] = {}
    schemes: Schema = {}
    path_parameters: dict[str, tuple[Any, str]] = {}
    for part in parts:
        security |= part.security
        schemes |= part.schemes
        path_parameters |= part.path_parameters
        known = part._replace(security=dict(security), path_parameters=dict(path_parameters))
        for each in part.operations:
            paths.setdefault(each.path, {})[each.method.lower()] = _operation(known, each, defs)
    paths[PATH] = {
        "get": {
            "operationId": "get_v1_openapi_json",
            "summary": "Return this document",
            "security": [],
            "responses": {"200": _response(200, File(("application/json",)), defs)},
        }
    }
    schemas = {name: {"title": name} | each for name, each in sorted(defs.items())}
    description = "\n\n".join((*(part.description for part in parts), BODIES))
    whole: Schema = {
        "openapi": "3.1.0",
        "info": {"title": "Kibitz", "version": "1", "description": description, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": schemes},
    }
    return {key: _pointed(each) for key, each in whole.items()}


def _pointed(value: Any) -> Any:
    """Return plain data with its references to the place where this document has its schemas."""
    match value:
        case {"$ref": str(ref), **others}:
            return {"$ref": ref.replace("#/$defs/", "#/components/schemas/"), **_pointed(others)}
        case dict():
            return {key: _pointed(each) for key, each in value.items()}
        case list() | tuple():
            return [_pointed(each) for each in value]
        case _:
            return value


def _operation(part: Part, operation: Operation, defs: Definitions) -> Schema:
    summary, _, description = cleandoc(operation.handler.__doc__ or "").partition("\n")
    found = re.sub(r"\W+", "_", f"{operation.method.lower()}{operation.path}").strip("_")
    told: Schema = {
        "operationId": found,
        "tags": [part.tag],
        "summary": summary.rstrip("."),
        "security": part.security[operation.caller],
    }
    if description.strip():
        told["description"] = description.strip()
    if parameters := _parameters(part, operation, defs):
        told["parameters"] = parameters
    if operation.body:
        told["requestBody"] = _body(operation, defs)
    answers = {str(status): _response(status, kind, defs) for status, kind in operation.answers.items()}
    refusals = {str(status): _response(status, part.error, defs) for status in _refusals(operation)}
    told["responses"] = dict(sorted({**refusals, **answers}.items()))
    return told


def _refusals(operation: Operation) -> set[int]:
    """Return the statuses of refusals: the usual ones of such an operation, and its own."""
    statuses = {400, 403, *operation.refusals}
    if operation.counted:
        statuses |= {429, 503}
    if operation.caller != "anybody":
        statuses |= {401}
    if operation.method == "POST" and operation.bodies is not BodyRule.FILES:
        statuses |= {415}
    if operation.body:
        statuses |= {413}
    if {"table", "game"} & set(_PARAMETER.findall(operation.path)):
        statuses |= {404}
    return statuses


def _parameters(part: Part, operation: Operation, defs: Definitions) -> list[Schema]:
    parameters = []
    for name in _PARAMETER.findall(operation.path):
        kind, description = part.path_parameters[name]
        shape = defs.describe(kind)
        parameters.append(
            {"name": name, "in": "path", "required": True, "description": description, "schema": shape}
        )
    if operation.query is not None:
        whole = defs.describe(operation.query)
        fields = defs.pop(whole["$ref"].rpartition("/")[2])
        for name, shape in fields["properties"].items():
            description = shape.pop("description", "")
            if {"type": "null"} in shape.get("anyOf", ()):
                (shape,) = [each for each in shape["anyOf"] if each != {"type": "null"}]
            parameters.append({"name": name, "in": "query", "description": description, "schema": shape})
    return parameters


def _body(operation: Operation, defs: Definitions) -> Schema:
    shapes = [_shape(kind, defs) for kind in operation.body if not isinstance(kind, File)]
    content: Schema = {}
    if shapes:
        content[JSON] = {"schema": shapes[0] if len(shapes) == 1 else {"allOf": shapes}}
    if operation.bodies is BodyRule.FILES:
        content["*/*"] = _file()
    for kind in operation.body:
        if isinstance(kind, File):
            content |= dict.fromkeys(kind.media_types, _file())
    return {"required": _needed(operation, defs), "content": content}


def _needed(operation: Operation, defs: Definitions) -> bool:
    """Return whether a body has to be sent: one without required fields may be empty."""
    if any(isinstance(kind, File) for kind in operation.body):
        return True
    kinds = [kind for kind in operation.body if not isinstance(kind, File)]
    return any(_shape_whole(kind, defs).get("required") for kind in kinds)


def _shape(kind: Any, defs: Definitions) -> Schema:
    return _without(kind, defs) if isinstance(kind, Without) else defs.describe(kind)


def _shape_whole(kind: Any, defs: Definitions) -> Schema:
    shape = _shape(kind, defs)
    return defs[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape


def _without(kind: Without, defs: Definitions) -> Schema:
    """Return the schema of a message without some fields; those of other types may be left out."""
    whole = _shape_whole(kind.kind, defs)
    others = {name: defs.describe(each) for name, each in kind.others.items()}
    properties = {**whole["properties"], **others}
    for name in kind.fields:
        del properties[name]
    required = [name for name in whole.get("required", ()) if name in properties and name not in others]
    described = {"type": "object", "description": whole["description"], "properties": properties}
    return described | ({"required": required} if required else {})


def _response(status: int, kind: Any, defs: Definitions) -> Schema:
    """Return the response of a status; a tuple of kinds are alternatives."""
    alternatives = kind if type(kind) is tuple else (kind,)
    shapes: list[Schema] = []
    content: Schema = {}
    for each in alternatives:
        match each:
            case File(media_types):
                content |= {name: _file() for name in media_types}
                shapes += [{}] if JSON in media_types else []
            case JsonLines(lines):
                content["application/x-ndjson"] = _lines(lines, defs)
            case _:
                shapes.append(defs.describe(each))
    if shapes:
        content[JSON] = {"schema": shapes[0] if len(shapes) == 1 else {"anyOf": shapes}}
    return {"description": RENAMED.get(status) or HTTPStatus(status).phrase, "content": content}


def _lines(kind: Any, defs: Definitions) -> Schema:
    words = "Lines of JSON, each as `x-itemSchema`; an empty line is a sign of life."
    item = {"anyOf": [defs.describe(each) for each in get_args(kind)]}
    return {"schema": {"type": "string", "description": words}, "x-itemSchema": item}


def _file() -> Schema:
    return {"schema": {}}
