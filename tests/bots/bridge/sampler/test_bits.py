"""Tests of cards as bits."""

from __future__ import annotations

from random import Random

from bots.bridge.sampler.bits import (
    cards_of,
    codes_in,
    heights_in,
    held,
    number_of,
)
from protocol.v1.cards import DECK, Card, Suit


def test_a_hand_is_the_same_after_it_was_written_as_bits() -> None:
    hand = Random(1).sample(DECK, 13)
    assert set(cards_of(held(hand))) == set(hand)
    assert list(codes_in(held(hand))) == sorted(card.deck_index for card in hand)


def test_the_two_is_the_lowest_bit_and_the_ace_the_highest() -> None:
    assert held([Card.D2, Card.DA]) == (0, 1 | 1 << 12, 0, 0)
    assert list(heights_in(1 | 1 << 12)) == [0, 12]


def test_suits_are_numbered_in_their_order() -> None:
    assert [number_of(suit) for suit in Suit] == [0, 1, 2, 3]
    assert number_of(None) is None
