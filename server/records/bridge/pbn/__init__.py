"""Portable Bridge Notation 2.1: the reader and the writer of all games of a file."""

from __future__ import annotations

import re

from server.records.bridge.pbn.reading import boards
from server.records.bridge.pbn.writing import dumps
from server.records.bridge.record import BoardRecord, readable_boards

__all__ = ["TAG", "boards", "dumps", "loads"]

TAG = re.compile(rb"^[ \t]*\[[ \t]*[A-Za-z0-9_]+[ \t]+\"", re.MULTILINE)
"""The pattern for the beginning of a PBN tag; a text with such a tag is read as PBN."""


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of a PBN file in their order.

    Raises BadRecord, with line and column, if a board of the PBN file cannot be read.
    """
    return readable_boards(boards(text))
