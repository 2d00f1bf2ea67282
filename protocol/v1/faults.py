"""The error texts for invalid messages and settings, which list the valid words or field names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

LISTED = 24
"""The maximum number of valid words that an error text lists; of more words, it gives only the number."""
LISTED_FIELDS = 40
"""The maximum number of field names that an error text lists; the names of fields never are cards."""
CLOSEST = 3
"""The maximum number of similar field names that an error text suggests."""
LONGEST_SHOWN = 60
"""The maximum number of characters with which an error text quotes a value that a robot returned."""
UNKNOWN_WORD = re.compile(r"Invalid (?:enum )?value (.+)")
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.+)`")
STEP = re.compile(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]")


def describe_fault(fault: object, plain: object, kind: Any) -> str:
    """Return the text of msgspec's error `fault`, which lists the valid words after an unknown word or field.

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

    An error text never lists only some of the valid words: the words may be cards, and to name some could
    reveal a hidden card.

        >>> list_words(["N", "E", "S", "W"]), list_words([f"clue_{n}" for n in range(40)])
        ('one of N, E, S, W', 'one of 40 words')
    """
    if not known:
        return ""
    return f"one of {', '.join(known)}" if len(known) <= LISTED else f"one of {len(known)} words"


def list_field_names(known: Sequence[str], name: str) -> str:
    """Return the valid field names `known` as a text, or their number and the names similar to `name`.

    >>> list_field_names([f"clue_{n}" for n in range(80)], "clue_7x")
    'one of 80 words, such as clue_7, clue_79, clue_78'
    """
    if len(known) <= LISTED_FIELDS:
        return f"one of {', '.join(known)}" if known else ""
    close = difflib.get_close_matches(name, known, CLOSEST)
    return f"{list_words(known)}, such as {', '.join(close)}" if close else list_words(known)


def checked_action(value: object, action_type: Any) -> msgspec.Struct:
    """Return the action that a robot has chosen, converted as if the server had received it in a message.

    `action_type` is the union of the game's actions. Raises ValueError if `value` is not an action of this
    game, or if a field of it has a wrong type.

        >>> from protocol.v1.hanabi import Action
        >>> checked_action(None, Action)
        Traceback (most recent call last):
            ...
        ValueError: expected an action (PlayCard, Discard, ColorClue, RankClue, Vote), got None
    """
    check_kind(value, action_type)
    plain: object = None
    try:
        plain = msgspec.to_builtins(value)
        action: msgspec.Struct = msgspec.convert(plain, action_type)
    except (TypeError, ValueError) as error:
        fault = describe_fault(error, plain, action_type)
        raise ValueError(
            f"expected an action with fields of the right types, got {_shown(value)}: {fault}"
        ) from None
    return action


def check_kind(value: object, action_type: Any) -> None:
    """Raise ValueError if a value is not an action of the game; the fields are not checked."""
    kinds = get_args(action_type) or (action_type,)
    if not isinstance(value, kinds):
        names = ", ".join(kind.__name__ for kind in kinds)
        raise ValueError(f"expected an action ({names}), got {_shown(value)}")


def _shown(value: object) -> str:
    """Return the `repr` of a value, with the name of its type in front unless the `repr` contains that."""
    if value is None or isinstance(value, msgspec.Struct):
        return repr(value)
    text = repr(value)
    return (
        f"the {type(value).__name__} {text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + '...'}"
    )


@cache
def _type_of(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _follow(path: str, plain: object, kind: Any) -> list[inspect.Type]:
    """Return the types that the value at `path` may have; `path` is written as in msgspec's errors."""
    kinds = [*alternatives_of(_type_of(kind))]
    for name, index in STEP.findall(path):
        kinds = [*_members(kinds, plain, name)] if name else [*_items(kinds)]
        if isinstance(plain, dict):
            plain = plain.get(name)
        elif isinstance(plain, list) and index.isdecimal() and int(index) < len(plain):
            plain = plain[int(index)]
        else:
            plain = None
    return kinds


def alternatives_of(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types that a value of a type may have: the members of a union, without what limits them."""
    match kind:
        case inspect.UnionType(types):
            for each in types:
                yield from alternatives_of(each)
        case inspect.Metadata(inner):
            yield from alternatives_of(inner)
        case _:
            yield kind


def _members(kinds: Iterable[inspect.Type], plain: object, name: str) -> Iterator[inspect.Type]:
    """Yield the types that the field `name` of `plain` may have.

    `kinds` are the types that `plain` may have; if `plain` has a tag, only the struct with this tag is used.
    """
    for kind in kinds:
        if isinstance(kind, inspect.DictType):
            yield from alternatives_of(kind.value_type)
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
                for kind in alternatives_of(field.type)
            )


def _items(kinds: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    for kind in kinds:
        match kind:
            case inspect.DictType(_, value):
                yield from alternatives_of(value)
            case inspect.VarTupleType(item) | inspect.ListType(item):
                yield from alternatives_of(item)
            case inspect.TupleType(items):
                for each in items:
                    yield from alternatives_of(each)
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
