"""The JSON Schema (2020-12) of protocol v1, made from the message types.

The schema describes the JSON encoding of the messages. Where JSON has a string of digits as a key of a map,
msgpack has a whole number; apart from that, the two encodings have the same data. The module
`protocol.v1.schema` writes no file: `python -m tests.golden` writes `schema.json` into the same folder.
"""

from __future__ import annotations

from enum import Enum
from inspect import cleandoc
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from protocol.v1 import replay
from protocol.v1.codes import CloseCode
from protocol.v1.game_nouns import GameNouns
from protocol.v1.registry import GAMES
from protocol.v1.requests import Act, Host, Match, Open, OpenSet, Rule, ToServer
from protocol.v1.updates import Patch, ToClient, View

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


# The fields that the codec reads as plain data, because their types depend on the game of the table.
_BY_GAME: dict[tuple[type, str], str] = {
    (Act, "action"): "Action",
    (Rule, "ruling"): "Ruling",
    (Match, "options"): "Options",
    (Open, "options"): "Options",
    (OpenSet, "options"): "Options",
    (Host, "options"): "Options",
    (View, "pub"): "Pub",
    (View, "own"): "Own",
    (Patch, "pub"): "PubChanges",
    (Patch, "own"): "OwnChanges",
}
_NULLABLE = {(Host, "options"), (View, "own"), (Patch, "own")}


def text() -> bytes:
    """Return the content of the file `schema.json`, the JSON Schema of the protocol."""
    return msgspec.json.format(msgspec.json.encode(document()), indent=2) + b"\n"


class Definitions(dict[str, Schema]):
    """The JSON schemas of the message classes, by the name of the class.

    `wide` True also allows types that appear only in HTTP requests and answers, such as dates.
    """

    def __init__(self, *, wide: bool = False) -> None:
        super().__init__()
        self.wide = wide
        self.classes: dict[str, type] = {}

    def describe(self, kind: Any) -> Schema:
        """Return the JSON schema of any type, and add the schemas of the classes in it to the definitions."""
        return _schema(types.type_info(kind), self)


def definitions(*, wide: bool = False) -> Definitions:
    """Return the JSON schemas of all types that occur in messages."""
    defs = Definitions(wide=wide)
    for name, description in _UNIONS.items():
        defs[name] = {"description": description, "anyOf": []}
    for name, union in (("ToServer", ToServer), ("ToClient", ToClient)):
        defs[name]["anyOf"] = _members(union, defs)
    for game in GAMES.values():
        _add_game(game, defs)
    _reference(types.type_info(CloseCode), defs)
    return defs


def document() -> Schema:
    """Return the whole schema document; every message of the protocol matches the schema at its root."""
    defs = definitions()
    return {
        "$schema": DIALECT,
        "$id": "urn:kibitz:protocol:v1",
        "title": "Kibitz protocol v1",
        "description": "The messages of subprotocol kibitz.v1.json. kibitz.v1.msgpack has the same data.",
        "anyOf": [_ref("ToServer"), _ref("ToClient")],
        "$defs": {name: {"title": name} | schema for name, schema in defs.items()},
    }


_UNIONS = {
    "ToServer": "Every message to the server.",
    "ToClient": "Every message to the client.",
    "Action": "The actions of players in the game of the table.",
    "Ruling": "The rulings of directors in the game of the table.",
    "Options": "The options of a game. An unknown field is refused.",
    "Pub": "The public half of a view. `game` names the game.",
    "Own": "The own half of a view: the fields that only one audience may see.",
    "PubChanges": "The changed fields of `pub`. A map holds only its changed keys, and null deletes a key.",
    "OwnChanges": "The changed fields of `own`, or a whole own half if the view before had no own half.",
}


def _add_game(game: GameNouns, defs: Definitions) -> None:
    action = f"{game.title}Action"
    defs[action] = {"anyOf": _members(game.action, defs)}
    defs["Action"]["anyOf"].append(_ref(action))
    if game.ruling is not None:
        defs["Ruling"]["anyOf"] += _members(game.ruling, defs)
    for title, kind in (("Options", game.options), ("Pub", game.pub), ("Own", game.own)):
        defs[title]["anyOf"].append(_reference(types.type_info(kind), defs))
    for title, kind in (("PubChanges", game.pub), ("OwnChanges", game.own)):
        whole = _name(kind)
        changes = f"{whole}Changes"
        defs[changes] = {"description": f"The changed fields of `{whole}`."} | _changes(defs[whole])
        defs[title]["anyOf"].append(_ref(changes))


def _changes(whole: Schema) -> Schema:
    """Return the schema of the changes of one half of a view, in which null deletes an entry of a map."""
    properties = {name: _without_default(field) for name, field in whole["properties"].items()}
    for field in properties.values():
        if "propertyNames" in field:
            field["additionalProperties"] = _or_null(field["additionalProperties"])
    return {"type": "object", "properties": properties}


def _without_default(field: Schema) -> Schema:
    return {keyword: value for keyword, value in field.items() if keyword != "default"}


def _members(union: Any, defs: Definitions) -> list[Schema]:
    # a union of one type is that type, which has no arguments
    return [_reference(types.type_info(kind), defs) for kind in get_args(union) or (union,)]


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}


def _name(kind: type) -> str:
    """Return the name of a class in the schema, for example `SitRequest`, `DoneUpdate` or `BridgePub`."""
    name = kind.__name__
    if kind in get_args(ToServer):
        return f"{name}Request"
    if kind in get_args(ToClient):
        return f"{name}Update"
    prefix = _title_of(kind.__module__)
    return name if name.startswith(prefix) else prefix + name


