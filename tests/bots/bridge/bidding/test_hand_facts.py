"""The facts of a hand: points, lengths, shapes, stoppers, key cards."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.hand_facts import CLUBS, DIAMONDS, HEARTS, QUEEN, SPADES, TEN, HandFacts, facts_of
from protocol.v1.bridge import parse_hand


def facts(cards: str) -> HandFacts:
    return facts_of(parse_hand(cards))


def test_high_card_points_count_four_three_two_one_and_long_suits_a_point_for_each_card_beyond_four() -> None:
    hand = facts("AKQJ32.A2.K2.Q32")
    assert hand.hcp == 19
    assert hand.points == 21
    assert hand.lengths == (3, 2, 2, 6)


@pytest.mark.parametrize(
    ("cards", "balanced", "semibalanced"),
    [
        ("AK32.432.432.432", True, True),
        ("AK32.5432.32.432", True, True),
        ("AK432.432.32.432", True, True),
        ("AK432.5432.32.32", False, True),
        ("AK5432.32.32.432", False, True),
        ("AK432.5432.432.2", False, False),
        ("AK65432.32.32.32", False, False),
    ],
)
def test_balanced_hands_have_no_singleton_and_at_most_one_doubleton(
    cards: str, balanced: bool, semibalanced: bool
) -> None:
    assert facts(cards).balanced is balanced
    assert facts(cards).semibalanced is semibalanced


@pytest.mark.parametrize(
    ("suit", "stops"),
    [("A2", True), ("K2", True), ("Q32", True), ("J432", True), ("K", False), ("Q2", False), ("J32", False)],
)
def test_a_stopper_is_an_honour_with_enough_small_cards(suit: str, stops: bool) -> None:
    rest = "65432"[: 13 - len(suit) - 7]
    assert facts(f"9876543.{rest}..{suit}").stops(CLUBS) is stops


def test_short_suits_count_only_with_trumps() -> None:
    flat, short, void = facts("K432.432.432.432"), facts("K432.5432.5432.2"), facts("K432.5432.65432.")
    assert flat.support(SPADES) < short.support(SPADES) < void.support(SPADES)
    assert short.support(CLUBS) < short.support(SPADES)


def test_key_cards_are_the_aces_and_the_king_of_trumps() -> None:
    hand = facts("AK32.A432.K32.32")
    assert hand.aces == 2
    assert hand.kings == 2
    assert [hand.keycards(suit) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)] == [2, 3, 2, 3]


def test_honours_are_counted_down_to_a_rank() -> None:
    hand = facts("AQT32.432.432.32")
    assert hand.honours(SPADES, QUEEN) == 2
    assert hand.honours(SPADES, TEN) == 3
    assert hand.has(SPADES, QUEEN)
    assert not hand.has(HEARTS, QUEEN)


def test_facts_from_masks_are_those_of_the_cards() -> None:
    hand = facts("AQT32.432.K32.32")
    again = HandFacts.from_masks(hand.masks)
    assert (again.hcp, again.points, again.lengths, again.pattern) == (
        hand.hcp,
        hand.points,
        hand.lengths,
        hand.pattern,
    )


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("AKQJ876.AK2.42.2", 9.0),
        ("AKQ2.AK2.AQ2.K32", 7.0),
        ("KQJT98.AQ2.K42.2", 7.0),
        ("AK65432.A2.32.32", 8.0),
        ("Q432.J432.Q32.32", 0.0),
        ("AKQJT9876543.2..", 12.0),
    ],
)
def test_playing_tricks_are_long_cards_and_the_tricks_of_honours(cards: str, tricks: float) -> None:
    assert facts_of(parse_hand(cards)).playing_tricks == tricks


@pytest.mark.parametrize(
    ("cards", "tricks"),
    [
        ("AK2.AQ2.A32.K432", 5.0),
        ("KQ2.KQJ2.K2.Q432", 2.5),
        ("QJT98.K.J432.T32", 0.0),
        ("K432.5432.432.32", 0.5),
    ],
)
def test_quick_tricks_are_aces_and_kings_that_take_the_first_two_rounds(cards: str, tricks: float) -> None:
    assert facts(cards).quick_tricks == tricks


def test_the_points_of_a_suit_are_those_of_its_honours() -> None:
    hand = facts("AKJ2.432.Q32.T98")
    assert [hand.suit_points(suit) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)] == [0, 2, 0, 8]
