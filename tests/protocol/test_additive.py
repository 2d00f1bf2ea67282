"""The check for additive changes, tested with planted changes of every kind."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from protocol.v1 import schema
from tests.protocol import additive
from tests.protocol.additive import FROZEN, breaches

Defs = dict[str, Any]
DEFS: Defs = schema.document()["$defs"]


def planted(change: Callable[[Defs], object]) -> list[str]:
    """Return the result of the check for today's schema with a change."""
    changed = copy.deepcopy(DEFS)
    change(changed)
    assert changed != DEFS, "nothing was planted"
    return breaches({"$defs": DEFS}, {"$defs": changed})


def planted_in(name: str, change: Callable[[Defs], object]) -> list[str]:
    """Return the result of the check for today's schema with a change of a definition or of references to it.

    Only what may change is copied, and only the definitions that lead to it are compared.
    """
    copied = {each: copy.deepcopy(DEFS[each]) for each in DEFS if each == name or name in REFERS[each]}
    changed = DEFS | copied
    change(changed)
    assert all(changed[each] is DEFS[each] for each in DEFS if each not in copied)
    assert changed != DEFS, "nothing was planted"
    return breaches({"$defs": DEFS}, {"$defs": changed}, DEFS.keys() - LEADS_TO[name])


def field(defs: Defs, place: str) -> Any:
    """Return the schema of a field, by default of `ActRequest.n`."""
    name, _, of = place.partition(".")
    return defs[name]["properties"][of]


def rename(place: str, new: str) -> Callable[[Defs], None]:
    name, _, of = place.partition(".")

    def change(defs: Defs) -> None:
        properties = defs[name]["properties"]
        properties[new] = properties.pop(of)

    return change


def rename_definition(name: str) -> Callable[[Defs], None]:
    def change(defs: Defs) -> None:
        for each in (each for each in DEFS if name in REFERS[each]):
            written = json.dumps(defs[each]).replace(f'"#/$defs/{name}"', '"#/$defs/Renamed"')
            defs[each] = json.loads(written)
        defs["Renamed"] = defs.pop(name)

    return change


def retype(place: str) -> Callable[[Defs], None]:
    """Give a field another type and keep its default."""
    name, _, of = place.partition(".")

    def change(defs: Defs) -> None:
        was = defs[name]["properties"][of]
        kept = {"default": was["default"]} if "default" in was else {}
        other = "string" if was.get("type") == "boolean" else "boolean"
        defs[name]["properties"][of] = kept | {"type": other}

    return change


def names_in(node: Any) -> set[str]:
    """Return the names of the definitions that a part of the schema refers to."""
    if isinstance(node, list):
        return set().union(*map(names_in, node))
    if not isinstance(node, dict):
        return set()
    here = {node["$ref"].removeprefix("#/$defs/")} if "$ref" in node else set()
    return here.union(*map(names_in, node.values()))


def leading_to(name: str, refers: dict[str, set[str]]) -> set[str]:
    """Return the definitions that refer to a definition, however many steps away, and that definition."""
    found, waiting = {name}, [name]
    while waiting:
        one = waiting.pop()
        further = {each for each, names in refers.items() if one in names} - found
        found |= further
        waiting += further
    return found


REFERS = {name: names_in(definition) for name, definition in DEFS.items()}
LEADS_TO = {name: leading_to(name, REFERS) for name in DEFS}
"""The definitions that a change of each definition may be felt in."""
FIELDS = tuple(
    (name, of)
    for name, definition in DEFS.items()
    for of, described in definition.get("properties", {}).items()
    if "const" not in described
)
OPTIONAL = tuple((name, of) for name, of in FIELDS if of not in DEFS[name].get("required", ()))
DEFAULTED = tuple((name, of) for name, of in FIELDS if "default" in DEFS[name]["properties"][of])


def test_protocol_v1_only_adds_to_its_frozen_schema() -> None:
    found = breaches(json.loads(FROZEN.read_bytes()), schema.document())
    assert not found, (
        "protocol v1 is frozen; what is not additive goes into a v2 (protocol/EVOLUTION.md):\n"
        + "\n".join(found)
    )


def test_a_schema_adds_nothing_to_itself() -> None:
    assert breaches({"$defs": DEFS}, {"$defs": copy.deepcopy(DEFS)}) == []


