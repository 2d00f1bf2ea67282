"""The evaluation of a bridge hand: points, lengths, balance, stoppers."""

from __future__ import annotations

from protocol.v1.bridge import Hand
from protocol.v1.cards import Card, Rank, Suit

HONOURS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
SHORTNESS = {0: 5, 1: 3, 2: 1}


def points(hand: Hand) -> int:
    """Return the high-card points of a hand: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack."""
    return sum(HONOURS.get(card.rank, 0) for card in hand)


def of_suit(hand: Hand, suit: Suit) -> tuple[Card, ...]:
    """Return the cards of one suit, the highest first."""
    return tuple(sorted((card for card in hand if card.suit is suit), key=lambda card: -card.height))


def lengths(hand: Hand) -> dict[Suit, int]:
    """Return the number of cards in each suit."""
    return {suit: len(of_suit(hand, suit)) for suit in Suit}


def balanced(hand: Hand) -> bool:
    """Return True if the hand has the shape 4-3-3-3, 4-4-3-2 or 5-3-3-2."""
    long = sorted(lengths(hand).values())
    return long[0] >= 2 and long[1] >= 3


def longest(hand: Hand) -> Suit:
    """Return the longest suit of a hand.

    Of equally long suits with five or more cards, return the highest; of shorter ones, the lowest.
    """
    held = lengths(hand)
    most = max(held.values())
    ranked = [suit for suit in Suit if held[suit] == most]
    return ranked[-1] if most >= 5 else ranked[0]


def support(hand: Hand, trumps: Suit) -> int:
    """Return the points of a hand if `trumps` are trumps: high-card points, and points for short suits."""
    held = lengths(hand)
    short = sum(SHORTNESS.get(held[suit], 0) for suit in Suit if suit is not trumps)
    return points(hand) + (short if held[trumps] >= 4 else min(short, held[trumps] - 1, 2))


def stops(hand: Hand, suit: Suit) -> bool:
    """Return True if the hand stops an opponents' suit at notrumps with the ace, K-x, Q-x-x or J-x-x-x."""
    held = of_suit(hand, suit)
    return bool(held) and held[0].height + len(held) > 12
