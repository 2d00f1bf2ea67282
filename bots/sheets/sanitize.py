"""What others have typed, made safe for a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text without anything that a terminal obeys; what is left out leaves a space.

    >>> printable("good\\x1b[2Jluck")
    'good [2Jluck'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)
