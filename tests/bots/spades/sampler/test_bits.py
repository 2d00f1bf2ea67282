"""Cards become a suit and a bit, in the order of the deck in use."""

from __future__ import annotations

import pytest

from bots.spades.sampler.bits import codes_of, held, highest
from protocol.v1.spades import Card, Options
from protocol.v1.spades.deck import deck_of
from server.games.spades.settled import rules_of
from tests.games.spades.hands import cards


@pytest.mark.parametrize(
    "options", [{}, {"players": 3}, {"players": 5}, {"players": 6}, {"jokers": "jjdd"}], ids=str
)
def test_every_card_has_its_own_code_and_a_higher_card_of_a_suit_a_higher_bit(
    options: dict[str, object],
) -> None:
    rules = rules_of(Options(**options))
    codes, deck = codes_of(rules), deck_of(rules)
    assert len(set(codes.values())) == len(deck.cards) == len(codes)
    for one in deck.cards:
        for other in deck.cards:
            same = codes[one][0] == codes[other][0]
            assert same == (deck.suits[one] is deck.suits[other])
            if same:
                assert (codes[one][1] > codes[other][1]) == (deck.heights[one] > deck.heights[other])


def test_a_hand_is_the_sum_of_its_bits() -> None:
    codes = codes_of(rules_of(Options()))
    assert held(codes, cards("C2 C4 SA")) == (0b101, 0, 0, 1 << 12)
    assert codes[Card.SA] == (3, highest(held(codes, cards("S2 SA"))[3]))
