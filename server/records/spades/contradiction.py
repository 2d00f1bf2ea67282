"""The error about a record of Spades that has all fields, but contradicts the rules or itself."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from protocol.words import with_count

LONGEST = 80


class Contradiction(Exception):
    """A contradiction in a record of Spades, at the JSON path `path` within the checked value."""

    def __init__(self, path: str, error: str) -> None:
        super().__init__(error)
        self.path = path


def compare(path: str, recorded: object, expected: object) -> None:
    """Raise Contradiction at the first difference between a recorded value and the value that the rules give.

    Two structs are compared field by field, and two tuples value by value.
    """
    if recorded == expected:
        return
    if isinstance(recorded, Struct) and isinstance(expected, Struct):
        for name in expected.__struct_fields__:
            compare(f"{path}.{name}", getattr(recorded, name), getattr(expected, name))
    elif isinstance(recorded, tuple) and isinstance(expected, tuple):
        if len(recorded) != len(expected):
            raise Contradiction(path, f"expected {with_count(len(expected), 'value')}, got {len(recorded)}")
        for index, (one, other) in enumerate(zip(recorded, expected, strict=True)):
            compare(f"{path}[{index}]", one, other)
    raise Contradiction(path, f"expected {_json_text(expected)}, got {_json_text(recorded)}")


def _json_text(value: object) -> str:
    """Return a value as JSON text for an error, cut to `LONGEST` characters."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
