"""The OpenAPI 3.1 documents of this server, made from descriptions of its HTTP operations and their types.

Each API has an OpenAPI document of its own: protocol v1, and each extension. `python -m tests.golden` writes
the committed `openapi.json` beside this module and beside each extension. The server serves the committed
files, because making an OpenAPI document at start would take too long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from protocol.v1 import schema
from protocol.v1.codec import JSON as CODEC_OF_TEXT
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import TableId
from protocol.v1.schema import Definitions, Schema
from protocol.v1.updates import Refused
from server.web.operations import Caller, File, JsonLines, Operation, Without
from server.web.responses import BodyRule

RENAMED = {413: "Content Too Large", 422: "Unprocessable Content"}
"""The names that RFC 9110 gives to some HTTP statuses, for which Python before 3.13 has older names."""
PATH = "/v1/openapi.json"
SOCKET_PATH = "/v1/ws"
SOCKET = """\
A GET request that upgrades the connection (RFC 6455). The client offers one or both of the subprotocols
`kibitz.v1.msgpack` (binary frames) and `kibitz.v1.json` (text frames), and sends `hello` as its first message
within 5 seconds. The schema `ToServer` describes the messages to the server, `ToClient` the messages to the
client; protocol/README.md of the source describes their order."""
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
    "set": (TableId, "The id of a set of boards."),
    "event": (TableId, "The id of an event."),
    "player": (str, "The id of a player, or `me`."),
    "game": (str, "The id of a table. Append `.` and the number of one board, hand or game to select it."),
}
_REFERENCE = re.compile(r"#/components/schemas/([^\"]+)")
_PARAMETER = re.compile(r"{(\w+)}")


class Part(NamedTuple):
    """The description of one API in an OpenAPI document: its operations, and the data that they share.

    `description` is a paragraph about the API, and `error` is the type of the body of each refusal.
    `security` maps each kind of caller, such as `player`, to the names of the security schemes in `schemes`
    that identify the caller. `path_parameters` has the types and descriptions of the parameters in URL paths.
    """

    tag: str
    description: str
    operations: Sequence[Operation]
    error: type[Struct]
    security: Mapping[Caller, list[dict[str, list[str]]]]
    schemes: Schema
    path_parameters: PathParameters


def own_part(operations: Sequence[Operation]) -> Part:
    """Return the description of protocol v1 as a part of an OpenAPI document."""
    return Part("Protocol v1", DESCRIPTION, operations, Refused, SECURITY, SCHEMES, PATH_PARAMETERS)


def text(own: Part) -> bytes:
    """Return the OpenAPI document of protocol v1, as the bytes of the file that is committed and served."""
    return msgspec.json.format(msgspec.json.encode(document((own,))), indent=1) + b"\n"


def document(parts: Sequence[Part]) -> Schema:
    """Return one OpenAPI document of all the given parts, as plain data.

    A part of the document may use the `schemes` and the `path_parameters` of the parts listed before it.
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
    paths[SOCKET_PATH] = {"get": _socket(defs)}
    paths[PATH] = {"get": _itself(PATH, defs)}
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


def _itself(path: str, defs: Definitions) -> Schema:
    return {
        "operationId": _operation_id("get", path),
        "summary": "Return this document",
        "security": [],
        "responses": {"200": _response(200, File((JSON,)), defs)},
    }


def _socket(defs: Definitions) -> Schema:
    """Return the OpenAPI description of the websocket: a GET request that upgrades the connection."""
    names = [codec.name for codec in (MSGPACK, CODEC_OF_TEXT)]
    offered = {
        "name": "Sec-WebSocket-Protocol",
        "in": "header",
        "required": True,
        "description": "The subprotocols that the client offers.",
        "schema": {"type": "string", "examples": [names[0], ", ".join(names)]},
    }
    return {
        "operationId": _operation_id("get", SOCKET_PATH),
        "tags": ["Protocol v1"],
        "summary": "Open the websocket of protocol v1",
        "description": SOCKET,
        "security": [],
        "parameters": [offered],
        "responses": {
            "101": {
                "description": HTTPStatus(101).phrase,
                "headers": {"Sec-WebSocket-Protocol": {"schema": {"enum": names}}},
            },
            "400": {"description": "The request is not an upgrade, or offers no known subprotocol."},
            "403": {"description": "The page of another origin."},
        },
        "externalDocs": {"url": "schema.json", "description": "The messages, as a JSON Schema."},
    }


def extension_text(path: str, parts: Sequence[Part]) -> bytes:
    """Return the OpenAPI document of one part of the HTTP API, the last in `parts`, encoded as a JSON file.

    The OpenAPI document is served at `path`, and contains only the schemas to which the last part refers.
    """
    *_, part = parts
    whole = document(tuple(parts))
    paths = {each.path: whole["paths"][each.path] for each in part.operations}
    paths[path] = {"get": _itself(path, schema.definitions(wide=True))}
    schemas = whole["components"]["schemas"]
    own: Schema = {
        **whole,
        "info": {**whole["info"], "title": part.tag, "description": f"{part.description}\n\n{BODIES}"},
        "paths": paths,
        "components": {
            "schemas": {name: schemas[name] for name in sorted(_referred(paths, schemas))},
            "securitySchemes": dict(part.schemes),
        },
    }
    return msgspec.json.format(msgspec.json.encode(own), indent=1) + b"\n"


def _referred(value: object, schemas: Mapping[str, Any]) -> set[str]:
    """Return the names of all schemas to which `value` refers, directly or through other schemas.

    `value` is a part of an OpenAPI document as dicts and lists.
    """
    found: set[str] = set()
    waiting = [value]
    while waiting:
        text = msgspec.json.encode(waiting.pop()).decode()
        for name in set(_REFERENCE.findall(text)) - found:
            found.add(name)
            waiting.append(schemas[name])
    return found


def _pointed(value: Any) -> Any:
    """Return `value` with each `$ref` changed to the place of its schema in an OpenAPI document.

    `value` is a JSON Schema as dicts and lists.
    """
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
    described: Schema = {
        "operationId": _operation_id(operation.method, operation.path),
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


def _operation_id(method: str, path: str) -> str:
    return re.sub(r"\W+", "_", f"{method.lower()}{path}").strip("_")


def _refusals(operation: Operation) -> set[int]:
    """Return the HTTP statuses with which a request for an operation may be refused.

    The statuses of refusals are the operation's own `refusals`, and those that follow from its method,
    caller, body and path.
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
    """Return True if a request for an HTTP operation must have a body.

    A JSON body without required fields may be left out.
    """
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

    The fields in `kind.others` get the types that `kind.others` gives, and become optional.
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
    """Return the OpenAPI description of the response with the HTTP status `status`.

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
