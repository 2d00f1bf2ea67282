"""The message types that a game adds to the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct, inspect

from protocol.v1.view import Own, Pub


class GameNouns(NamedTuple):
    """The message types of one game.

    `package` is the name of the Python module or package that defines the game's message types. `action` is
    the union of the actions that players send. `ruling` is the union of the rulings that directors send, or
    None if the game has no directors.
    """

    name: str
    package: str
    action: Any
    options: type[Struct]
    pub: type[Pub]
    own: type[Own]
    ruling: Any = None

    @property
    def title(self) -> str:
        """Return the prefix of this game's classes in the JSON schema, for example `HanabiReplay`."""
        return self.name.title().replace("_", "")

    def fields_with_sets(self) -> tuple[str, ...]:
        """Return the fields of the game's messages that contain a Python set, such as `Pass.cards`."""
        kinds = (self.action, self.options, self.pub, self.own, self.ruling)
        return fields_with_sets(*(kind for kind in kinds if kind is not None))


def fields_with_sets(*kinds: Any) -> tuple[str, ...]:
    """Return the names of all fields that contain a Python set, in these types and in all types inside them.

    The order of a Python set differs from process to process, because each process hashes strings
    differently, and it depends on earlier contents of the set. With a set, one action could be stored as
    different bytes, and an action that a client sends again to another server would be taken for a new
    action. The order of a set of cards could also tell players which cards it contained before.
    """
    found: dict[str, None] = {}
    seen: set[type] = set()
    for kind in inspect.multi_type_info(kinds):
        found |= dict.fromkeys(_sets_in(kind, "", seen))
    return tuple(found)


def _sets_in(kind: inspect.Type, field: str, seen: set[type]) -> Iterator[str]:
    match kind:
        case inspect.SetType() | inspect.FrozenSetType():
            yield field
        case inspect.Metadata(type=inner):
            yield from _sets_in(inner, field, seen)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            for each in types:
                yield from _sets_in(each, field, seen)
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            yield from _sets_in(inner, field, seen)
        case inspect.DictType(value_type=inner):
            yield from _sets_in(inner, field, seen)
        case inspect.StructType(cls=struct, fields=fields) if struct not in seen:
            seen.add(struct)
            for each_field in fields:
                yield from _sets_in(each_field.type, f"{struct.__name__}.{each_field.name}", seen)
