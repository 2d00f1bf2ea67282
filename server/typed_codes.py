"""Codes that people read and type: made by chance, and read with the usual mistakes."""

from __future__ import annotations

from collections.abc import Callable

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code: digits and letters that do not look like each other (Crockford's base 32)."""
_READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V", "-": None, " ": None})
"""The characters that a person may type in place of others, and the ones between the parts of a code."""


def random_code(length: int, choice: Callable[[str], str]) -> str:
    """Return a new code of so many characters, 5 bits each; `choice` chooses a character by chance."""
    return "".join(choice(ALPHABET) for _ in range(length))


def in_parts(code: str) -> str:
    """Return a code with a hyphen in its middle, as people read it."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def read_code(typed: str) -> str:
    """Return the code that a person has typed: case, spaces and hyphens do not matter.

    >>> read_code("abc-1o il")
    'ABC1011'
    """
    return typed.upper().translate(_READ_AS)
