"""The AsyncAPI document: generated, valid, served, and true of golden frames and of those of a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft7Validator

from protocol.v1.codec import JSON
from protocol.v1.requests import Act, ToServer
from protocol.v1.updates import ToClient
from server.web import asyncapi
from tests.protocol.frames.messages import REQUESTS, UPDATES
from tests.web.served import Served, needs_redis, talking

COMMITTED = Path(asyncapi.__file__).with_name("asyncapi.json")
DOCUMENT: dict[str, Any] = json.loads(COMMITTED.read_bytes())
OFFICIAL = json.loads(Path(__file__).with_name("asyncapi_schema_3_0.json").read_bytes())
"""The schema of AsyncAPI 3.0 documents by the AsyncAPI Initiative (Apache License 2.0); no examples."""
MESSAGES = DOCUMENT["components"]["messages"]
NO_ACTION = Act(table="t", n=1, action={})
"""The one golden message with an action of no game."""
SOCKETS = ("websocket_json", "websocket_msgpack")


def found(ref: str) -> Any:
    """Return what a reference of the document leads to."""
    value: Any = DOCUMENT
    for step in ref.removeprefix("#/").split("/"):
        value = value[step]
    return found(value["$ref"]) if "$ref" in value else value


def references(value: Any) -> set[str]:
    match value:
        case dict():
            own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return own.union(*map(references, value.values()))
        case list():
            return set().union(*map(references, value))
        case _:
            return set()


def tag_of(message: Any) -> str:
    return str(message.__struct_config__.tag)


def faults(message: str, data: Any) -> list[str]:
    """Return what is wrong with a message by its description in the document."""
    shape = {**MESSAGES[message]["payload"], "components": DOCUMENT["components"]}
    if "$ref" in shape:  # Draft 7 ignores what stands beside a reference.
        shape = {"allOf": [{"$ref": shape.pop("$ref")}], **shape}
    return [f"{fault.json_path}: {fault.message:.200}" for fault in Draft7Validator(shape).iter_errors(data)]


def names(channel: str, direction: str) -> set[str]:
    """Return the tags of the messages of a channel in one direction, `request` or `update`."""
    listed = DOCUMENT["channels"][channel]["messages"]
    return {found(each["$ref"])["name"] for key, each in listed.items() if f"_{direction}_" in key}


def test_the_committed_document_is_the_one_that_the_code_makes() -> None:
    assert COMMITTED.read_bytes() == asyncapi.text(), (
        "messages have changed: run `python -m tests.golden` and commit asyncapi.json"
    )


def test_it_is_valid_by_the_schema_of_asyncapi_3_0() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    found_faults = Draft7Validator(OFFICIAL).iter_errors(DOCUMENT)
    assert not [(fault.json_path, fault.message[:200]) for fault in found_faults]


@pytest.mark.parametrize("path", [("asyncapi",), ("operations", "send_json", "action"), ("info", "title")])
def test_the_schema_that_judges_it_does_judge(path: tuple[str, ...]) -> None:
    broken = json.loads(COMMITTED.read_bytes())
    part = broken
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = 3
    assert not Draft7Validator(OFFICIAL).is_valid(broken)


def test_every_reference_leads_somewhere_and_every_schema_is_one() -> None:
    for ref in references(DOCUMENT):
        assert found(ref) is not None
    for shape in DOCUMENT["components"]["schemas"].values():
        Draft7Validator.check_schema(shape)


@pytest.mark.parametrize("channel", SOCKETS)
def test_the_websocket_has_every_message_of_both_directions_in_each_encoding(channel: str) -> None:
    tags = [{tag_of(kind) for kind in get_args(union)} for union in (ToServer, ToClient)]
    assert [names(channel, direction) for direction in ("request", "update")] == tags
    assert names("stream", "update") == tags[1] and names("stream", "request") == set()
    operations = [
        each for each in DOCUMENT["operations"].values() if each["channel"]["$ref"].endswith(channel)
    ]
    received = [found(ref["$ref"])["name"] for each in operations if each["action"] == "receive"
                for ref in each["messages"]]  # fmt: skip
    sent = [found(ref["$ref"])["name"] for each in operations if each["action"] == "send"
            for ref in each["messages"]]  # fmt: skip
    assert sorted(received) == sorted(tags[0]) and sorted(sent) == sorted(tags[1])


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        *((f"{tag_of(each)}_request_json", each) for each in REQUESTS.values() if each != NO_ACTION),
        *((f"{tag_of(each)}_update_json", each) for each in UPDATES.values()),
    ],
)
def test_the_golden_messages_are_as_described(message: str, sent: Any) -> None:
    data = json.loads(JSON.encode(sent))
    assert faults(message, data) == []
    assert faults(message, {**data, "t": "no such tag"})


@needs_redis
async def test_it_is_served_and_the_frames_of_the_server_are_as_described(server: Served) -> None:
    subprotocol = DOCUMENT["channels"]["websocket_json"]["bindings"]["ws"]["headers"]["properties"]
    assert subprotocol["Sec-WebSocket-Protocol"]["const"] == JSON.name
    token = await server.guest("Ann")
    table = await server.table(token)
    async with server.http(token) as http, talking(server, token, JSON, hello=False) as talk:
        assert (await http.get("/v1/asyncapi.json")).content == COMMITTED.read_bytes()
        for request in (
            {"t": "hello", "token": token, "client": "test"},
            {"t": "watch", "table": table, "as": "public", "id": 1},
            {"t": "ping", "c": 7},
            {"t": "lobby", "id": 2},
        ):
            assert faults(f"{request['t']}_request_json", request) == []
            await talk.socket.send(json.dumps(request))
        heard: set[str] = set()
        while not {"welcome", "view", "people", "done", "pong", "lobby", "patch"} <= heard:
            update = json.loads(await talk.socket.recv())
            assert faults(f"{update['t']}_update_json", update) == []
            heard.add(update["t"])
        async with http.stream("GET", f"/v1/tables/{table}/stream") as lines:
            first = json.loads(await anext(lines.aiter_lines()))
            assert faults(f"{first['t']}_update_json", first) == []
