"""Text that players write and others are shown, without what a terminal obeys or no reader can see."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TypeVar
from unicodedata import category

from msgspec import Struct, inspect
from msgspec.structs import replace

S = TypeVar("S", bound=Struct)
Pages = frozenset[tuple[type[Struct], str]]
"""Fields, by their struct and name, that hold a text of several lines."""

JOINERS = "\u200c\u200d"
"""The zero width non-joiner and joiner: Persian, Indic scripts and emoji are spelled with them."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that are drawn as nothing, and of which invisible names are made."""
LINE_BREAK = re.compile("\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
BLANKS = re.compile("[ \x00-\x1f\x7f-\x9f\u2028\u2029]+")


def clean(text: str) -> str:
    """Return a text of one line as others are shown it; it is never longer than what came.

    Controls and line breaks become one space. What has no visible form is removed: marks of direction,
    characters of no width but the joiners, tags, surrogates, and code points that are private or unassigned.

    >>> clean("good\\x1b[2J\\nluck")
    'good [2J luck'
    """
    if _is_clean(text):
        return text.strip()
    return _visible(text).strip(" " + JOINERS)


def clean_lines(text: str) -> str:
    """Return a text of several lines as others are shown it, blanks kept; every line break becomes "\\n".

    >>> clean_lines("1NT   15-17\\r\\n2C\\t\\u202eStayman")
    '1NT   15-17\\n2C Stayman'
    """
    if _is_clean(text):
        return text
    return "\n".join(_visible(line) for line in LINE_BREAK.split(text))


def clean_fields(value: S, pages: Pages = frozenset()) -> S:
    """Return a game's action or ruling with its free text cleaned; `value` itself where nothing changes.

    Free text is every string field without a pattern; those of `pages` have several lines.
    """
    fields = text_fields(type(value), pages)
    if not fields:
        return value
    changed = {}
    for name, cleaner in fields:
        written = getattr(value, name)
        shown = cleaner(written)
        if shown != written:
            changed[name] = shown
    return replace(value, **changed) if changed else value


@cache
def text_fields(kind: type[Struct], pages: Pages) -> tuple[tuple[str, Callable[[str], str]], ...]:
    """Return the names of a struct's free text fields, each with what cleans it."""
    found: list[tuple[str, Callable[[str], str]]] = []
    read = inspect.type_info(kind)
    assert isinstance(read, inspect.StructType)
    for field in read.fields:
        if isinstance(field.type, inspect.StrType) and field.type.pattern is None:
            found.append((field.name, clean_lines if (kind, field.name) in pages else clean))
    return tuple(found)


def _is_clean(text: str) -> bool:
    return text.isprintable() and (text.isascii() or FILLERS.isdisjoint(text))


def _visible(text: str) -> str:
    """Return the characters of a line that have a form; blanks with a control in them are one space."""
    line = BLANKS.sub(_blank, text)
    return line if _is_clean(line) else "".join(map(_shown, line))


def _blank(run: re.Match[str]) -> str:
    return run[0] if run[0].isprintable() else " "


def _shown(character: str) -> str:
    if character in JOINERS or (character.isprintable() and character not in FILLERS):
        return character
    return " " if category(character) == "Zs" else ""
