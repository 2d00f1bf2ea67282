"""The tag Deal of PBN: its reader and its writer (PBN 2.1, 3.4.11)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from protocol.v1.bridge import SEATS, Hand, Seat, format_hand
from protocol.v1.cards import DECK, Card, display_order
from server.errors import BadRecord
from server.records.bridge.pbn.text import Source, Tag
from server.records.bridge.record import Hands, deal_fault

_SEATS = {seat.letter: seat for seat in SEATS}
_FIRST = re.compile(r"\s*([NESW])\s*:\s*", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SUITS = "SHDC"
_RANKS = "AKQJT98765432"
_OF = [{rank: Card(suit + rank) for rank in _RANKS} for suit in _SUITS]
_LETTERS = re.compile("10|.")


def hands(source: Source, tag: Tag | None) -> Hands:
    """Return the four hands of the tag Deal in seat order, with () for each hidden hand.

    A hand is hidden if the tag Deal has `-` for it, or a hand without cards such as `...`. If one hand is
    hidden and the other three hands are full, the hidden hand gets the 13 remaining cards. Hands of fewer
    than 13 cards are an end position (PBN 2.1, 3.10), in which their lengths differ by one card at most.
    Raises BadRecord for a value of the tag Deal that is neither a valid deal nor an end position.
    """
    if tag is None:
        raise BadRecord("expected a game with a deal, got a game without a deal")
    first = _FIRST.match(tag.value)
    if first is None:
        raise _refusal(source, tag, 0, "the seat of the first hand and a colon like N:", repr(tag.value))
    words = list(_WORD.finditer(tag.value, first.end()))
    if len(words) != 4:
        raise _refusal(source, tag, first.end(), "four hands", repr(tag.value[first.end() :]))
    first_seat = _SEATS[first[1].upper()]
    shown = {Seat((first_seat + turn) % 4): word for turn, word in enumerate(words) if word[0] != "-"}
    written = {seat: _hand(source, tag, word) for seat, word in shown.items()}
    known_hands = {seat: hand for seat, hand in written.items() if hand}
    _check(source, tag, shown, known_hands)
    if len(known_hands) == 3 and all(len(hand) == 13 for hand in known_hands.values()):
        (hidden,) = set(SEATS) - set(known_hands)
        rest = set(DECK).difference(*known_hands.values())
        known_hands[hidden] = tuple(sorted(rest, key=display_order))
    north, east, south, west = (known_hands.get(seat, ()) for seat in SEATS)
    return north, east, south, west


def _hand(source: Source, tag: Tag, word: re.Match[str]) -> Hand:
    suits = word[0].split(".")
    if len(suits) != 4:
        raise _refusal(source, tag, word.start(), "four suits divided by three dots", repr(word[0]))
    cards: list[Card] = []
    at = word.start()
    for suit, ranks in enumerate(suits):
        cards_of = _OF[suit]
        try:
            cards += [cards_of[rank] for rank in ranks]
        except KeyError:
            cards += _spelled(source, tag, at, suit, ranks)
        at += len(ranks) + 1
    return tuple(cards)


def _spelled(source: Source, tag: Tag, at: int, suit: int, ranks: str) -> list[Card]:
    """Return the cards of a suit that is not written in PBN's standard spelling.

    Small letters, 10, a leading suit letter, and - for a void are accepted as well as PBN's standard
    spelling.
    """
    cards: list[Card] = []
    for found in _LETTERS.finditer("" if ranks == "-" else ranks.upper()):
        if found.start() == 0 and found[0] == _SUITS[suit]:
            continue
        card = _OF[suit].get("T" if found[0] == "10" else found[0])
        if card is None:
            if found[0] == "-" and len(ranks) == 2:
                continue
            got = repr(found[0])
            raise _refusal(source, tag, at + found.start(), "a rank, A K Q J T 9 to 2,", got)
        cards.append(card)
    return cards


def _check(
    source: Source, tag: Tag, shown: Mapping[Seat, re.Match[str]], known_hands: Mapping[Seat, Hand]
) -> None:
    most = max((len(hand) for hand in known_hands.values()), default=13)
    least = min((len(hand) for hand in known_hands.values()), default=13)
    different = len(set().union(*known_hands.values())) == sum(len(hand) for hand in known_hands.values())
    if different and least == most == 13:
        return
    if most >= 13 or not different:
        fault = deal_fault(known_hands)
        if fault is not None:
            seat, wanted, got = fault
            raise _refusal(source, tag, shown[seat].start(), wanted, got)
        return
    for seat, hand in known_hands.items():
        if most - len(hand) > 1:
            wanted = f"{most - 1} or {most} cards for {seat.name.title()}, as the other hands have,"
            raise _refusal(source, tag, shown[seat].start(), wanted, f"{len(hand)}")


def _refusal(source: Source, tag: Tag, at: int, wanted: str, got: str) -> BadRecord:
    return source.refusal(tag.at + at, f"{wanted} in [Deal]", got)


def deal_value(hands: Hands, dealer: Seat | None) -> str:
    """Return the value of the tag Deal: the hands from the dealer on, high cards first (PBN 2.1, 3.4.11)."""
    first = dealer or Seat.NORTH
    first_seat = (hands[(first + turn) % 4] for turn in range(4))
    shown = (format_hand(tuple(sorted(hand, key=display_order))) if hand else "-" for hand in first_seat)
    return f"{first.letter}:{' '.join(shown)}"
