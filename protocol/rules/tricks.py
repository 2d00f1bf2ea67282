"""Rules of trick-taking games with the 52 cards of bridge: following suit, and the winner of a trick.

A search that handles many positions writes a card as its index in the deck, `Card.deck_index`, and a suit as
its number from 0 (clubs) to 3 (spades); the functions with `index` in their names are for such searches.
Spades can be played with jokers, so the winner of its tricks is found in `protocol.rules.spades.tricks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def beats(card: Card, best: Card, trumps: Suit | None) -> bool:
    """Return True if `card` beats `best`, which was played earlier and is winning the trick."""
    strengths = STRENGTHS[trumps, best.suit]
    return strengths[card] > strengths[best]


def index_beats(card: int, best: int, trumps: int | None) -> bool:
    """Return True if `card` beats `best`, which was played earlier and is winning the trick.

    Both cards are indexes in the deck, and `trumps` is the number of a suit.
    """
    if card // 13 == best // 13:
        return card > best
    return card // 13 == trumps


def index_winner(cards: Iterable[int], trumps: int | None) -> int:
    """Return the index in `cards` of the card that is winning a trick; the first of the cards is the lead.

    The cards are indexes in the deck, and `trumps` is the number of a suit. Returns 0 for a trick without a
    card.
    """
    place, best = 0, -1
    for at, card in enumerate(cards):
        if best < 0 or index_beats(card, best, trumps):
            place, best = at, card
    return place
