"""The search for variant names similar to an unknown name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

MOST_WORDS = 8
"""The maximum number of words of an unknown name that are compared; no name of a variant has more words."""


def nearest(name: str, names: tuple[str, ...], count: int = 3) -> list[str]:
    """Return at most `count` of the `names`; names with the most words of the unknown name `name` come first.

    Each word of the unknown name may be misspelt.

    >>> nearest("rainbw 5", ("No Variant", "Rainbow (6 Suits)", "Rainbow (5 Suits)"), 1)
    ['Rainbow (5 Suits)']
    """
    by_words = _by_words(names)
    known = _vocabulary(names)
    wanted = {word for each in _words(name)[:MOST_WORDS] for word in get_close_matches(each, known, 1)}
    if not wanted:
        return []

    def dissimilarity(index: int) -> tuple[float, int]:
        words = by_words[index]
        return -len(wanted & words) / len(wanted | words), index

    found = sorted((index for index, words in enumerate(by_words) if wanted & words), key=dissimilarity)
    return [names[index] for index in found[:count]]


def _words(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", name.lower())


@cache
def _by_words(names: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_words(name)) - {"suits"} for name in names)


@cache
def _vocabulary(names: tuple[str, ...]) -> tuple[str, ...]:
    every: Iterable[frozenset[str]] = _by_words(names)
    return tuple(sorted(frozenset().union(*every)))
