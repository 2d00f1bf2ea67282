"""The JSON Schema, which equals the types and the committed file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from importlib import resources
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import Struct

from protocol.v1 import bridge as nouns
from protocol.v1 import hanabi, schema, spades
from protocol.v1.bridge import replay
from protocol.v1.codec import JSON, InvalidMessage, convert, decode_request
from protocol.v1.hanabi import replay as hanabi_replay
from protocol.v1.requests import Act, Rule, ToServer
from protocol.v1.spades import replay as spades_replay
from protocol.v1.updates import ToClient
from server.games.registry import GAMES
from tests.protocol.frames import files
from tests.protocol.frames.nasty import NASTY, replaced

DOCUMENT = schema.document()


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": DOCUMENT["$defs"]})


def committed() -> bytes:
    return resources.files("protocol.v1").joinpath("schema.json").read_bytes()


def test_the_committed_schema_is_the_one_that_the_code_makes() -> None:
    assert committed() == schema.text(), (
        "the types have changed: run `python -m tests.golden`, read the difference, commit schema.json"
    )


def test_it_is_a_schema_of_its_dialect() -> None:
    assert json.loads(committed())["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(DOCUMENT)


def test_every_reference_leads_somewhere() -> None:
    referred = {node["$ref"].removeprefix("#/$defs/") for node in nodes(DOCUMENT) if "$ref" in node}
    assert referred | {"CloseCode"} == set(DOCUMENT["$defs"])


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from nodes(item)
    elif isinstance(value, list):
        for item in value:
            yield from nodes(item)


def test_every_definition_is_described_in_words_of_the_wire() -> None:
    for name, definition in DOCUMENT["$defs"].items():
        actions = name in [f"{game.title}Action" for game in schema.GAMES.values()]
        described = definition.get("description", "what may be done" if actions else "")
        assert described, name
        assert "None" not in described.split()


def test_every_message_stands_under_its_tag_and_its_class() -> None:
    for union, name, suffix in ((ToServer, "ToServer", "Request"), (ToClient, "ToClient", "Update")):
        members = [each["$ref"].removeprefix("#/$defs/") for each in DOCUMENT["$defs"][name]["anyOf"]]
        assert members == [f"{kind.__name__}{suffix}" for kind in get_args(union)]
        tags = [DOCUMENT["$defs"][member]["properties"]["t"]["const"] for member in members]
        assert tags == [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)
        assert all("t" in DOCUMENT["$defs"][member]["required"] for member in members)


def test_every_registered_game_is_in_the_schema() -> None:
    described = {
        (game.name, game.action, game.options, game.pub, game.own, game.ruling)
        for game in schema.GAMES.values()
    }
    assert {
        (
            game.name,
            game.action_type,
            game.options_type,
            game.pub_type,
            game.own_type,
            None if game.directing is None else game.directing.ruling_type,
        )
        for game in GAMES.values()
    } == described


def test_a_game_with_one_kind_of_action_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(schema.GAMES, "hanabi", schema.GAMES["hanabi"]._replace(action=hanabi.Vote))
    assert len(schema.document()["$defs"]["HanabiAction"]["anyOf"]) == 1


@pytest.mark.parametrize("file", files.EXAMPLES)
def test_every_golden_frame_is_valid(file: str) -> None:
    names = {"requests": "ToServer", "updates": "ToClient"}
    for frame in files.read(file):
        name = names.get(file) or definition_of(files.EXAMPLES[file][frame.name], frame.name, file)
        if frame.name in ("act, smallest", "rule, smallest"):
            continue  # its action or ruling is {}, which no game has
        assert [error.message for error in validator(name).iter_errors(json.loads(frame.json))] == []


def definition_of(value: object, name: str, game: str) -> str:
    unions = (
        (nouns.Action, "BridgeAction"),
        (nouns.Ruling, "Ruling"),
        (replay.Action, "ReplayAction"),
        (spades.Action, "SpadesAction"),
        (hanabi.Action, "HanabiAction"),
        (hanabi_replay.Action, "HanabiReplayAction"),
        (spades_replay.Action, "SpadesReplayAction"),
    )
    for union, definition in unions:
        if isinstance(value, union):
            return definition
    title = game.title().replace("_", "")
    if type(value).__name__ == "Options":
        return f"{title}Options"
    if isinstance(value, Struct):
        return type(value).__name__
    return f"{title}PubChanges" if name.startswith("pub") else f"{title}OwnChanges"


def convert_to_any(value: object, *kinds: Any) -> None:
    """Raise InvalidMessage for a value of none of these types."""
    *others, last = kinds
    for kind in others:
        with suppress(InvalidMessage):
            convert(value, kind, JSON)
            return
    convert(value, last, JSON)


def accepts(request: object) -> bool:
    """Return True if the server accepts a request, with any game's action and the options of bridge."""
    try:
        message = decode_request(JSON, msgspec.json.encode(request))
        if isinstance(message, Act):
            convert_to_any(message.action, nouns.Action, spades.Action, hanabi.Action)
        if isinstance(message, Rule):
            convert(message.ruling, nouns.Ruling, JSON)
        if getattr(message, "options", None) is not None:
            convert(message.options, nouns.Options, JSON)
    except InvalidMessage:
        return False
    return True


ANY_REQUEST = validator("ToServer")
BY_TAG = {kind.__struct_config__.tag: validator(f"{kind.__name__}Request") for kind in get_args(ToServer)}


def is_valid(request: Any) -> bool:
    """Return True if the schema accepts a request.

    Each kind of request requires its own tag (see above), so that only the schema of its tag can accept it.
    """
    tag = request.get("t") if isinstance(request, dict) else None
    return (BY_TAG.get(tag, ANY_REQUEST) if isinstance(tag, str) else ANY_REQUEST).is_valid(request)


def test_a_request_is_valid_by_the_schema_of_its_tag_where_it_is_valid_by_that_of_all_requests() -> None:
    for name in ("act, fullest", "sit, fullest", "chat, fullest"):
        plain = json.loads(JSON.encode(files.EXAMPLES["requests"][name]))
        assert all(is_valid(spoilt) is ANY_REQUEST.is_valid(spoilt) for spoilt in replaced(plain, NASTY))


@pytest.mark.parametrize("name", files.EXAMPLES["requests"])
def test_the_schema_and_the_server_agree_on_every_spoilt_request(name: str) -> None:
    plain = json.loads(JSON.encode(files.EXAMPLES["requests"][name]))
    for spoilt in replaced(plain, NASTY):
        assert is_valid(spoilt) is accepts(spoilt), spoilt


def test_a_whole_number_is_written_without_a_point_though_a_schema_cannot_say_so() -> None:
    assert validator("ToServer").is_valid({"t": "ping", "c": 1.0})
    assert not accepts({"t": "ping", "c": 1.0})


def test_a_type_that_the_protocol_does_not_use_has_no_schema() -> None:
    with pytest.raises(TypeError, match="expected a type that the protocol uses"):
        schema.Definitions().describe(bytes)
    with pytest.raises(TypeError, match="expected a type that the protocol uses"):
        schema.Definitions().describe(dict[str, int])
    assert schema.Definitions(wide=True).describe(dict[str, int])["type"] == "object"


def test_open_and_host_and_act_name_the_types_of_the_game() -> None:
    assert DOCUMENT["$defs"]["ActRequest"]["properties"]["action"] == {"$ref": "#/$defs/Action"}
    assert DOCUMENT["$defs"]["OpenRequest"]["properties"]["options"]["$ref"] == "#/$defs/Options"
