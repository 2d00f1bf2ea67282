"""The removal of control characters and invisible characters from players' text before display."""

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
"""The fields of messages that may have a text of several lines, each as its struct type and field name."""

JOINERS = "\u200c\u200d"
"""The zero-width joiner and non-joiner, which are kept because Persian, Indic scripts and emoji need them."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""The invisible letters of Hangul, which are removed so that no name is invisible."""
LINE_BREAK = re.compile("\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
BLANKS = re.compile("[ \x00-\x1f\x7f-\x9f\u2028\u2029]+")


def clean(text: str) -> str:
    r"""Return a text of one line for display, never longer than the input.

    Control characters and line breaks in a player's text become one space. Invisible characters are removed
    from a player's text: direction marks, zero-width characters except the joiners, tags, surrogates, and
    private or unassigned code points.

    >>> clean("good\x1b[2J\nluck")
    'good [2J luck'
    """
    if _is_clean(text):
        return text.strip()
    return _visible(text).strip(" " + JOINERS)


def clean_lines(text: str) -> str:
    r"""Return a text of several lines for display, with all its blanks; every line break becomes "\n".

    >>> clean_lines("1NT   15-17\r\n2C\t\u202eStayman")
    '1NT   15-17\n2C Stayman'
    """
    if _is_clean(text):
        return text
    return "\n".join(_visible(line) for line in LINE_BREAK.split(text))


def clean_fields(value: S, pages: Pages = frozenset()) -> S:
    """Return a game's action or ruling with its free text cleaned.

    If cleaning changes no text, `value` itself is returned. A field of a struct with the type string is free
    text unless the type demands a pattern. A field in `pages` may have free text of several lines; the free
    text of other fields becomes one line.
    """
    fields = text_fields(type(value), pages)
    if not fields:
        return value
    changed = {}
    for name, cleaner in fields:
        written = getattr(value, name)
        cleaned = cleaner(written)
        if cleaned != written:
            changed[name] = cleaned
    return replace(value, **changed) if changed else value


@cache
def text_fields(kind: type[Struct], pages: Pages) -> tuple[tuple[str, Callable[[str], str]], ...]:
    """Return the names of a struct's fields with free text, each with the function that cleans its text."""
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
    """Return the visible characters of a line of text.

    Several blanks in a row become one space if a control character is among them.
    """
    line = BLANKS.sub(_blank, text)
    return line if _is_clean(line) else "".join(map(_visible_character, line))


def _blank(run: re.Match[str]) -> str:
    return run[0] if run[0].isprintable() else " "


def _visible_character(character: str) -> str:
    if character in JOINERS or (character.isprintable() and character not in FILLERS):
        return character
    return " " if category(character) == "Zs" else ""
