"""The names of variants that are the likest to one that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

MOST_WORDS = 8
"""More words no name has; the rest of what was asked for is not looked at."""


def nearest(name: str, names: tuple[str, ...], count: int = 3) -> list[str]:
    """Up to `count` of the `names`, those with the most words of `name` first; each word may be misspelt.

    >>> nearest("rainbw 5", ("No Variant", "Rainbow (6 Suits)", "Rainbow (5 Suits)"), 1)
    ['Rainbow (5 Suits)']
    """
    by_words = _by_words(names)
    known = _vocabulary(names)
    wished = {word for each in _words(name)[:MOST_WORDS] for word in get_close_matches(each, known, 1)}
    if not wished:
        return []

    def unlike(place: int) -> tuple[float, int]:
        words = by_words[place]
        return -len(wished & words) / len(wished | words), place

    found = sorted((place for place, words in enumerate(by_words) if wished & words), key=unlike)
    return [names[place] for place in found[:count]]


def _words(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", name.lower())


@cache
def _by_words(names: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_words(name)) - {"suits"} for name in names)


@cache
def _vocabulary(names: tuple[str, ...]) -> tuple[str, ...]:
    every: Iterable[frozenset[str]] = _by_words(names)
    return tuple(sorted(frozenset().union(*every)))
