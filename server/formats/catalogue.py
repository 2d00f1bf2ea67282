"""The formats that boards come in and go out in, and how a file tells which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.formats import endplay_json, handviewer, lin, pbn
from server.formats.bridge_env import log, settings
from server.formats.deals import deal_of
from server.formats.record import BoardRecord, Read, sound

HEAD_BYTES = 4096
"""So much of a file tells its format."""
BOM = b"\xef\xbb\xbf"
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")
"""With which UTF-16 begins."""


class Format(Struct, frozen=True):
    """One format: `suffixes` are those of files that are taken to be of it, the first is its own."""

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    boards: Callable[[str | bytes], Iterator[Read]]
    dumps: Callable[[Sequence[BoardRecord]], str]


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("pbn", (".pbn",), "application/x-pbn", pbn.boards, pbn.dumps),
        Format("lin", (".lin",), "application/x-lin", lin.boards, lin.dumps),
        Format("handviewer", (".url",), "text/uri-list", handviewer.boards, handviewer.dumps),
        Format("endplay", (".json",), "application/json", endplay_json.boards, endplay_json.dumps),
        Format(
            "endplay-dialect",
            (),
            "application/json",
            endplay_json.boards,
            partial(endplay_json.dumps, dialect=True),
        ),
        Format("bridge_env", (), "application/json", log.boards, log.dumps),
        Format("board_settings", (), "application/json", settings.boards, settings.dumps),
    )
}

_SIGNS: tuple[tuple[str, Callable[[bytes], object]], ...] = (
    ("bridge_env", log.looks_like),
    ("board_settings", settings.looks_like),
    ("endplay", endplay_json.looks_like),
    ("lin", lin.SIGN.match),
    ("handviewer", handviewer.looks_like),
    ("lin", lambda head: not pbn.TAG.search(head) and lin.stands_in(head)),
)
"""By which the first bytes that are not blank tell their format, asked in this order."""


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
    return recognised(text).boards(text)


def recognised(text: str | bytes) -> Format:
    """The format that the first bytes of a file tell; PBN where they tell none."""
    head = text[:HEAD_BYTES].encode("utf-8", "replace") if isinstance(text, str) else text[:HEAD_BYTES]
    if head.startswith(BYTE_ORDERS):
        head = head.decode("utf-16", "ignore").encode()
    head = head.removeprefix(BOM).lstrip()
    return next((FORMATS[name] for name, fits in _SIGNS if fits(head)), FORMATS["pbn"])
