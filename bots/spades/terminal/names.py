"""The names of seats, sides and cards of a Spades table as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.rules.spades.sides import seats_of
from protocol.v1.spades import Card, Rules

COMPASS = {2: ("North", "South"), 4: ("North", "East", "South", "West")}
SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")
JOKERS = (Card.LJ, Card.BJ)


def seat_name(rules: Rules, seat: int) -> str:
    """Return a seat's name: `North`, or `Seat 2` with three, five or six players."""
    return COMPASS[rules.players][seat] if rules.players in COMPASS else f"Seat {seat}"


def seat_letter(rules: Rules, seat: int) -> str:
    """Return the letter of a seat, such as `N`, or the seat's number at tables without compass points."""
    return seat_name(rules, seat).removeprefix("Seat ")[0]


def side_letters(rules: Rules, side: int) -> str:
    """Return a side's short name: `NS`, `0+3`, or for a side of one player `N` or `seat 2`."""
    seats = seats_of(rules, side)
    if rules.players in COMPASS:
        return "".join(seat_letter(rules, seat) for seat in seats)
    return "+".join(map(str, seats)) if len(seats) > 1 else f"seat {seats[0]}"


def side_name(rules: Rules, side: int) -> str:
    """Return a side's name: `North-South`, `Seats 0 and 3`, `Seat 2`."""
    seats = seats_of(rules, side)
    if len(seats) == 1:
        return seat_name(rules, seats[0])
    if rules.players in COMPASS:
        return "-".join(seat_name(rules, seat) for seat in seats)
    return f"Seats {seats[0]} and {seats[1]}"


def rank_words(card: Card) -> str:
    """Return the name of a card's rank: `10`, `K`, or for a joker its code."""
    return card.value if card in JOKERS else card.value[1].replace("T", "10")


def card_words(card: Card) -> str:
    """Return the name of a card: `♥10`, `BJ`."""
    return card.value if card in JOKERS else card.value[0].translate(SYMBOLS) + rank_words(card)


def cards_words(cards: Iterable[Card]) -> str:
    """Return the names of cards, separated by spaces."""
    return " ".join(card_words(card) for card in cards)
