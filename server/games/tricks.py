"""What all trick-taking games share: following suit, and who wins a trick."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.v1.cards import Card, Suit


def may_follow(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """The cards of `hand` that follow the suit led; the whole hand if none does or nothing is led."""
    if led is None:
        return tuple(hand)
    return tuple(card for card in hand if card.suit is led) or tuple(hand)


def winner(cards: Sequence[Card], trumps: Suit | None) -> int:
    """The place in the trick, from 0 for the lead, of the card that wins it."""
    best = 0
    for place in range(1, len(cards)):
        card, high = cards[place], cards[best]
        if card.suit is high.suit:
            if card.height > high.height:
                best = place
        elif card.suit is trumps:
            best = place
    return best
