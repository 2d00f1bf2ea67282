"""The cards of each variant: which are in, which count as spades, and which is higher."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from protocol.v1.cards import Suit
from protocol.v1.spades.nouns import CARDS, Card, Hand
from protocol.v1.spades.options import Jokers, Rules

_LEFT_OUT = {
    2: (),
    3: (Card.C2,),
    4: (),
    5: (Card.C2, Card.D2),
    6: (Card.C2, Card.D2, Card.H2, Card.S2),
}
_TOPS: dict[Jokers, tuple[Card, ...]] = {
    "none": (),
    "jjdd": (Card.S2, Card.D2, Card.LJ, Card.BJ),
    "jja": (Card.LJ, Card.BJ),
    "jj2a": (Card.S2, Card.LJ, Card.BJ),
}
"""The spades above the ace, the lowest first."""


@dataclass(frozen=True)
class Deck:
    """The cards of a variant, with the suit that each counts as and its height within that."""

    cards: tuple[Card, ...]
    suits: dict[Card, Suit]
    heights: dict[Card, int]

    def spades(self, hand: Hand) -> int:
        """How many spades a hand has."""
        return sum(self.suits[card] is Suit.SPADES for card in hand)

    def strength(self, card: Card) -> tuple[bool, int]:
        """Sort key for cards of all suits: any spade is above the others, which go by their rank."""
        spade = self.suits[card] is Suit.SPADES
        return spade, self.heights[card] if spade else card.place % 13

    def sorted(self, hand: Hand) -> Hand:
        """A hand as players hold it, each suit from the top."""
        return tuple(sorted(hand, key=lambda card: ("SHDC".index(self.suits[card]), -self.heights[card])))


def deck_of(rules: Rules) -> Deck:
    """The deck that these rules are played with."""
    return _deck(rules.players, rules.jokers)


@cache
def _deck(players: int, jokers: Jokers) -> Deck:
    tops = _TOPS[jokers]
    out: tuple[Card, ...] = (Card.H2, Card.C2) if tops else (*_LEFT_OUT[players], Card.LJ, Card.BJ)
    cards = tuple(card for card in CARDS if card not in out)
    suits = {card: Suit.SPADES if card in tops else card.suit for card in cards}
    heights = {card: len(CARDS) + tops.index(card) if card in tops else card.place for card in cards}
    return Deck(cards, suits, heights)
