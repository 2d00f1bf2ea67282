"""What a hand is worth before it is played."""

from __future__ import annotations

from protocol.v1.bridge import Hand
from protocol.v1.cards import Card, Rank, Suit

HONOURS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
SHORTNESS = {0: 5, 1: 3, 2: 1}


def points(hand: Hand) -> int:
    """High card points: ace 4, king 3, queen 2, jack 1."""
    return sum(HONOURS.get(card.rank, 0) for card in hand)


def of_suit(hand: Hand, suit: Suit) -> tuple[Card, ...]:
    """The cards of one suit from the top."""
    return tuple(sorted((card for card in hand if card.suit is suit), key=lambda card: -card.height))


def lengths(hand: Hand) -> dict[Suit, int]:
    return {suit: len(of_suit(hand, suit)) for suit in Suit}


def balanced(hand: Hand) -> bool:
    """4-3-3-3, 4-4-3-2 or 5-3-3-2."""
    long = sorted(lengths(hand).values())
    return long[0] >= 2 and long[1] >= 3


def longest(hand: Hand) -> Suit:
    """The longest suit; of two with five or more cards the higher, of two with four the lower."""
    held = lengths(hand)
    most = max(held.values())
    ranked = [suit for suit in Suit if held[suit] == most]
    return ranked[-1] if most >= 5 else ranked[0]


def support(hand: Hand, trumps: Suit) -> int:
    """Points with `trumps` as trumps: high cards, and shortness where there are trumps to ruff with."""
    held = lengths(hand)
    short = sum(SHORTNESS.get(held[suit], 0) for suit in Suit if suit is not trumps)
    return points(hand) + (short if held[trumps] >= 4 else min(short, held[trumps] - 1, 2))


def stops(hand: Hand, suit: Suit) -> bool:
    """Whether an opponents' suit is held at notrumps: ace, K-x, Q-x-x or J-x-x-x."""
    held = of_suit(hand, suit)
    return bool(held) and held[0].height + len(held) > 12
