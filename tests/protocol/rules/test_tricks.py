"""Tests of the rules that all trick-taking games share: following suit, and the winner of a trick."""

from __future__ import annotations

import pytest

from protocol.rules.tricks import may_follow, winner
from protocol.v1.cards import Card, Suit

HAND = (Card.SA, Card.S2, Card.HT)


def test_a_hand_with_cards_of_the_suit_led_follows_with_these() -> None:
    assert may_follow(HAND, Suit.SPADES) == (Card.SA, Card.S2)
    assert may_follow(HAND, Suit.HEARTS) == (Card.HT,)


def test_a_hand_without_the_suit_led_may_play_any_card() -> None:
    assert may_follow(HAND, Suit.CLUBS) == HAND


def test_any_card_may_be_led() -> None:
    assert may_follow(HAND, None) == HAND


@pytest.mark.parametrize(
    ("trick", "trumps", "best"),
    [
        ("C5 C9 C7 CJ", None, 3),
        ("C5 SA HA DA", None, 0),
        ("C5 SA C6 DA", None, 2),
        ("CA S2 CK CQ", Suit.SPADES, 1),
        ("CA S2 CK S3", Suit.SPADES, 3),
        ("CA S3 CK S2", Suit.SPADES, 1),
        ("S4 CA SJ HA", Suit.SPADES, 2),
    ],
)
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_led_wins(
    trick: str, trumps: Suit | None, best: int
) -> None:
    assert winner([Card(text) for text in trick.split()], trumps) == best
