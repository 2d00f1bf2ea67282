"""The functions that read the first bytes of a file, from which its game and its format are recognised."""

from __future__ import annotations

import re

from server.records.json_text.comments import comment_start, without_comments

HEAD_BYTES = 4096
"""The number of bytes of a file that are examined to recognise its game and its format."""
COMMENTED_BYTES = 1 << 16
"""The number of bytes that are examined to recognise a JSON file that may begin with comments."""
BOM = b"\xef\xbb\xbf"
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks with which UTF-16 text begins."""
_JSON = re.compile(rb"""(?:\xef\xbb\xbf)?\s*+(?:\{\s*+(?:"[^"\n]*"\s*+:|\})|\[\s*+(?:[\[{\]"]|-?\d|$))""")


def starts_json(head: bytes) -> bool:
    """Return True if the first bytes of a file are those of a JSON object or list."""
    return _JSON.match(head) is not None


def head_of(text: str | bytes) -> bytes:
    """Return the first bytes of a file, converted to UTF-8.

    The returned bytes of the file start with the first character that is neither blank nor part of a JSON
    comment.
    """
    head = _first(text, HEAD_BYTES).lstrip()
    if not head.startswith((b"{", b"[", b"//", b"/*")):
        return head
    commented = _first(text, COMMENTED_BYTES)
    bare = without_comments(commented)
    return bare.lstrip() if bare != commented and starts_json(bare) else head


def first_comment(text: str | bytes) -> tuple[int, int] | None:
    """Return the line and the column, both from 1, of the first JSON comment, or None without a comment."""
    if not starts_json(head_of(text)):
        return None
    head = _first(text, COMMENTED_BYTES)
    at = comment_start(head)
    if at is None:
        return None
    column = 1 + len(head[head.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace"))
    return 1 + head.count(b"\n", 0, at), column


def _first(text: str | bytes, most: int) -> bytes:
    """Return the first `most` bytes or characters of a text in UTF-8, without a byte order mark."""
    head = text[:most].encode("utf-8", "replace") if isinstance(text, str) else text[:most]
    if head.startswith(BYTE_ORDERS):
        head = head.decode("utf-16", "ignore").encode()
    return head.removeprefix(BOM)
