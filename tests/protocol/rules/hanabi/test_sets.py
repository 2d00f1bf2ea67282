"""Tests of sets of cards as integers."""

from __future__ import annotations

from protocol.rules.hanabi.sets import bit, kind_of
from protocol.v1.hanabi import START, Card


def test_the_kind_of_a_card_is_eight_times_its_suit_and_its_rank() -> None:
    assert [kind_of(Card(0, 1)), kind_of(Card(2, 5)), kind_of(Card(5, START))] == [1, 21, 47]


def test_a_set_of_one_card_has_the_bit_of_its_kind() -> None:
    assert bit(Card(0, 1)) | bit(Card(1, 3)) == 0b1000_0000_0010
