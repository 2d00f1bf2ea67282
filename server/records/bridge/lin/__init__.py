"""LIN, the format of Bridge Base Online: single boards, and whole sessions with two rooms and commentary.

It has no standard. A file is a flow of tokens `key|value|`, the keys two letters; lines mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.records.bridge.lin.reading import read
from server.records.bridge.lin.tokens import lines, plain, refusal, tokens
from server.records.bridge.lin.writing import dumps
from server.records.bridge.record import BoardRecord, Read, sound

__all__ = ["SIGN", "boards", "dumps", "loads", "stands_in"]

SIGN = re.compile(rb"(?:%[^\n]*\n\s*)*[A-Za-z]{2}\s*\|")
"""How a file of LIN begins, perhaps below remarks of the program that made it."""

_BEGINNING = re.compile(r"\s*(?:%[^\n]*\n\s*)*[A-Za-z]{2}\s*\|")
_DEAL = re.compile(r"[Mm][Dd][ \t\n]*\|\s*[0-4]?\s*[SHDCshdc][SHDCshdc0-9TJQKAtjqka]{9}")
"""What tells LIN that other text stands before."""


def stands_in(head: bytes) -> bool:
    """Whether there is a deal of LIN somewhere in the first bytes of a text."""
    return _DEAL.search(head.decode("utf-8", "replace")) is not None


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of a file. Raises BadRecord, with line and column, for the first that cannot be read."""
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Each board, or what is wrong with it. Raises BadRecord for a text in which there is no board.

    Results in the header (`rs`) become contract and tricks of their boards, unless the claim (`mc`) says
    otherwise; then `place.contradicted` says so, and the claim stays in `info` as `Lin_claim`. Keys without a
    field are kept as `Lin_xx`, several values divided by bars; what only the header tells stands in the
    `info` of the session's first record.
    """
    told = plain(text)
    if not _BEGINNING.match(told) and not _DEAL.search(told):
        raise refusal(
            lines(told), 0, "LIN, as md|3S..,S..,S..,S..|mb|1C|pc|SA|", " ".join(told[:200].split())
        )
    return read(tokens(told), lines(told), told[:200])
