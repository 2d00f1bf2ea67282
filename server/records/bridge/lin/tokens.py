"""The tokens of LIN: two-letter keys with their values, regardless of their meaning."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from server.errors import BadRecord

Token = tuple[str, str, int]
"""A LIN token: its key in lower case, its value, and the offset of the value in the text."""

Locate = Callable[[int], tuple[int, int]]
"""A function that returns the line and the column of an offset in a text, both counted from 1."""

LOOSE = ""
"""The key that stands for loose text between two LIN tokens."""

CUT = "|"
"""The key that stands for a LIN token that the end of the text cuts off."""

_TOKEN = re.compile(r"([A-Za-z][A-Za-z0-9]|[0-9][A-Za-z])[ \t\n]*\|([^|]*)(\||\Z)")
_NOTHING = " \t\n|\x1a\ufeff"
_BEGINNING = re.compile(r"[A-Za-z0-9]{1,2}")
_BYTE_ORDER = (b"\xff\xfe", b"\xfe\xff")


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a LIN text in order; a token's key is the two characters before its first `|`."""
    end = 0
    for found in _TOKEN.finditer(text):
        start = found.start()
        if start != end:
            loose = text[end:start].strip(_NOTHING)
            if loose:
                yield LOOSE, loose, end
        key, value, bar = found.groups()
        end = found.end()
        if not bar and not value.strip() and key.lower() != "pg":
            yield CUT, f"{key}|", start
        else:
            yield key.lower(), value, end - len(value) - len(bar)
    yield from _rest(text, end)


def _rest(text: str, end: int) -> Iterator[Token]:
    """Yield the text after the last LIN token: a key without a value, or loose text."""
    left = text[end:].lstrip(_NOTHING)
    loose = left.rstrip(_NOTHING)
    if loose:
        yield CUT if end and _BEGINNING.fullmatch(loose) else LOOSE, loose, len(text) - len(left)


def plain(text: str | bytes) -> str:
    """Return a file's text with line feeds as the only line breaks.

    Bytes of a file are decoded as UTF-8, or else as Windows-1252 or Latin-1; a byte order mark selects
    UTF-16. Raises BadRecord for a text with a NUL character.
    """
    decoded = text if isinstance(text, str) else _decoded(text)
    nul_at = decoded.find("\0")
    if nul_at >= 0:
        line, column = lines(decoded)(nul_at)
        raise BadRecord(f"line {line}, column {column}: expected text, got a NUL character")
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    if data.startswith(_BYTE_ORDER):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def lines(text: str) -> Locate:
    """Return a function that finds the line and column of an offset; its first call indexes the lines."""
    starts: list[int] = []

    def locate(at: int) -> tuple[int, int]:
        if not starts:
            starts.extend((0, *(found.end() for found in re.finditer("\n", text))))
        line = bisect_right(starts, at)
        return line, at - starts[line - 1] + 1

    return locate


def refusal(locate: Locate, at: int, wanted: str, got: str) -> BadRecord:
    """Return the error that `wanted` was expected at the offset `at` of a file, but `got` was found.

    The error quotes at most 60 characters of `got`.
    """
    line, column = locate(at)
    shown = got if len(got) <= 60 else got[:60] + "..."
    return BadRecord(f"line {line}, column {column}: expected {wanted}, got {shown!r}")
