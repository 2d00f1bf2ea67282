"""The formats that records come in and go out in, and how a file tells which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

from protocol.v1.bridge import Deal
from server.errors import BadRecord
from server.records import hanabi, spades
from server.records.bridge import endplay_json, handviewer, lin, pbn
from server.records.bridge.bridge_env import log, settings
from server.records.bridge.deals import deal_of
from server.records.bridge.record import BoardRecord, Read, sound
from server.records.hanabi import compressed
from server.records.hanabi.record import GameRecord as HanabiRecord
from server.records.json_text.comments import comment_start, without_comments
from server.records.spades.record import GameRecord

HEAD_BYTES = 4096
"""So much of a file tells its format."""
COMMENTED_BYTES = 1 << 16
"""So much of a file of JSON with comments."""
BOM = b"\xef\xbb\xbf"
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")
"""With which UTF-16 begins."""


R = TypeVar("R")


class Written(Struct, Generic[R], frozen=True):
    """A format that records are written in: `suffixes` are those of its files, the first is its own."""

    name: str
    suffixes: tuple[str, ...]
    content_type: str
    dumps: Callable[[Sequence[R]], str]


class Format(Written[BoardRecord], frozen=True):
    """One format of boards, which are read from it, too."""

    boards: Callable[[str | bytes], Iterator[Read]]


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("pbn", (".pbn",), "application/x-pbn", pbn.dumps, pbn.boards),
        Format("lin", (".lin",), "application/x-lin", lin.dumps, lin.boards),
        Format("handviewer", (".url",), "text/uri-list", handviewer.dumps, handviewer.boards),
        Format("endplay", (".json",), "application/json", endplay_json.dumps, endplay_json.boards),
        Format(
            "endplay-dialect",
            (),
            "application/json",
            partial(endplay_json.dumps, dialect=True),
            endplay_json.boards,
        ),
        Format("bridge_env", (), "application/json", log.dumps, log.boards),
        Format("board_settings", (), "application/json", settings.dumps, settings.boards),
    )
}

SPADES: dict[str, Written[GameRecord]] = {
    "json": Written("json", (".json",), "application/json", spades.dumps),
}
"""A game of Spades has one format."""

HANABI: dict[str, Written[HanabiRecord]] = {
    "json": Written("hanabi_live", (".json",), "application/json", hanabi.dumps),
    "url": Written("hanabi_live_url", (".url",), "text/uri-list", compressed.dumps),
}
"""Hanabi Live's record, and the letters of the address of a replay there."""

_SIGNS: tuple[tuple[str, Callable[[bytes], object]], ...] = (
    ("bridge_env", log.looks_like),
    ("board_settings", settings.looks_like),
    ("endplay", endplay_json.looks_like),
    ("lin", lin.SIGN.match),
    ("handviewer", handviewer.looks_like),
    ("lin", lambda head: not pbn.TAG.search(head) and lin.stands_in(head)),
)
"""By which the first bytes that are not blank tell their format, asked in this order."""


def read_deals(text: str | bytes, warn: Callable[[str], object] = str) -> tuple[Deal, ...]:
    """Return the deals of a file of any format, each once, in the file's order.

    `warn` is called with each warning of what was not read, or was read otherwise than its format has it.

    Where the record does not tell dealer or vulnerability they follow from the board number (Law 2), and a
    board without a number takes its place in the file, from 1. A board that a file repeats, once for each
    table that played it, is given once. Raises BadRecord unless every board is a full deal and there is one.
    """
    boards = sound(read_boards(text))
    distinct = tuple(dict.fromkeys(deal_of(board, place) for place, board in enumerate(boards, 1)))
    for board in boards:
        for warning in board.place.warnings:
            warn(warning)
    if not distinct:
        raise BadRecord("expected at least one deal, got none")
    return distinct


def read_boards(text: str | bytes) -> Iterator[Read]:
    """Every board of a file, or what is wrong with it. Raises BadRecord when the whole cannot be read."""
    return recognised(text).boards(text)


def is_spades(text: str | bytes) -> bool:
    """Whether the first bytes of a file tell that it is of games of Spades."""
    return spades.looks_like(_head(text))


def is_hanabi(text: str | bytes) -> bool:
    """Whether the first bytes of a file tell that it is of games of Hanabi."""
    head = _head(text)
    as_json = hanabi.looks_like(head) and not spades.looks_like(head)
    return as_json or compressed.SIGN.match(head) is not None


def recognised(text: str | bytes) -> Format:
    """The format of boards that the first bytes of a file tell; PBN where they tell none.

    Raises BadRecord for a game of Spades or Hanabi, which is no boards, and for comments in JSON, which only
    games of Hanabi may have.
    """
    head = _head(text)
    if spades.looks_like(head):
        raise BadRecord(f"line 1, column 1: expected boards of bridge, got {spades.NAME}")
    if is_hanabi(head):
        raise BadRecord(f"line 1, column 1: expected boards of bridge, got {hanabi.NAME}")
    if endplay_json.looks_like(head):
        _check_comments(text)
    return next((FORMATS[name] for name, fits in _SIGNS if fits(head)), FORMATS["pbn"])


def _check_comments(text: str | bytes) -> None:
    """Raise BadRecord, with line and column, for a comment in the JSON of boards."""
    head = _first(text, COMMENTED_BYTES)
    at = comment_start(head)
    if at is not None:
        line = 1 + head.count(b"\n", 0, at)
        column = 1 + len(head[head.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", "replace"))
        raise BadRecord(
            f"line {line}, column {column}: expected JSON without comments for boards of bridge,"
            f" got a comment, which only {hanabi.NAME} may have"
        )


def _head(text: str | bytes) -> bytes:
    """The first bytes in UTF-8, from the first that is neither blank nor in a comment of JSON."""
    head = _first(text, HEAD_BYTES).lstrip()
    if not head.startswith((b"{", b"[", b"//", b"/*")):
        return head
    commented = _first(text, COMMENTED_BYTES)
    bare = without_comments(commented)
    return bare.lstrip() if bare != commented and endplay_json.looks_like(bare) else head


def _first(text: str | bytes, most: int) -> bytes:
    """The first bytes in UTF-8, without a byte order mark."""
    head = text[:most].encode("utf-8", "replace") if isinstance(text, str) else text[:most]
    if head.startswith(BYTE_ORDERS):
        head = head.decode("utf-16", "ignore").encode()
    return head.removeprefix(BOM)
