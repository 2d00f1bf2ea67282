"""Cards as numbers: a card is its index in the deck, a hand is one set of 13 bits for each suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from protocol.v1.cards import DECK, Card, Suit

SUITS = range(4)
"""The numbers of the suits, from 0 (clubs) to 3 (spades)."""
VALUES = (0,) * 9 + (1, 2, 3, 4)
"""The high-card points of a card, at the index of its height (0 for a two, 12 for an ace)."""

Held = tuple[int, int, int, int]
"""A hand as one number for each suit, in which each card is the bit at the card's height. In the number of a
suit, bit 12 is the ace and bit 0 the two.
"""
Hands = tuple[Held, Held, Held, Held]
"""The hands of the four seats, North's first."""
NOTHING: Held = (0, 0, 0, 0)


def held(cards: Iterable[Card]) -> Held:
    """Return a hand as one number of 13 bits for each suit.

    >>> held([Card.C2, Card.SA, Card.SK])
    (1, 0, 0, 6144)
    """
    return held_codes(card.deck_index for card in cards)


def held_codes(codes: Iterable[int]) -> Held:
    """Return the hand that consists of the cards with these indexes in the deck."""
    masks = [0, 0, 0, 0]
    for code in codes:
        masks[code // 13] |= 1 << code % 13
    return masks[0], masks[1], masks[2], masks[3]


def codes_in(hand: Held) -> Iterator[int]:
    """Yield the indexes of a hand's cards in the deck, in ascending order."""
    for suit in SUITS:
        for height in heights_in(hand[suit]):
            yield 13 * suit + height


def heights_in(mask: int) -> Iterator[int]:
    """Yield the heights (0 for a two, 12 for an ace) of the cards of one suit in ascending order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def cards_of(hand: Held) -> tuple[Card, ...]:
    """Return the cards of a hand in the order of the deck."""
    return tuple(DECK[code] for code in codes_in(hand))


def number_of(suit: Suit | None) -> int | None:
    """Return the number of a suit, from 0 (clubs) to 3 (spades), or None for no suit."""
    return None if suit is None else DECK.index(Card(f"{suit}2")) // 13


def with_card(hand: Held, code: int) -> Held:
    """Return a hand with one card added."""
    return _changed(hand, code // 13, hand[code // 13] | 1 << code % 13)


def without_card(hand: Held, code: int) -> Held:
    """Return a hand with one card removed."""
    return _changed(hand, code // 13, hand[code // 13] & ~(1 << code % 13))


def _changed(hand: Held, suit: int, mask: int) -> Held:
    masks = list(hand)
    masks[suit] = mask
    return masks[0], masks[1], masks[2], masks[3]
