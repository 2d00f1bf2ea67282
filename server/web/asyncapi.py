"""The AsyncAPI 3.0 document of this server: the messages of the websocket and of the stream of a table.

It is made from the same types as the JSON Schema of the protocol. `python -m tests.golden` writes the
committed `asyncapi.json` beside this module, which the server serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import Any, get_args

import msgspec

from protocol.v1 import schema
from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Hello, Lobby, Ping, ToServer
from protocol.v1.schema import Definitions, Schema
from protocol.v1.updates import Done, Pong, Refused, ToClient, Welcome
from protocol.v1.updates import Lobby as Listed
from server.web.openapi import SOCKET_PATH

PATH = "/v1/asyncapi.json"
STREAM_PATH = "/v1/tables/{table}/stream"
DESCRIPTION = """\
The messages of Kibitz: of the websocket `/v1/ws` in both directions and in two encodings, and of the stream
of a table over HTTP. The first message to the server is `hello`. `/v1/openapi.json` describes the other HTTP
addresses, and protocol/README.md of the source the order of the messages."""
MEDIA = {JSON.name: "application/json", MSGPACK.name: "application/vnd.msgpack"}
"""The media type of each encoding, by the name of its subprotocol."""
FORMS = {
    JSON.name: "Each message is a text frame with a JSON object.",
    MSGPACK.name: "Each message is a binary frame with a map of MessagePack. The data are those of the JSON"
    " encoding, except that keys of maps that are strings of digits in JSON are whole numbers.",
}
ANSWERS: tuple[tuple[str, tuple[type, ...], tuple[type, ...]], ...] = (
    ("hello", (Hello,), (Welcome, Refused)),
    ("ping", (Ping,), (Pong,)),
    ("lobby", (Lobby,), (Listed, Refused)),
)
"""The requests with an answer of their own; the answer to every other request is `done` or `refused`."""


def text() -> bytes:
    """Return the AsyncAPI document, as the bytes of the file that is committed and served."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=1) + b"\n"


def document() -> Schema:
    """Return the AsyncAPI document as plain data."""
    defs = schema.definitions()
    sockets = (JSON, MSGPACK)
    schemas = {name: {"title": name} | each for name, each in sorted(defs.items())}
    operations = [each for codec in sockets for each in _of_socket(codec)]
    operations.append(("sendToStream", _operation("send", "stream", _kinds(ToClient), JSON)))
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Kibitz", "version": "1", "description": DESCRIPTION, "license": {"name": "MIT"}},
        "defaultContentType": MEDIA[JSON.name],
        "servers": {
            "websocket": _server("ws", "The websocket; with TLS the protocol is `wss`."),
            "http": _server("http", "The stream over HTTP; with TLS the protocol is `https`."),
        },
        "channels": {**{_channel(codec): _socket(codec) for codec in sockets}, "stream": _stream()},
        "operations": dict(operations),
        "components": {
            "schemas": _drafted(schemas),
            "messages": {
                _id(kind, codec): _message(kind, codec, defs)
                for codec in sockets
                for kind in (*_kinds(ToServer), *_kinds(ToClient))
            },
        },
    }


def _server(protocol: str, description: str) -> Schema:
    variables = {"host": {"default": "127.0.0.1:8000", "description": "The host and the port of the server."}}
    return {"host": "{host}", "protocol": protocol, "description": description, "variables": variables}


def _channel(codec: Codec) -> str:
    return f"websocket_{_short(codec)}"


def _short(codec: Codec) -> str:
    return codec.name.rpartition(".")[2]


def _kinds(union: Any) -> Sequence[type]:
    kinds: Sequence[type] = get_args(union)
    return kinds


def _id(kind: type, codec: Codec) -> str:
    """Return the key of a message; `chat`, for example, is the tag of a message in each direction."""
    direction = "request" if kind in _kinds(ToServer) else "update"
    return f"{_tag(kind)}_{direction}_{_short(codec)}"


def _tag(kind: type) -> str:
    tag: str = kind.__struct_config__.tag  # type: ignore[attr-defined]  # every message is a Struct
    return tag


