"""Random messages made by Hypothesis from the types, within their bounds."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect as types

INT64 = st.integers(-(2**63), 2**64 - 1)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
TABLE_LETTERS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

PLAIN: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | INT64 | FLOATS | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=8), PLAIN, max_size=5)


def members(union: Any) -> SearchStrategy[Any]:
    """Return a strategy for any message of a union."""
    return st.one_of([values(types.type_info(kind)) for kind in get_args(union)])


def values(kind: types.Type) -> SearchStrategy[Any]:
    """Return a strategy for any value of a type of the protocol."""
    match kind:
        case types.NoneType():
            return st.none()
        case types.BoolType():
            return st.booleans()
        case types.FloatType():
            return FLOATS
        case types.IntType():
            low = -(2**63) if kind.ge is None else kind.ge
            return st.integers(low, 2**63 - 1 if kind.le is None else kind.le)
        case types.StrType():
            letters = st.characters(codec="utf-8") if kind.pattern is None else st.sampled_from(TABLE_LETTERS)
            return st.text(letters, min_size=kind.min_length or 0, max_size=kind.max_length or 60)
        case types.LiteralType():
            return st.sampled_from(kind.values)
        case types.EnumType():
            return st.sampled_from(list(kind.cls))
        case types.VarTupleType():
            return st.lists(values(kind.item_type), max_size=4).map(tuple)
        case types.DictType(value_type=types.AnyType()) | types.CustomType():
            return OBJECTS
        case types.DictType():
            return st.dictionaries(values(kind.key_type), values(kind.value_type), max_size=4)
        case types.UnionType():
            return st.one_of([values(each) for each in kind.types])
        case types.StructType():
            return _structs(kind)
        case _:
            raise TypeError(f"expected a type that the protocol uses, got {kind}")


def _structs(kind: types.StructType) -> SearchStrategy[Any]:
    parts = {
        field.name: values(field.type) if field.required else st.just(...) | values(field.type)
        for field in kind.fields
    }
    return st.fixed_dictionaries(parts).map(
        lambda made: kind.cls(**{name: value for name, value in made.items() if value is not ...})
    )


def read_back(value: Any) -> Any:
    """Return a value as JSON reads it: lists for tuples, strings for keys."""
    return msgspec.json.decode(msgspec.json.encode(value))