def test_every_definition_is_judged() -> None:
    comparison = additive._Comparison(DEFS, copy.deepcopy(DEFS))
    assert list(comparison.run()) == []
    judged = {old for old, _, _ in comparison._seen}
    assert [name for name, each in DEFS.items() if "anyOf" not in each and id(each) not in judged] == []


def test_the_definitions_that_do_not_lead_to_a_change_may_be_passed_over() -> None:
    """The check finds the same as in the whole schema, here with changes of forty fields."""
    for name, of in Random(40).sample(FIELDS, 40):
        for change in (retype(f"{name}.{of}"), rename_definition(name)):
            found = planted_in(name, change)
            assert found and found == planted(change)


def test_no_field_can_go() -> None:
    for name, of in FIELDS:
        found = planted_in(name, lambda defs, name=name, of=of: defs[name]["properties"].pop(of))
        assert f"{name}.{of}: is gone" in found


def test_no_field_can_be_renamed() -> None:
    for name, of in FIELDS:
        assert f"{name}.{of}: is gone" in planted_in(name, rename(f"{name}.{of}", "renamed"))


def test_no_field_can_be_retyped() -> None:
    for name, of in FIELDS:
        found = planted_in(name, retype(f"{name}.{of}"))
        assert any(breach.startswith(f"{name}.{of}: may no longer be ") for breach in found)


def test_no_field_can_become_needed() -> None:
    for name, of in OPTIONAL:
        found = planted_in(
            name,
            lambda defs, name=name, of=of: defs[name].update(required=[*defs[name].get("required", ()), of]),
        )
        assert f"{name}.{of}: is required, but was not" in found


def test_no_default_can_change() -> None:
    for name, of in DEFAULTED:
        found = planted_in(
            name, lambda defs, place=f"{name}.{of}": field(defs, place).update(default="another")
        )
        assert any(breach.startswith(f"{name}.{of}: default was ") for breach in found)


def test_no_definition_can_be_renamed() -> None:
    for name in DEFS:
        assert f"{name}: is gone" in planted_in(name, rename_definition(name))


@pytest.mark.parametrize("union", ["ToServer", "ToClient", "BridgeAction"])
def test_no_kind_of_message_can_go(union: str) -> None:
    for number in range(len(DEFS[union]["anyOf"])):
        found = planted_in(union, lambda defs, number=number: defs[union]["anyOf"].pop(number))
        assert any("may no longer be an object with t " in breach for breach in found)


def test_no_word_can_go() -> None:
    for name, value in [(name, value) for name, each in DEFS.items() for value in each.get("enum", ())]:
        found = planted_in(name, lambda defs, name=name, value=value: defs[name]["enum"].remove(value))
        assert f"{name}: may no longer be {value!r}" in found


