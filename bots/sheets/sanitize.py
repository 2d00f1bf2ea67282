"""The removal of control characters from text that other people have typed."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Return the text with a space in place of each control character.

    >>> printable("good\x1b[2Jluck")
    'good [2Jluck'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)
