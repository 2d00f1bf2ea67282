"""Spades cards as small numbers: a card is a suit from 0 to 3 and one bit, a hand is four bit sets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Rules
from protocol.v1.spades.deck import deck_of
from protocol.v1.spades.options import Jokers

TRUMPS = 3
"""The number of the suit of spades; clubs, diamonds and hearts have the numbers 0 to 2."""
SUITS = range(4)
ORDER = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

Coded = tuple[int, int]
"""A card, as the number of the suit to which it belongs in play, and a bit, higher for a higher card."""
Held = tuple[int, int, int, int]
"""A hand of cards, as the sum of the bits of its cards in each suit."""


def codes_of(rules: Rules) -> dict[Card, Coded]:
    """Return, for each card of the deck for these rules, the number of its suit and its bit.

    >>> codes_of(Rules())[Card.C2], codes_of(Rules())[Card.SA]
    ((0, 1), (3, 4096))
    """
    return _codes(rules.players, rules.jokers)


@cache
def _codes(players: int, jokers: Jokers) -> dict[Card, Coded]:
    deck = deck_of(Rules(players=players, jokers=jokers))
    codes: dict[Card, Coded] = {}
    for number, suit in enumerate(ORDER):
        rising = sorted(
            (card for card in deck.cards if deck.suits[card] is suit), key=deck.heights.__getitem__
        )
        codes |= {card: (number, 1 << place) for place, card in enumerate(rising)}
    return codes


def held(codes: dict[Card, Coded], cards: Iterable[Card]) -> Held:
    """Return a hand of cards as four bit sets, one for each suit."""
    found = [0, 0, 0, 0]
    for card in cards:
        suit, bit = codes[card]
        found[suit] |= bit
    return found[0], found[1], found[2], found[3]


def highest(cards: int) -> int:
    """Return the highest bit of a set of cards that is not empty.

    >>> highest(0b0110)
    4
    """
    return 1 << (cards.bit_length() - 1)