BREAKS: dict[str, tuple[Callable[[Defs], object], str]] = {
    "a tag is renamed": (
        lambda defs: field(defs, "ActRequest.t").update(const="do"),
        "ToServer: may no longer be an object with t 'act'",
    ),
    "a client may say less": (
        lambda defs: field(defs, "ChatRequest.text").update(maxLength=100),
        "ChatRequest.text: maxLength was 500, is 100",
    ),
    "a client must say more": (
        lambda defs: field(defs, "HelloRequest.client").update(minLength=1),
        "HelloRequest.client: minLength was None, is 1",
    ),
    "a number may be less high": (
        lambda defs: field(defs, "SitRequest.seat").update(maximum=3),
        "SitRequest.seat: maximum was 7, is 3",
    ),
    "a number must be higher": (
        lambda defs: field(defs, "ActRequest.n").update(minimum=2),
        "ActRequest.n: minimum was 1, is 2",
    ),
    "a bound where none was": (
        lambda defs: field(defs, "WatchRequest.version")["anyOf"][0].update(minimum=0),
        "WatchRequest.version: minimum was None, is 0",
    ),
    "another pattern": (
        lambda defs: field(defs, "SitRequest.table").update(pattern="^[a-z]+$"),
        "SitRequest.table: pattern was ^[A-Za-z0-9_-]+$, is ^[a-z]+$",
    ),
    "fewer keys of a map": (
        lambda defs: field(defs, "OpenRequest.seats")["propertyNames"]["enum"].pop(),
        "OpenRequest.seats: keys were",
    ),
    "a literal loses a word": (
        lambda defs: field(defs, "Policy.hands")["enum"].remove("live"),
        "Policy.hands: may no longer be 'live'",
    ),
    "null is no longer taken": (
        lambda defs: field(defs, "HelloRequest.token")["anyOf"].pop(),
        "HelloRequest.token: may no longer be of type null",
    ),
    "unknown fields are no longer ignored": (
        lambda defs: defs["SitRequest"].update(additionalProperties=False),
        "SitRequest: additionalProperties was None, is False",
    ),
    "a new field of a request without a default": (
        lambda defs: (
            defs["SitRequest"]["properties"].update(zz={"type": "string"}),
            defs["SitRequest"]["required"].append("zz"),
        ),
        "SitRequest.zz: is required, but was not",
    ),
    "a new field of an update without a default": (
        lambda defs: (
            defs["DoneUpdate"]["properties"].update(zz={"type": "string"}),
            defs["DoneUpdate"]["required"].append("zz"),
        ),
        "DoneUpdate.zz: is required, but was not",
    ),
    "the server leaves out what was always there": (
        lambda defs: defs["ViewUpdate"]["required"].remove("epoch"),
        "ViewUpdate.epoch: may be left out, but was always there",
    ),
    "the server says null where it did not": (
        lambda defs: defs["PongUpdate"]["properties"].update(now_ms=or_null(DEFS, "PongUpdate.now_ms")),
        "PongUpdate.now_ms: may now be of type null too",
    ),
    "the server says a number or a word": (
        lambda defs: field(defs, "DoneUpdate.n")["anyOf"].append({"type": "string"}),
        "DoneUpdate.n: may now be of type string too",
    ),
    "the server exceeds a bound": (
        lambda defs: field(defs, "BridgeContract.level").update(maximum=8),
        "BridgeContract.level: maximum was 7, is 8",
    ),
    "a list's items are retyped": (
        lambda defs: field(defs, "ChatUpdate.lines").update(items={"type": "string"}),
        "ChatUpdate.lines[]: may no longer be a Said",
    ),
    "a map's values are retyped": (
        lambda defs: field(defs, "BridgePub.calls").update(additionalProperties={"type": "string"}),
        "BridgePub.calls{}: may no longer be a BridgeCall",
    ),
    "a map's keys are others": (
        lambda defs: field(defs, "BridgePub.calls").update(propertyNames={"pattern": "^[NESW]$"}),
        "BridgePub.calls: propertyNames was",
    ),
    "a tuple grows": (
        lambda defs: field(defs, "BridgePub.tricks")["prefixItems"].append({"type": "integer"}),
        "BridgePub.tricks: had 2 places, has 3",
    ),
    "a tuple is reordered": (
        lambda defs: field(defs, "BridgePub.tricks").update(
            prefixItems=[{"type": "integer"}, {"type": "string"}]
        ),
        "BridgePub.tricks[1]: may no longer be of type integer",
    ),
    "an option is gone": (
        lambda defs: defs["BridgeOptions"]["properties"].pop("boards"),
        "BridgeOptions.boards: is gone",
    ),
    "a keyword that nobody has judged": (
        lambda defs: field(defs, "PingRequest.c").update(multipleOf=2),
        "PingRequest.c: multipleOf was None, is 2",
    ),
}

