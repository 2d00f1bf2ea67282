"""Portable Bridge Notation 2.1: all games of a file, both ways."""

from __future__ import annotations

from server.formats.pbn.reading import boards
from server.formats.pbn.writing import dumps
from server.formats.record import BoardRecord, sound

__all__ = ["boards", "dumps", "loads"]


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file. Raises BadRecord, with line and column, for the first that cannot be read."""
    return sound(boards(text))