def _message(kind: type, codec: Codec, defs: Definitions) -> Schema:
    summary, _, rest = cleandoc(kind.__doc__ or "").partition("\n")
    described: Schema = {
        "name": _tag(kind),
        "title": _tag(kind),
        "summary": summary,
        "contentType": MEDIA[codec.name],
        "payload": _drafted(defs.describe(kind)),
    }
    return described | ({"description": rest.strip()} if rest.strip() else {})


def _messages(kinds: Iterable[type], codec: Codec) -> Schema:
    """Return the messages of a channel, which are in the components of the document."""
    return {_id(kind, codec): {"$ref": f"#/components/messages/{_id(kind, codec)}"} for kind in kinds}


def _socket(codec: Codec) -> Schema:
    subprotocol = {"type": "string", "const": codec.name}
    headers = {
        "type": "object",
        "properties": {"Sec-WebSocket-Protocol": subprotocol},
        "required": ["Sec-WebSocket-Protocol"],
    }
    return {
        "address": SOCKET_PATH,
        "title": f"The websocket with the subprotocol {codec.name}",
        "description": FORMS[codec.name],
        "servers": [{"$ref": "#/servers/websocket"}],
        "messages": _messages((*_kinds(ToServer), *_kinds(ToClient)), codec),
        "bindings": {"ws": {"method": "GET", "headers": headers, "bindingVersion": "0.1.0"}},
    }


def _stream() -> Schema:
    return {
        "address": STREAM_PATH,
        "title": "The stream of a table",
        "description": "The messages that follow the request `watch`, one JSON object a line; an empty line"
        " keeps the connection open. The header `Authorization: Bearer TOKEN` names the player, and the query"
        " `as` the audience.",
        "servers": [{"$ref": "#/servers/http"}],
        "parameters": {"table": {"description": "The id of a table."}},
        "messages": _messages(_kinds(ToClient), JSON),
    }


def _operation(action: str, channel: str, kinds: Iterable[type], codec: Codec) -> Schema:
    """Return an operation of the server, which sends or receives messages of these types."""
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": _in_channel(channel, kinds, codec),
    }


def _in_channel(channel: str, kinds: Iterable[type], codec: Codec) -> list[Schema]:
    return [{"$ref": f"#/channels/{channel}/messages/{_id(kind, codec)}"} for kind in kinds]


def _of_socket(codec: Codec) -> Iterable[tuple[str, Schema]]:
    """Yield the operations of the websocket in one encoding, each with its name."""
    channel = _channel(codec)
    own = {kind for _, kinds, _ in ANSWERS for kind in kinds}
    others = tuple(kind for kind in _kinds(ToServer) if kind not in own)
    for name, kinds, answers in (*ANSWERS, ("request", others, (Done, Refused))):
        received = _operation("receive", channel, kinds, codec)
        answered = _in_channel(channel, answers, codec)
        reply = {"channel": {"$ref": f"#/channels/{channel}"}, "messages": answered}
        yield f"receive{name.title()}_{_short(codec)}", received | {"reply": reply}
    yield f"send_{_short(codec)}", _operation("send", channel, _kinds(ToClient), codec)


def _drafted(value: Any) -> Any:
    """Return a JSON Schema as AsyncAPI has it: by draft 7, with the references of the document.

    Draft 7 ignores what stands beside a `$ref`, and writes the items of a tuple in another way.
    """
    match value:
        case {"$ref": str(ref), **others}:
            pointed = {"$ref": ref.replace("#/$defs/", "#/components/schemas/")}
            return {"allOf": [pointed], **_drafted(others)} if others else pointed
        case {"prefixItems": list() as items, **others}:
            further = {"additionalItems": others.pop("items")} if "items" in others else {}
            return {"items": _drafted(items), **_drafted(further), **_drafted(others)}
        case dict():
            return {key: _drafted(each) for key, each in value.items()}
        case list() | tuple():
            return [_drafted(each) for each in value]
        case _:
            return value
