"""Error texts for invalid messages and settings, which list the valid words or field names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import inspect

LISTED = 24
"""The maximum number of valid words in an error text; if there are more, it gives only their number."""
CLOSEST = 3
"""The maximum number of similar field names that an error text suggests."""
UNKNOWN_WORD = re.compile(r"Invalid (?:enum )?value (.+)")
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.+)`")
STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]")


def describe_fault(fault: object, plain: object, kind: Any) -> str:
    """Return the text of msgspec's error `fault`, with the valid words after an unknown word or field.

    `plain` is the whole value in which msgspec found the fault, and `kind` is the expected type of this
    value.

        >>> from typing import Literal
        >>> describe_fault("Invalid enum value 'swiss'", "swiss", Literal["rubber", "total"])
        "expected one of rubber, total, got 'swiss'"
    """
    text, at, path = str(fault).partition(" - at `")
    word, field = UNKNOWN_WORD.fullmatch(text), UNKNOWN_FIELD.fullmatch(text)
    if word is None and field is None:
        return str(fault)
    kinds = _follow(path, plain, kind)
    if word is not None:
        got, expected = word[1], list_words([str(each) for each in _valid_words(kinds)])
    else:
        unknown = field[1] if field is not None else ""
        got = f"the unknown field `{unknown}`"
        expected = list_field_names([each.encode_name for each in _fields(kinds)], unknown)
    return f"expected {expected}, got {got}{at}{path}" if expected else str(fault)


def list_words(known: Sequence[str]) -> str:
    """Return the valid words `known` as a text, or only their number if there are more than `LISTED`.

    The text never contains only some of the words: the words may be cards, and to name some could reveal a
    hidden card.

        >>> list_words(["N", "E", "S", "W"]), list_words([f"clue_{n}" for n in range(40)])
        ('one of N, E, S, W', 'one of 40 words')
    """
    if not known:
        return ""
    return f"one of {', '.join(known)}" if len(known) <= LISTED else f"one of {len(known)} words"


def list_field_names(known: Sequence[str], name: str) -> str:
    """Return the valid field names `known` as a text, or their number and the names similar to `name`.

    >>> list_field_names([f"clue_{n}" for n in range(40)], "clue_7x")
    'one of 40 words, such as clue_7, clue_37, clue_27'
    """
    close = difflib.get_close_matches(name, known, CLOSEST) if len(known) > LISTED else []
    return f"{list_words(known)}, such as {', '.join(close)}" if close else list_words(known)


@cache
def _type_of(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _follow(path: str, plain: object, kind: Any) -> list[inspect.Type]:
    """Return the types that the value at `path` may have; `path` is written as in msgspec's errors."""
    kinds = [*_alternatives(_type_of(kind))]
    for name, index in STEP.findall(path):
        kinds = [*_members(kinds, plain, name)] if name else [*_items(kinds)]
        if isinstance(plain, dict):
            plain = plain.get(name)
        elif isinstance(plain, list) and index.isdecimal() and int(index) < len(plain):
            plain = plain[int(index)]
        else:
            plain = None
    return kinds


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.UnionType(types):
            for each in types:
                yield from _alternatives(each)
        case inspect.Metadata(inner):
            yield from _alternatives(inner)
        case _:
            yield kind


def _members(kinds: Iterable[inspect.Type], plain: object, name: str) -> Iterator[inspect.Type]:
    """Yield the types that the field `name` of `plain` may have.

    `kinds` are the types that `plain` may have; if `plain` has a tag, only the struct with this tag is used.
    """
    for kind in kinds:
        if isinstance(kind, inspect.DictType):
            yield from _alternatives(kind.value_type)
        if not isinstance(kind, inspect.StructType):
            continue
        if kind.tag_field == name:
            yield inspect.LiteralType((kind.tag,))
        tag = plain.get(kind.tag_field) if isinstance(plain, dict) else None
        if kind.tag_field is None or tag in (None, kind.tag):
            yield from (
                kind
                for field in kind.fields
                if field.encode_name == name
                for kind in _alternatives(field.type)
            )


def _items(kinds: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    for kind in kinds:
        match kind:
            case inspect.DictType(_, value):
                yield from _alternatives(value)
            case inspect.VarTupleType(item) | inspect.ListType(item):
                yield from _alternatives(item)
            case inspect.TupleType(items):
                for each in items:
                    yield from _alternatives(each)
            case _:
                continue


def _valid_words(kinds: Iterable[inspect.Type]) -> Iterator[object]:
    for kind in kinds:
        match kind:
            case inspect.LiteralType(values):
                yield from values
            case inspect.EnumType(cls):
                yield from (member.value for member in cls)
            case _:
                continue


def _fields(kinds: Iterable[inspect.Type]) -> Iterator[inspect.Field]:
    for kind in kinds:
        if isinstance(kind, inspect.StructType):
            yield from kind.fields
