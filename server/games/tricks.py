"""Rules that all trick-taking games share: following suit, and the winner of a trick."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.cards import Card, Suit


def may_follow(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """Return the cards of `hand` that may follow the suit led.

    Returns the whole hand if no suit was led, or if the hand holds no card of the suit led.
    """
    if led is None:
        return tuple(hand)
    return tuple([card for card in hand if card.suit is led]) or tuple(hand)


def winner(cards: Sequence[Card], trumps: Suit | None) -> int:
    """Return the index in `trick` of the card that wins the trick; the first card is the lead."""
    best = 0
    for index in range(1, len(cards)):
        card, high = cards[index], cards[best]
        if card.suit is high.suit:
            if card.height > high.height:
                best = index
        elif card.suit is trumps:
            best = index
    return best
