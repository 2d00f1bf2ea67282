"""The positions of unseen cards are probabilities, which voids and passed cards make certain."""

from __future__ import annotations

import pytest

from bots.spades.robot.unseen import Unseen, at_least
from protocol.v1.cards import Suit
from protocol.v1.spades import Options
from protocol.v1.spades.deck import deck_of
from server.games.spades.rules import SPADES
from tests.games.spades.hands import cards

DECK = deck_of(SPADES.start(Options()).rules)
SPADES_OUT = frozenset(cards("SA SK SQ SJ"))


def test_at_least_none_is_certain_and_more_than_there_are_is_impossible() -> None:
    assert at_least(0, 3, 5, 20) == 1.0
    assert at_least(4, 3, 5, 20) == 0.0
    assert at_least(1, 1, 5, 20) == pytest.approx(0.25)
    assert at_least(3, 3, 20, 20) == 1.0


def test_a_card_is_equally_likely_in_hands_of_equal_size() -> None:
    unseen = Unseen(DECK, SPADES_OUT, {1: 2, 2: 1, 3: 1})
    assert unseen.holds(1, Suit.SPADES, above=DECK.heights[cards("SK")[0]]) == pytest.approx(0.5)
    assert unseen.holds(2, Suit.SPADES, 2) == 0.0
    assert unseen.holds(1, Suit.HEARTS) == 0.0


def test_a_seat_with_a_void_holds_none_and_the_others_hold_more() -> None:
    unseen = Unseen(DECK, SPADES_OUT, {1: 4, 2: 4}, {1: frozenset((Suit.SPADES,))})
    assert unseen.holds(1, Suit.SPADES) == 0.0
    assert unseen.holds(2, Suit.SPADES, 4) == 1.0


def test_a_card_that_was_passed_to_a_seat_is_certainly_there() -> None:
    ace = frozenset(cards("SA"))
    unseen = Unseen(DECK, SPADES_OUT, {1: 2, 2: 2}, known={2: ace})
    above_king = DECK.heights[cards("SK")[0]]
    assert unseen.holds(2, Suit.SPADES, above=above_king) == 1.0
    assert unseen.holds(1, Suit.SPADES, above=above_king) == 0.0


def test_higher_cards_are_counted_in_the_same_suit() -> None:
    unseen = Unseen(DECK, frozenset(cards("SA SQ HA")), {1: 3})
    assert [unseen.higher(card) for card in cards("SK S2 HK DA")] == [1, 2, 1, 0]
    assert (unseen.out(Suit.SPADES), unseen.out(Suit.CLUBS)) == (2, 0)
