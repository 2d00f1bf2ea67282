"""Comparison of a schema with a frozen one: old clients must still be understood, and understand.

`python -m tests.protocol.additive` prints the changes that are not additive. With `--freeze`, at a release,
it writes the additions to the frozen schema, and refuses if there is any other change.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from protocol.v1 import schema

Schema = dict[str, Any]

FROZEN = Path(__file__).with_name("frozen_v1.json")
"""The frozen schema of protocol v1, which the regeneration of goldens never writes."""

WORDS = {"$ref", "title", "description", "default", "anyOf"}
"""The keywords that are compared elsewhere, or do not restrict values."""
BOUNDS = {"minimum": 1, "minLength": 1, "minItems": 1, "maximum": -1, "maxLength": -1, "maxItems": -1}
"""The keywords that bound values: 1 if a greater bound is stricter, -1 if a smaller bound is stricter."""


class Direction(Enum):
    """The direction of the compared messages."""

    CLIENT = "ToServer"
    SERVER = "ToClient"


def breaches(frozen: Schema, now: Schema, shared: Collection[str] = ()) -> list[str]:
    """Return the changes that are not additive, each as its location and a description.

    `shared` names definitions that are one object in both schemas and refer only to such definitions. They
    are not compared.
    """
    comparison = _Comparison(frozen["$defs"], now["$defs"], shared)
    return list(dict.fromkeys(comparison.run()))


class _Comparison:
    """A parallel walk through both schemas, which visits each pair of definitions once in each direction."""

    def __init__(self, frozen: Schema, now: Schema, shared: Collection[str] = ()) -> None:
        self._frozen = frozen
        self._now = now
        self._shared = shared
        self._seen: set[tuple[int, int, Direction]] = set()

    def run(self) -> Iterator[str]:
        for name in self._frozen:
            if name not in self._now:
                yield f"{name}: is gone"
        for name, direction in (
            ("ToServer", Direction.CLIENT),
            ("ToClient", Direction.SERVER),
            ("CloseCode", Direction.SERVER),
        ):
            if name in self._frozen and name in self._now:
                yield from self._compare(self._frozen[name], self._now[name], name, direction)

    def _compare(self, old: Schema, new: Schema, at: str, direction: Direction) -> Iterator[str]:
        """Compare two schemas of one location, each with its alternatives."""
        before, after = _alternatives(old, self._frozen, at), _alternatives(new, self._now, at)
        for key, (place, alternative) in before.items():
            if key not in after:
                yield f"{at}: may no longer be {key}"
            else:
                yield from self._alternative(alternative, after[key][1], place, direction)
        for key in after.keys() - before.keys():
            if direction is Direction.SERVER and not (_is_tagged(key) and any(map(_is_tagged, before))):
                yield f"{at}: may now be {key} too, which clients do not expect"

    def _alternative(self, old: Schema, new: Schema, at: str, direction: Direction) -> Iterator[str]:
        pair = id(old), id(new), direction
        if pair in self._seen or (old is new and at in self._shared):
            return
        self._seen.add(pair)
        for value in old.get("enum", ()):
            if value not in new["enum"]:
                yield f"{at}: may no longer be {value!r}"
        yield from self._bounds(old, new, at, direction)
        yield from self._fields(old, new, at, direction)
        yield from self._items(old, new, at, direction)
        judged = {"enum", "properties", "required", "items", "prefixItems", *WORDS, *BOUNDS}
        for word in (old.keys() | new.keys()) - judged:
            yield from self._word(word, old.get(word), new.get(word), at, direction)

    def _bounds(self, old: Schema, new: Schema, at: str, direction: Direction) -> Iterator[str]:
        """Compare bounds: requests may only become less restricted, updates only more restricted."""
        for word, tighter in BOUNDS.items():
            was, is_ = old.get(word), new.get(word)
            if was == is_:
                continue
            narrowed = was is None or (is_ is not None and (is_ - was) * tighter > 0)
            if narrowed is (direction is Direction.CLIENT):
                yield f"{at}: {word} was {was}, is {is_}"

    def _fields(self, old: Schema, new: Schema, at: str, direction: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, field in before.items():
            place = f"{at}.{name}"
            if name not in after:
                yield f"{place}: is gone"
                continue
            if "default" in field and not _keeps(field["default"], after[name].get("default", ...)):
                yield f"{place}: default was {field['default']}, is {after[name].get('default')}"
            yield from self._compare(field, after[name], place, direction)
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name in sorted(needs - needed):
            yield f"{at}.{name}: is required, but was not"
        if direction is Direction.SERVER:
            for name in sorted(needed & after.keys() - needs):
                yield f"{at}.{name}: may be left out, but was always there"

    def _items(self, old: Schema, new: Schema, at: str, direction: Direction) -> Iterator[str]:
        before, after = old.get("prefixItems", ()), new.get("prefixItems", ())
        if len(before) != len(after):
            yield f"{at}: had {len(before)} places, has {len(after)}"
        for number, (was, is_) in enumerate(zip(before, after, strict=False)):
            yield from self._compare(was, is_, f"{at}[{number}]", direction)
        if "items" in old and "items" in new:
            yield from self._compare(old["items"], new["items"], f"{at}[]", direction)

    def _word(self, word: str, old: Any, new: Any, at: str, direction: Direction) -> Iterator[str]:
        """Compare another keyword, which may only disappear, and only from requests."""
        if word == "additionalProperties" and isinstance(old, dict) and isinstance(new, dict):
            yield from self._compare(old, new, f"{at}{{}}", direction)
        elif word == "propertyNames" and direction is Direction.CLIENT and {*old} == {*new} == {"enum"}:
            if not set(old["enum"]) <= set(new["enum"]):
                yield f"{at}: keys were {old['enum']}, are {new['enum']}"
        elif old != new and not (direction is Direction.CLIENT and new is None):
            yield f"{at}: {word} was {old}, is {new}"


def _alternatives(schema: Schema, defs: Schema, at: str) -> dict[str, tuple[str, Schema]]:
    """Return the alternatives of a schema and their locations, by the tags that distinguish them.

    Actions of several games may have the same tag: all but the first are also keyed by the name of their
    definition. Several games may share a definition, which counts once.
    """
    found: dict[str, tuple[str, Schema]] = {}
    for place, node in _choices(schema, defs, at):
        key = _key(place, node)
        if key in found and place != at:
            key = f"{key}, {place}"
        if key in found and found[key][0] == place != at:
            continue
        if key in found:
            raise ValueError(f"expected alternatives that can be told apart at {at}, got {key} twice")
        found[key] = place, node
    return found


def _choices(node: Schema, defs: Schema, at: str) -> Iterator[tuple[str, Schema]]:
    """Return the alternatives with references followed; the location of a definition is its name."""
    if "$ref" in node:
        name = node["$ref"].removeprefix("#/$defs/")
        yield from _choices(defs[name], defs, name)
    elif "anyOf" in node:
        for alternative in node["anyOf"]:
            yield from _choices(alternative, defs, at)
    else:
        yield at, node


def _key(at: str, node: Schema) -> str:
    for name, field in node.get("properties", {}).items():
        if "const" in field:
            return f"an object with {name} {field['const']!r}"
    if "title" in node:
        return f"a {at}"
    return "one of some words" if "enum" in node else f"of type {node.get('type', 'any')}"


def _is_tagged(key: str) -> bool:
    return key.startswith("an object with ")


def _keeps(old: Any, new: Any) -> bool:
    """Return True if a default is unchanged; fields may be added to a default that is an object."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and _keeps(value, new[name]) for name, value in old.items())
    return type(old) is type(new) and old == new


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the changes that are not additive, or freeze the additions.

    Returns 1 if there are such changes.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.additive", description=__doc__)
    parser.add_argument("--freeze", action="store_true", help="write the additions to the frozen schema")
    freeze = parser.parse_args(arguments).freeze
    now = schema.text()
    found = breaches(json.loads(FROZEN.read_bytes()), json.loads(now))
    for breach in found:
        print(breach)
    if freeze and not found:
        FROZEN.write_bytes(now)
        print(f"frozen  {FROZEN.name}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
