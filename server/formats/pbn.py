"""Portable Bridge Notation 2.1, import format: the games of a file as tags, and the deals in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from protocol.v1.bridge import SEATS, Hand, Seat, Vulnerability
from protocol.v1.cards import DECK, Card, display_order
from server.errors import BadRecord
from server.formats.record import BoardRecord, Fault, Hands, deal_fault, sound


class Tag(Struct, frozen=True):
    """A tag pair, the line and the column of its value (from 1), and the lines of its section by number."""

    name: str
    value: str
    line: int
    column: int
    section: tuple[tuple[int, str], ...] = ()


class Game(Struct, frozen=True):
    """One game: its tags by name, with inherited values filled in, and its notes, which alone repeat."""

    line: int
    tags: dict[str, Tag]
    notes: tuple[Tag, ...] = ()


_TOKEN = re.compile(
    r"""(?P<escape>(?m:^)%[^\n]*)
    |(?P<comment>;[^\n]*|\{[^}]*\})
    |(?P<open>\{)
    |(?P<end>\n(?:[ \t]*\n)+)
    |(?P<blank>\s+)
    |(?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    |(?P<loose>\[[ \t]*(?P<loose_name>\w+)[ \t]*"(?P<loose_value>[^\n]*)"[ \t]*\](?=[ \t]*(?:\n|$)))
    |(?P<bracket>\[[^\n]*)
    |(?P<text>(?:"[^"\n]*"|[^\[{;\n])+)
    """,
    re.VERBOSE,
)
"""What PBN is made of (3.2, 3.3). `loose` is a tag whose value holds quotes or backslashes unescaped."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_FIRST = re.compile(r"\s*([NESWnesw])\s*:")
_HAND = re.compile(r"[^\s]+")
_RANKS = "23456789TJQKA"

_VULNERABLE = {
    "none": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "ns": Vulnerability.NS,
    "ew": Vulnerability.EW,
    "all": Vulnerability.BOTH,
    "both": Vulnerability.BOTH,
}


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The deals of all games, with board number, dealer and vulnerability where they are told.

    Bytes are UTF-8 or else Latin-1. A game without a Board and a Deal tag is passed over. Raises BadRecord,
    with line and column, for the first game whose deal is not four full hands, or for text that is not PBN.
    """
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[BoardRecord | Fault]:
    """The deal of each game, or what is wrong with it. Raises BadRecord for text that is not PBN at all."""
    dealt = False
    for game in games(text):
        if "Deal" in game.tags or "Board" in game.tags:
            dealt = True
            yield _board_or_fault(game)
    if not dealt:
        raise BadRecord('expected PBN with at least one tag like [Deal "N:..."], got none')


def _board_or_fault(game: Game) -> BoardRecord | Fault:
    number = _number(game.tags.get("Board"))
    try:
        return BoardRecord(
            number=number,
            dealer=_dealer(game.tags.get("Dealer")),
            vulnerable=_vulnerable(game.tags.get("Vulnerable")),
            hands=_hands(game),
        )
    except BadRecord as error:
        return Fault(number, str(error))