ADDS: dict[str, Callable[[Defs], object]] = {
    "a field of a request": lambda defs: defs["SitRequest"]["properties"].update(
        why={"type": "string", "default": ""}
    ),
    "a field of an update": lambda defs: defs["DoneUpdate"]["properties"].update(
        why={"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    ),
    "a field of a view": lambda defs: defs["BridgePub"]["properties"].update(
        zz={"type": "object", "default": {}}
    ),
    "a field of the policy, and so of its default": lambda defs: (
        defs["Policy"]["properties"].update(zz_ms={"type": "integer", "default": 0}),
        field(defs, "OpenRequest.policy")["default"].update(zz_ms=0),
    ),
    "a request": lambda defs: (
        defs.update(ZzRequest={"title": "ZzRequest", "properties": {"t": {"const": "zz"}}}),
        defs["ToServer"]["anyOf"].append({"$ref": "#/$defs/ZzRequest"}),
    ),
    "an update": lambda defs: (
        defs.update(ZzUpdate={"title": "ZzUpdate", "properties": {"t": {"const": "zz"}}}),
        defs["ToClient"]["anyOf"].append({"$ref": "#/$defs/ZzUpdate"}),
    ),
    "an action": lambda defs: (
        defs.update(BridgeZz={"title": "BridgeZz", "properties": {"t": {"const": "zz"}}}),
        defs["BridgeAction"]["anyOf"].append({"$ref": "#/$defs/BridgeZz"}),
    ),
    "something that may have happened last": lambda defs: (
        defs.update(BridgeZzed={"title": "BridgeZzed", "properties": {"t": {"const": "zzed"}}}),
        field(defs, "BridgePub.last")["anyOf"].append({"$ref": "#/$defs/BridgeZzed"}),
    ),
    "a game": lambda defs: (
        defs.update(ZzPub={"title": "ZzPub", "properties": {"game": {"const": "zz"}}}),
        defs.update(ZzOptions={"title": "ZzOptions", "properties": {}}),
        defs["Pub"]["anyOf"].append({"$ref": "#/$defs/ZzPub"}),
        defs["Options"]["anyOf"].append({"$ref": "#/$defs/ZzOptions"}),
    ),
    "two more games that share an action": lambda defs: (
        defs.update(ZzStep={"title": "ZzStep", "properties": {"t": {"const": "pass"}}}),
        defs["Action"]["anyOf"].extend([{"$ref": "#/$defs/ZzStep"}, {"$ref": "#/$defs/ZzStep"}]),
    ),
    "a code of refusal": lambda defs: defs["Code"]["enum"].append("zz"),
    "a close code": lambda defs: defs["CloseCode"]["enum"].append(4299),
    "a kind of notice": lambda defs: field(defs, "NoticeUpdate.kind")["enum"].append("zz"),
    "a word that clients may say": lambda defs: field(defs, "WatchRequest.as")["anyOf"][0]["enum"].append(
        "zz"
    ),
    "another type that clients may send": lambda defs: field(defs, "WatchRequest.as")["anyOf"].append(
        {"type": "null"}
    ),
    "a longer text": lambda defs: field(defs, "ChatRequest.text").update(maxLength=1000),
    "a text of any length": lambda defs: field(defs, "ChatRequest.text").pop("maxLength"),
    "a higher seat": lambda defs: field(defs, "SitRequest.seat").update(maximum=11),
    "more keys of a map": lambda defs: field(defs, "OpenRequest.seats")["propertyNames"]["enum"].append("8"),
    "a field of a request that may be left out now": lambda defs: (
        defs["SitRequest"]["required"].remove("seat"),
        field(defs, "SitRequest.seat").update(default=0),
    ),
    "a tighter promise of the server": lambda defs: field(defs, "Limits.frame_bytes").update(minimum=2),
    "better words in a description": lambda defs: defs["ActRequest"].update(description="Act!"),
}


def or_null(defs: Defs, place: str) -> dict[str, Any]:
    return {"anyOf": [field(defs, place), {"type": "null"}]}


@pytest.mark.parametrize("name", BREAKS)
def test_a_change_that_breaks_a_client_is_found(name: str) -> None:
    change, breach = BREAKS[name]
    assert any(found.startswith(breach) for found in planted(change)), planted(change)


@pytest.mark.parametrize("name", ADDS)
def test_an_additive_change_passes(name: str) -> None:
    assert planted(ADDS[name]) == []


def test_only_an_additive_schema_is_frozen(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = tmp_path / "frozen_v1.json"
    monkeypatch.setattr(additive, "FROZEN", frozen)
    older = schema.document()
    del older["$defs"]["NoticeUpdate"]["properties"]["retry_ms"]
    frozen.write_text(json.dumps(older))
    assert additive.main(["--freeze"]) == 0
    assert frozen.read_bytes() == schema.text()
    older["$defs"]["NoticeUpdate"]["properties"]["gone_since"] = {"type": "integer", "default": 0}
    frozen.write_text(json.dumps(older))
    assert additive.main(["--freeze"]) == 1
    assert json.loads(frozen.read_bytes()) == older
