"""Rules that all trick-taking games share: following suit, and the winner of a trick."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.cards import DECK, Card, Suit

CARDS_OF = {suit: frozenset(card for card in DECK if card.suit is suit) for suit in Suit}
"""For each suit, the set of its thirteen cards."""


def _strengths(trumps: Suit | None, led: Suit) -> dict[Card, int]:
    trumped = {card: 13 + card.height for card in DECK if card.suit is trumps}
    followed = {card: card.height for card in CARDS_OF[led]}
    return dict.fromkeys(DECK, -1) | followed | trumped


STRENGTHS = {(trumps, led): _strengths(trumps, led) for trumps in (None, *Suit) for led in Suit}
"""For each trump suit and suit led, the strength of each card; -1 for a card that cannot win the trick."""


def may_follow(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards of `hand` that may be played when the suit `led` was led.

    Returns the whole hand if no suit was led, or if the hand holds no card of the suit led.
    """
    if led is None:
        return tuple(hand)
    # Look the cards up in a set: a comparison of suits in Python takes twice as long.
    return tuple(filter(CARDS_OF[led].__contains__, hand)) or tuple(hand)


def winner(cards: Sequence[Card], trumps: Suit | None) -> int:
    """Return the index in `cards` of the card that wins a trick; the first of the cards is the lead."""
    return cards.index(max(cards, key=STRENGTHS[trumps, cards[0].suit].__getitem__))
