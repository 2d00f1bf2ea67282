"""The OpenAPI 3.1 document of this server, made from its operations and their types.

`python -m tests.golden` writes the committed `openapi.json` beside this file. The server serves that file,
because making the document at start would take too long.
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
"""The names that RFC 9110 gives to some statuses, for which Python before 3.13 has older names."""
PATH = "/v1/openapi.json"
DESCRIPTION = (
    "The HTTP API of Kibitz, and the messages of its websocket `/v1/ws`: the schemas `ToServer`, `ToClient`."
)
BODIES = """\
Bodies are JSON with the header `Content-Type: application/json`. An object that repeats a key is refused.
Requests from web pages of other origins are refused with 403. A server that listens on loopback only also
refuses a `Host` other than loopback."""
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
    "game": (str, "The id of a table. Append `.` and the number of one board, hand or game to select it."),
}
_PARAMETER = re.compile(r"{(\w+)}")


class Part(NamedTuple):
    """One API in the OpenAPI document: its operations, and the data that its operations share.

    `description` is a paragraph about the API, and `error` is the type of the body of each refusal.
    `security` maps each kind of caller, such as `player`, to the names in `schemes` of the data that identify
    the caller. `path_parameters` has the types and descriptions of the parameters in paths.
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
    """Return the document as the bytes of the file that is committed and served."""
    return msgspec.json.format(msgspec.json.encode(document(tuple(parts))), indent=1) + b"\n"


def document(parts: Sequence[Part]) -> Schema:
    """Return the document of these parts as plain data.

    A part may use the `schemes` and the `path_parameters` of the parts before it.
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
    """Return plain data in which references to schemas point to their place in an OpenAPI document."""
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
    described: Schema = {
        "operationId": found,
        "tags": [part.tag],
        "summary": summary.rstrip("."),
        "security": part.security[operation.caller],
    }
    if description.strip():
        described["description"] = description.strip()
    if parameters := _parameters(part, operation, defs):
        described["parameters"] = parameters
    if operation.body:
        described["requestBody"] = _body(operation, defs)
    answers = {str(status): _response(status, kind, defs) for status, kind in operation.answers.items()}
    refusals = {str(status): _response(status, part.error, defs) for status in _refusals(operation)}
    described["responses"] = dict(sorted({**refusals, **answers}.items()))
    return described


def _refusals(operation: Operation) -> set[int]:
    """Return the HTTP statuses with which an operation may be refused.

    The statuses are the operation's own `refusals`, and those that follow from its method, caller, body and
    path.
    """
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
                shapes = [each for each in shape["anyOf"] if each != {"type": "null"}]
                shape = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
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
    """Return True if an operation needs a body; a body of JSON is optional if no field in it is required."""
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
    """Return the schema of a message without the fields in `kind.fields`.

    The fields in `kind.others` get the types given there, and become optional.
    """
    whole = _shape_whole(kind.kind, defs)
    others = {name: defs.describe(each) for name, each in kind.others.items()}
    properties = {**whole["properties"], **others}
    for name in kind.fields:
        del properties[name]
    required = [name for name in whole.get("required", ()) if name in properties and name not in others]
    described = {"type": "object", "description": whole["description"], "properties": properties}
    return described | ({"required": required} if required else {})


def _response(status: int, kind: Any, defs: Definitions) -> Schema:
    """Return the description of the response with this status.

    If `kind` is a tuple, the body of the response has one of the types in the tuple.
    """
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
    text = "Lines of JSON. `x-itemSchema` is the schema of a line. Empty lines keep the connection alive."
    item = {"anyOf": [defs.describe(each) for each in get_args(kind)]}
    return {"schema": {"type": "string", "description": text}, "x-itemSchema": item}


def _file() -> Schema:
    return {"schema": {}}
