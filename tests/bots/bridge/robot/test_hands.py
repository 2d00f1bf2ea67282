"""A hand is valued by its high cards, its shape, its support and its stoppers."""

from __future__ import annotations

import pytest

from bots.bridge.robot.hands import balanced, lengths, longest, points, stops, support
from protocol.v1.bridge import parse_hand
from protocol.v1.cards import Suit


def test_ace_king_queen_and_jack_are_4_3_2_and_1_points() -> None:
    assert points(parse_hand("AKQJ.432.432.432")) == 10
    assert points(parse_hand("T987.432.432.432")) == 0


@pytest.mark.parametrize(
    ("hand", "even"),
    [
        ("AKQJ.432.432.432", True),
        ("AKQJ.5432.432.32", True),
        ("AKQJ2.432.432.32", True),
        ("AKQJ2.5432.43.32", False),
        ("AKQJ32.432.43.32", False),
        ("AKQJ.5432.5432.2", False),
    ],
)
def test_a_balanced_hand_has_no_singleton_and_at_most_one_doubleton(hand: str, even: bool) -> None:
    assert balanced(parse_hand(hand)) is even


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("AKQJ2.432.432.32", Suit.SPADES),
        ("AKQJ2.65432.32.2", Suit.SPADES),
        ("AKQJ.5432.432.32", Suit.HEARTS),
        ("AKQ.432.5432.432", Suit.DIAMONDS),
    ],
)
def test_of_equal_suits_the_higher_is_named_with_five_cards_and_the_lower_with_four(
    hand: str, suit: Suit
) -> None:
    assert longest(parse_hand(hand)) is suit
    assert sum(lengths(parse_hand(hand)).values()) == 13


def test_shortness_counts_with_four_trumps_and_little_with_fewer() -> None:
    assert support(parse_hand("AKQJ.65432..5432"), Suit.SPADES) == 10 + 5
    assert support(parse_hand("AKQ.65432.2.5432"), Suit.SPADES) == 9 + 2
    assert support(parse_hand("A.65432.432.5432"), Suit.SPADES) == 4, "one trump ruffs nothing"


@pytest.mark.parametrize(
    ("spades", "stopped"),
    [("A", True), ("K", False), ("K2", True), ("Q2", False), ("Q32", True), ("J32", False), ("J432", True)],
)
def test_a_stopper_is_an_ace_or_a_guarded_honour(spades: str, stopped: bool) -> None:
    rest = "A98765432T"[: 13 - len(spades)]
    assert stops(parse_hand(f"{spades}.{rest}.."), Suit.SPADES) is stopped