def _title_of(module: str) -> str:
    """Return the title of the game to which a module belongs, or "" for a module that belongs to no game."""
    titles = {replay.__name__: "Replay"} | {game.package: game.title for game in GAMES.values()}
    inside = [package for package in titles if f"{module}.".startswith(f"{package}.")]
    return titles[max(inside, key=len)] if inside else ""


def _reference(kind: types.Type, defs: Definitions) -> Schema:
    """Return a schema reference to a class; if the definitions lack the schema of the class, add it."""
    if not isinstance(kind, types.StructType | types.EnumType):
        raise TypeError(f"expected a struct or an enum, got {kind}")
    name = _name(kind.cls)
    if defs.classes.setdefault(name, kind.cls) is not kind.cls:
        raise TypeError(f"expected one class named {name}, got {kind.cls} and {defs.classes[name]}")
    if name not in defs:
        defs[name] = {}
        defs[name] |= _struct(kind, defs) if isinstance(kind, types.StructType) else _enum(kind.cls)
    return _ref(name)


def _enum(kind: type[Enum]) -> Schema:
    return {"description": _description(kind), "enum": [member.value for member in kind]}


def _description(kind: type) -> str:
    """Return the docstring of a class, with each paragraph as one line."""
    return "\n\n".join(" ".join(part.split()) for part in cleandoc(kind.__doc__ or "").split("\n\n"))


def _struct(kind: types.StructType, defs: Definitions) -> Schema:
    tag = {} if kind.tag_field is None else {kind.tag_field: {"const": kind.tag}}
    required = [*tag, *(field.encode_name for field in kind.fields if field.required)]
    return {
        "description": _description(kind.cls),
        "type": "object",
        "properties": tag | {field.encode_name: _field(kind.cls, field, defs) for field in kind.fields},
        **({"required": required} if required else {}),
        **({"additionalProperties": False} if kind.forbid_unknown_fields else {}),
    }


def _field(kind: type, field: types.Field, defs: Definitions) -> Schema:
    key = kind, field.encode_name
    if key in _BY_GAME:
        reference = _ref(_BY_GAME[key])
        schema = _or_null(reference) if key in _NULLABLE else reference
    else:
        schema = _schema(field.type, defs)
    if field.default not in (msgspec.NODEFAULT, msgspec.UNSET):
        return schema | {"default": _plain(field.default)}
    if field.default_factory is not msgspec.NODEFAULT:
        return schema | {"default": _plain(field.default_factory())}
    return schema


def _plain(value: object) -> object:
    """Return the JSON value of a field's default."""
    plain: object = msgspec.json.decode(msgspec.json.encode(value))
    return plain


def _schema(kind: types.Type, defs: Definitions) -> Schema:
    """Return the JSON schema of a type. Raises TypeError for a type that the protocol does not use."""
    match kind:
        case types.NoneType():
            return {"type": "null"}
        case types.BoolType():
            return {"type": "boolean"}
        case types.FloatType(gt=None, ge=None, lt=None, le=None, multiple_of=None):
            return {"type": "number"}
        case types.IntType(gt=None, lt=None, multiple_of=None):
            return {"type": "integer"} | _bounds(minimum=kind.ge, maximum=kind.le)
        case types.StrType():
            bounds = _bounds(minLength=kind.min_length, maxLength=kind.max_length, pattern=kind.pattern)
            return {"type": "string"} | bounds
        case types.LiteralType():
            return {"enum": list(kind.values)}
        case types.StructType() | types.EnumType():
            return _reference(kind, defs)
        case types.VarTupleType(min_length=None, max_length=None):
            return {"type": "array", "items": _schema(kind.item_type, defs)}
        case types.TupleType():
            items = [_schema(item, defs) for item in kind.item_types]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        case types.DictType(key_type=types.IntType() as key, min_length=None, max_length=None):
            return _map(_numeric_keys(key), kind, defs)
        case types.UnionType():
            return {"anyOf": [_schema(each, defs) for each in kind.types]}
        case _ if defs.wide:
            return _wider(kind, defs)
        case _:
            raise TypeError(f"expected a type that the protocol uses, got {kind}")


def _wider(kind: types.Type, defs: Definitions) -> Schema:
    """Return the schema of a type that appears only in HTTP bodies.

    Raises TypeError for a type that JSON cannot express.
    """
    match kind:
        case types.VarTupleType():
            bounds = _bounds(minItems=kind.min_length, maxItems=kind.max_length)
            return {"type": "array", "items": _schema(kind.item_type, defs)} | bounds
        case types.ListType(min_length=None, max_length=None):
            return {"type": "array", "items": _schema(kind.item_type, defs)}
        case types.DictType(key_type=types.EnumType() | types.LiteralType() as key):
            return _map(_schema(key, defs), kind, defs)
        case types.DictType(key_type=types.StrType()):
            return {"type": "object", "additionalProperties": _schema(kind.value_type, defs)}
        case types.DateType():
            return {"type": "string", "format": "date"}
        case types.AnyType() | types.RawType():
            return {}
        case types.Metadata(extra_json_schema=dict() as extra):
            return _schema(kind.type, defs) | extra
        case _:
            raise TypeError(f"expected a type that JSON can express, got {kind}")


def _bounds(**bounds: object) -> Schema:
    return {keyword: bound for keyword, bound in bounds.items() if bound is not None}


def _numeric_keys(key: types.IntType) -> Schema:
    """Return the schema of whole numbers as keys of a map, which JSON writes as strings."""
    if key.ge is not None and key.le is not None:
        return {"enum": [str(number) for number in range(key.ge, key.le + 1)]}
    return {"pattern": "^(0|[1-9][0-9]*)$"}


def _map(names: Schema, kind: types.DictType, defs: Definitions) -> Schema:
    return {"type": "object", "propertyNames": names, "additionalProperties": _schema(kind.value_type, defs)}
