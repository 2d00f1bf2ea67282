"""Texts for a terminal: a text without its control characters, and a time of day."""

from __future__ import annotations

from datetime import datetime


def printable(text: str) -> str:
    r"""Return a text with a space in place of each control character.

    >>> printable("good\x1b[2Jluck")
    'good [2Jluck'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)


def clock_time(at_ms: int) -> str:
    """Return the local time of day, such as `14:03:27`."""
    return datetime.fromtimestamp(at_ms / 1000).strftime("%H:%M:%S")
