"""LIN as a flow of two-letter keys and their values; nothing here knows what a key means."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from server.errors import BadRecord

Token = tuple[str, str, int]
"""A key in lower case, its value, and where the value stands in the text, from 0."""

Locate = Callable[[int], tuple[int, int]]
"""The line and column, both from 1, of a place in the text."""

LOOSE = ""
"""The key of text that stands between two tokens."""

CUT = "|"
"""The key of a token that the end of the text cuts off."""

_TOKEN = re.compile(r"([A-Za-z][A-Za-z0-9]|[0-9][A-Za-z])[ \t\n]*\|([^|]*)(\||\Z)")
_NOTHING = " \t\n|\x1a\ufeff"
_BEGINNING = re.compile(r"[A-Za-z0-9]{1,2}")
_BYTE_ORDER = (b"\xff\xfe", b"\xfe\xff")


def tokens(text: str) -> Iterator[Token]:
    """The tokens in their order; two characters before a bar are a key, whatever stands before them."""
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
    """What stands behind the last token: nothing, a key without its value, or loose text."""
    left = text[end:].lstrip(_NOTHING)
    loose = left.rstrip(_NOTHING)
    if loose:
        yield CUT if end and _BEGINNING.fullmatch(loose) else LOOSE, loose, len(text) - len(left)


def plain(text: str | bytes) -> str:
    """The text, its lines divided by line feeds alone; bytes are UTF-8, or else of Windows or Latin-1.

    UTF-16 is read where its byte order mark stands. Raises BadRecord for what is no text.
    """
    told = text if isinstance(text, str) else _decoded(text)
    nul = told.find("\0")
    if nul >= 0:
        line, column = lines(told)(nul)
        raise BadRecord(f"line {line}, column {column}: expected text, got a NUL character")
    return told.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


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
    """Where a place stands in the text; the lines are only looked for once somebody asks."""
    starts: list[int] = []

    def locate(at: int) -> tuple[int, int]:
        if not starts:
            starts.extend((0, *(found.end() for found in re.finditer("\n", text))))
        line = bisect_right(starts, at)
        return line, at - starts[line - 1] + 1

    return locate


def refusal(locate: Locate, at: int, wanted: str, got: str) -> BadRecord:
    """The error for what stands at a place; what came is shown shortly."""
    line, column = locate(at)
    shown = got if len(got) <= 60 else got[:60] + "..."
    return BadRecord(f"line {line}, column {column}: expected {wanted}, got {shown!r}")
