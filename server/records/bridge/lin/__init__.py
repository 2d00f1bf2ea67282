"""LIN, the format of Bridge Base Online, for single boards and for sessions with two rooms and commentary.

No published standard defines LIN. A LIN file is a sequence of tokens `key|value|` with keys of two letters;
line breaks have no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.records.bridge.lin.reading import read
from server.records.bridge.lin.tokens import lines, plain, refusal, tokens
from server.records.bridge.lin.writing import dumps
from server.records.bridge.record import BoardRecord, Read, readable_boards

__all__ = ["SIGN", "boards", "dumps", "loads", "stands_in"]

SIGN = re.compile(rb"(?:%[^\n]*\n\s*)*[A-Za-z]{2}\s*\|")
"""The pattern for the beginning of a LIN file, which may start with lines that begin with `%`."""

_BEGINNING = re.compile(r"\s*(?:%[^\n]*\n\s*)*[A-Za-z]{2}\s*\|")
_DEAL = re.compile(r"[Mm][Dd][ \t\n]*\|\s*[0-4]?\s*[SHDCshdc][SHDCshdc0-9TJQKAtjqka]{9}")
"""The pattern for a LIN deal, by which LIN is recognised in a file that begins with other text."""


def stands_in(head: bytes) -> bool:
    """Return True if the first bytes of a text contain a LIN deal."""
    return _DEAL.search(head.decode("utf-8", "replace")) is not None


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of a LIN file in their order.

    Raises BadRecord, with line and column, if a board of the LIN file cannot be read.
    """
    return readable_boards(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Yield each board of a LIN text, or a `Fault` for a board that cannot be read.

    Raises BadRecord for a LIN text without a board.

    Results in the header of a LIN session (`rs`) become the contracts and tricks of its boards. If the claim
    of a LIN board (`mc`) gives another number of tricks than its result, `place.contradicted` names both
    numbers, and the record's `info` keeps the claim as `Lin_claim`. The values of a LIN key `xx` for which a
    record has no field are kept in the record's `info` as `Lin_xx`, with `|` between them. Values of a LIN
    session's header that belong to no board are kept in the `info` of the session's first record.
    """
    plain_text = plain(text)
    if not _BEGINNING.match(plain_text) and not _DEAL.search(plain_text):
        raise refusal(
            lines(plain_text),
            0,
            "LIN, such as md|3S..,S..,S..,S..|mb|1C|pc|SA|",
            " ".join(plain_text[:200].split()),
        )
    return read(tokens(plain_text), lines(plain_text), plain_text[:200])
