"""Portable Bridge Notation 2.1: all games of a file, both ways."""

from __future__ import annotations

import re

from server.records.bridge.pbn.reading import boards
from server.records.bridge.pbn.writing import dumps
from server.records.bridge.record import BoardRecord, sound

__all__ = ["TAG", "boards", "dumps", "loads"]

TAG = re.compile(rb"^[ \t]*\[[ \t]*[A-Za-z0-9_]+[ \t]+\"", re.MULTILINE)
"""How a tag begins; text that has one is taken for PBN, whatever else stands in it."""


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file. Raises BadRecord, with line and column, for the first that cannot be read."""
    return sound(boards(text))
