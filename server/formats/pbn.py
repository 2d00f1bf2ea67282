"""Portable Bridge Notation 2.1: the deals of a file's games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from protocol.v1.bridge import SEATS, Deal, Hand, Seat, Vulnerability, format_hand
from protocol.v1.cards import DECK, Card, display_order
from server.errors import BadRecord
from server.formats.pbn_tags import Game, Tag, games, plain
from server.formats.record import BoardRecord, Fault, deal_fault, sound

T = TypeVar("T")

_SEATS = {seat.letter: seat for seat in SEATS} | {seat.name: seat for seat in SEATS}
_VULNERABLE = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "N-S": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "E-W": Vulnerability.EW,
    "ALL": Vulnerability.BOTH,
    "BOTH": Vulnerability.BOTH,
}
_FIRST = re.compile(r"\s*([NESW])\s*:\s*", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SUITS = "SHDC"
_RANK = {rank: rank for rank in "23456789TJQKA"} | {"10": "T"}


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The deal of every game, with board number, dealer and vulnerability where they are told.

    A game that names neither Board nor Deal is passed over; one hidden hand gets the cards that are left.
    Raises BadRecord, with line and column, for the first deal that is not full, and for what is not PBN.
    """
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[BoardRecord | Fault]:
    """The deal of each game, or what is wrong with it. Raises BadRecord where the text stops being PBN."""
    text = plain(text)
    dealt = False
    for game in games(text):
        if game.tag("Deal") or game.tag("Board"):
            dealt = True
            yield _board(game)
    if not dealt:
        came = " ".join(text[:200].split())[:60]
        raise BadRecord(f'line 1: expected PBN with a tag like [Deal "N:..."], got none in {came!r}')


def _board(game: Game) -> BoardRecord | Fault:
    number = _number(game.tag("Board"))
    try:
        north, east, south, west = _deal(game)
        return BoardRecord(
            number=number,
            dealer=_choice(game.tag("Dealer"), _SEATS, "N, E, S or W"),
            vulnerable=_choice(game.tag("Vulnerable"), _VULNERABLE, "None, NS, EW or All"),
            hands=(north, east, south, west),
        )
    except BadRecord as error:
        return Fault(number, str(error))


def _number(tag: Tag | None) -> int | None:
    """The board number (3.4.4); None for a board with another name, or none."""
    found = re.fullmatch(r"\s*0*([1-9][0-9]{0,8})\s*", tag.value) if tag else None
    return int(found[1]) if found else None


def _choice(tag: Tag | None, choices: Mapping[str, T], wanted: str) -> T | None:
    """What the value stands for; None where it is unknown or left out."""
    word = tag.value.strip().upper() if tag else ""
    if tag is None or word in choices or word in ("", "?", "-"):
        return choices.get(word)
    raise _refusal(tag, 0, wanted, repr(tag.value))


def _refusal(tag: Tag, at: int, wanted: str, got: str) -> BadRecord:
    """The error for what stands at `at`, from 0, in the value of a tag."""
    place = f"line {tag.line}, column {tag.column + at}"
    return BadRecord(f"{place}: expected {wanted} in [{tag.name}], got {got}")


def _deal(game: Game) -> tuple[Hand, ...]:
    """The four hands in seat order; one that is hidden gets the cards of no other hand (3.4.11)."""
    tag = game.tag("Deal")
    if tag is None or tag.value.strip() in ("", "?", "-"):
        raise BadRecord(f"line {game.line}: expected a game with a deal, got one without")
    first = _FIRST.match(tag.value)
    if first is None:
        raise _refusal(tag, 0, "a first seat and a colon like N:", repr(tag.value))
    words = list(_WORD.finditer(tag.value, first.end()))
    if len(words) != 4:
        raise _refusal(tag, first.end(), "four hands", repr(tag.value[first.end() :]))
    seats = [Seat((_SEATS[first[1].upper()] + turn) % 4) for turn in range(4)]
    shown = {seat: word for seat, word in zip(seats, words, strict=True) if word[0] != "-"}
    if len(shown) < 3:
        raise _refusal(tag, first.end(), "at most one hidden hand", repr(tag.value[first.end() :]))
    return _full(tag, shown)


def _full(tag: Tag, shown: Mapping[Seat, re.Match[str]]) -> tuple[Hand, ...]:
    hands = {seat: _hand(tag, word) for seat, word in shown.items()}
    fault = deal_fault(hands)
    if fault is not None:
        seat, wanted, got = fault
        raise _refusal(tag, shown[seat].start(), wanted, got)
    held = {card for hand in hands.values() for card in hand}
    rest = tuple(sorted((card for card in DECK if card not in held), key=display_order))
    return tuple(hands.get(seat, rest) for seat in SEATS)


def _hand(tag: Tag, word: re.Match[str]) -> Hand:
    suits = word[0].split(".")
    if len(suits) != 4:
        raise _refusal(tag, word.start(), "four suits divided by three dots", repr(word[0]))
    cards, at = [], word.start()
    for suit, ranks in zip(_SUITS, suits, strict=True):
        for found in re.finditer("10|.", "" if ranks == "-" else ranks.upper()):
            rank = _RANK.get(found[0])
            if rank is None:
                raise _refusal(tag, at + found.start(), "a rank, A K Q J T 9 to 2,", repr(found[0]))
            cards.append(Card(suit + rank))
        at += len(ranks) + 1
    return tuple(cards)


def dumps(deals: Iterable[Deal]) -> str:
    """The deals as a PBN file, each a game of four tags; `loads` reads it."""
    return "% PBN 2.1\n" + "".join(_written(deal) for deal in deals)


def _written(deal: Deal) -> str:
    vulnerable = "All" if deal.vulnerable is Vulnerability.BOTH else deal.vulnerable.value
    hands = " ".join(format_hand(hand) for hand in deal.hands)
    return (
        f'[Board "{deal.board}"]\n[Dealer "{deal.dealer.letter}"]\n'
        f'[Vulnerable "{vulnerable}"]\n[Deal "N:{hands}"]\n\n'
    )
