"""Wrong values, inserted at every position of a message."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any

NASTY: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    8,
    1000,
    2**53 + 1,
    2**63,
    0.5,
    "",
    "0",
    "1",
    "true",
    "x" * 1000,
    "\u0000",
    "♠",
    [],
    [1],
    [[]],
    {},
    {"t": "call"},
    {"0": "plain"},
    {"kind": "move"},
)

Path = tuple[str | int, ...]


def places(plain: Any, at: Path = ()) -> Iterator[Path]:
    """Yield every position in plain data, that of the whole value first."""
    yield at
    items = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in items:
        yield from places(value, (*at, key))


def put(plain: Any, at: Path, value: Any) -> Any:
    """Return the data with another value at a position."""
    if not at:
        return value
    changed = copy.deepcopy(plain)
    inner = changed
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return changed


def replaced(plain: Any, values: Iterable[Any]) -> Iterator[Any]:
    """Yield the data with each value at each position."""
    for at in tuple(places(plain)):
        for value in values:
            yield put(plain, at, value)


def without(plain: Any) -> Iterator[Any]:
    """Yield the data without one of its fields."""
    for at in tuple(places(plain)):
        changed = copy.deepcopy(plain)
        inner = changed
        for key in at[:-1]:
            inner = inner[key]
        if at:
            del inner[at[-1]]
            yield changed


def with_another_field(plain: Any, name: str, value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the data with one more field in each of its objects."""
    for at in tuple(places(plain)):
        inner = plain
        for key in at:
            inner = inner[key]
        if isinstance(inner, dict):
            yield at, put(plain, at, {**inner, name: value})
