"""The formats that boards come in and go out in, and how a file tells which it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.formats import endplay_json, pbn
from server.formats.deals import deal_of
from server.formats.record import BoardRecord, Read, sound

HEAD_BYTES = 4096
"""So much of a file tells its format."""


class Format(Struct, frozen=True):
    """One format: `suffixes` are those of files that are taken to be of it, the first is its own."""

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    boards: Callable[[str | bytes], Iterator[Read]]
    dumps: Callable[[Sequence[BoardRecord]], str]


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (Format("endplay", (".json",), "application/json", endplay_json.boards, endplay_json.dumps),)
}

_JSON = re.compile(r'\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*[^\sA-Za-z_])')
"""An object with a first key, or a list; PBN begins with a tag `[Name "..."]`, `%`, or a comment."""


def read_deals(text: str | bytes) -> tuple[Deal, ...]:
    """The deals of a file of any format, each once, in the file's order.

    Where the record does not tell dealer or vulnerability they follow from the board number (Law 2), and a
    board without a number takes its place in the file, from 1. A board that a file repeats, once for each
    table that played it, is given once. Raises BadRecord unless every board is a full deal and there is one.
    """
    deals = (deal_of(board, place) for place, board in enumerate(sound(read_boards(text)), 1))
    distinct = tuple(dict.fromkeys(deals))
    if not distinct:
        raise BadRecord("expected at least one deal, got none")
    return distinct


def read_boards(text: str | bytes) -> Iterator[Read]:
    """Every board of a file, or what is wrong with it. Raises BadRecord when the whole cannot be read."""
    start = text[:4096] if isinstance(text, str) else text[:4096].decode("utf-8-sig", "replace")
    boards = endplay_json.boards if _JSON.match(start.removeprefix("\ufeff")) else pbn.boards
    return boards(text)
