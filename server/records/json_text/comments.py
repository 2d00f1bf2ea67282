"""The removal of comments from JSON files: `//` to the end of a line, and `/* */`."""

from __future__ import annotations

import re

_STRING = rb'"[^"\\]*+(?s:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""The pattern for a JSON string, or for the rest of a file that ends inside a string."""
_COMMENT = rb"//[^\r\n]*+|/\*(?s:.*?)\*/"
_PIECES = re.compile(_STRING + rb"|(?P<comment>" + _COMMENT + rb")|/\*(?s:.*)\Z")
_BLANKS = bytes(each if each in b"\r\n" else 0x20 for each in range(256))
_CONTINUED = bytes(range(0x80, 0xC0))
"""The continuation bytes of UTF-8, removed so that each character of a comment becomes one blank."""


def without_comments(data: bytes) -> bytes:
    """Return UTF-8 JSON text in which each character of a comment is replaced by a blank.

    Line breaks in comments remain, so that every value of the JSON keeps its line and column. A JSON comment
    without an end is not replaced, so that the JSON decoder reports its position.
    """
    if b"//" not in data and b"/*" not in data:
        return data
    return _PIECES.sub(_blank, data)


def comment_start(data: bytes) -> int | None:
    """Return the offset of the first JSON comment, or None if there is no comment."""
    return next((found.start() for found in _PIECES.finditer(data) if found["comment"] is not None), None)


def _blank(found: re.Match[bytes]) -> bytes:
    return found[0] if found["comment"] is None else found[0].translate(_BLANKS, _CONTINUED)
