"""JSON with comments: `//` to the end of a line, and `/* */`."""

from __future__ import annotations

import re

_STRING = rb'"[^"\\]*+(?s:\\.[^"\\]*+)*+(?:"|\\?\Z)'
"""A string, or the rest of a file that ends within one."""
_COMMENT = rb"//[^\r\n]*+|/\*(?s:.*?)\*/"
_PIECES = re.compile(_STRING + rb"|(?P<comment>" + _COMMENT + rb")|/\*(?s:.*)\Z")
_BLANKS = bytes(each if each in b"\r\n" else 0x20 for each in range(256))
_CONTINUED = bytes(range(0x80, 0xC0))
"""The bytes of a character behind its first, which are left out, as columns count characters."""


def without_comments(data: bytes) -> bytes:
    """Return UTF-8 text in which each character of a comment is a blank.

    Line breaks stay, so that every value keeps its line and column. A comment that does not end is kept, for
    the JSON decoder to refuse it at its place.
    """
    if b"//" not in data and b"/*" not in data:
        return data
    return _PIECES.sub(_blank, data)


def comment_start(data: bytes) -> int | None:
    """Return where the first comment begins, None where there is none."""
    return next((found.start() for found in _PIECES.finditer(data) if found["comment"] is not None), None)


def _blank(found: re.Match[bytes]) -> bytes:
    return found[0] if found["comment"] is None else found[0].translate(_BLANKS, _CONTINUED)
