"""The deck of each Spades variant: its cards, their suits, and their order."""

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
"""The cards that rank above the ace of spades, in ascending order, for each value of the option `jokers`."""


@dataclass(frozen=True)
class Deck:
    """The cards of a Spades variant, with each card's suit in play and its height in this suit.

    In `suits`, jokers and the twos that rank above the ace of spades are spades. A card in `heights` beats
    the cards of the same suit with a lower height. `places` has the place of each card in the order in which
    a hand is displayed.
    """

    cards: tuple[Card, ...]
    suits: dict[Card, Suit]
    heights: dict[Card, int]
    places: dict[Card, int]

    def spades(self, hand: Hand) -> int:
        """Return the number of spades in a hand."""
        return sum(self.suits[card] is Suit.SPADES for card in hand)

    def strength(self, card: Card) -> tuple[bool, int]:
        """Return a sort key for cards of all suits: spades above all other cards, other cards by rank."""
        spade = self.suits[card] is Suit.SPADES
        return spade, self.heights[card] if spade else card.deck_index % 13

    def sorted(self, hand: Hand) -> Hand:
        """Return the hand in display order: spades, hearts, diamonds, clubs, each from the highest down."""
        return tuple(sorted(hand, key=self.places.__getitem__))


def deck_of(rules: Rules) -> Deck:
    """Return the deck of cards that the given rules of Spades need."""
    return _deck(rules.players, rules.jokers)


@cache
def _deck(players: int, jokers: Jokers) -> Deck:
    tops = _TOPS[jokers]
    out: tuple[Card, ...] = (Card.H2, Card.C2) if tops else (*_LEFT_OUT[players], Card.LJ, Card.BJ)
    cards = tuple(card for card in CARDS if card not in out)
    suits = {card: Suit.SPADES if card in tops else card.suit for card in cards}
    heights = {card: len(CARDS) + tops.index(card) if card in tops else card.deck_index for card in cards}
    displayed = sorted(cards, key=lambda card: ("SHDC".index(suits[card]), -heights[card]))
    return Deck(cards, suits, heights, {card: place for place, card in enumerate(displayed)})
