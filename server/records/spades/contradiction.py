"""What is wrong in a record that has the form of one, and where in it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from protocol.words import counted

LONGEST = 80


class Contradiction(Exception):
    """The record says what the rules do not, at a JSON path within the value that is looked at."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(what)
        self.path = path


def compare(path: str, told: object, true: object) -> None:
    """Raise Contradiction for the first value in `told`, field by field, that is not as in `true`."""
    if told == true:
        return
    if isinstance(told, Struct) and isinstance(true, Struct):
        for name in true.__struct_fields__:
            compare(f"{path}.{name}", getattr(told, name), getattr(true, name))
    elif isinstance(told, tuple) and isinstance(true, tuple):
        if len(told) != len(true):
            raise Contradiction(path, f"expected {counted(len(true), 'value')}, got {len(told)}")
        for place, (one, other) in enumerate(zip(told, true, strict=True)):
            compare(f"{path}[{place}]", one, other)
    raise Contradiction(path, f"expected {_shown(true)}, got {_shown(told)}")


def _shown(value: object) -> str:
    """A value as it stands in the record, cut short."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
