"""Counts and lists as people read them in messages, errors and tables."""

from __future__ import annotations

from collections.abc import Sequence

PLURALS = {"is": "are", "has": "have", "match": "matches"}


def counted(count: float, noun: str) -> str:
    """Return a count with its noun, in the plural where it is not one; halves are written as such.

    >>> counted(1, "game"), counted(2, "game"), counted(0, "match"), counted(5.5, "clue")
    ('1 game', '2 games', '0 matches', '5½ clues')
    """
    words = f"{int(count)}{'½' if count % 1 else ''}"
    words = words.removeprefix("0") or "0"
    return f"{words} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    return PLURALS.get(noun, f"{noun}s")


def either(words: Sequence[str]) -> str:
    """Return alternatives in a row.

    >>> either(["N"]), either(["N", "S"]), either(["N", "E", "S", "W"])
    ('N', 'N or S', 'N, E, S or W')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
